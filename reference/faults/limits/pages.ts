import { type Fault, fault } from '../kit/fault.ts';
import { type Asked, otherPage, page, refuse } from '../kit/pages.ts';
import { paginated } from '../kit/routes.ts';

/** Faults of the default and the largest page, and of where a page begins (chapter Limits). */
export const pageLimits: readonly Fault[] = [
  fault('limits.default-page-size', {
    on: paginated,
    story: 'The default of the framework is ten.',
    with: otherPage((asked) => (lacks(asked, 'limit') ? { limit: 10 } : undefined)),
  }),
  fault('limits.default-page-size!everything', {
    on: ['listUsers', 'searchUsers', 'listSessions', 'listCompletedSessions'],
    deep: true,
    story: 'Without a limit there is none.',
    with: otherPage((asked) => (lacks(asked, 'limit') ? { limit: 1000 } : undefined)),
  }),
  fault('limits.default-offset', {
    on: paginated,
    story: 'Pages are counted from one, and so is the first item.',
    with: otherPage((asked) => (lacks(asked, 'offset') ? { offset: 1 } : undefined)),
  }),
  fault('limits.default-offset!small-pages', {
    on: paginated.filter((id) => id !== 'searchUsers'),
    deep: true,
    story: 'With a limit of its own, a page without an offset begins after the first page.',
    with: otherPage((asked) =>
      asked.limit !== undefined && lacks(asked, 'offset') ? { offset: asked.limit } : undefined,
    ),
  }),
  fault('limits.maximum-limit', {
    on: paginated,
    story: 'The maximum was halved and the documentation was not.',
    with: refuse(({ limit }) => limit === 1000),
  }),
  fault('limits.maximum-limit!clamped', {
    on: ['listUsers', 'searchUsers'],
    deep: true,
    story: 'The largest limit is lowered without a word, and echoed as it was asked for.',
    with: page(({ data }, { limit = 0 }) => {
      if (limit > 200) data.splice(200);
    }),
  }),
];

/** Whether a request leaves a parameter out that a cursor does not stand for. */
function lacks(asked: Asked, name: 'limit' | 'offset'): boolean {
  return asked[name] === undefined && asked.cursor === undefined;
}
