import { type TwinRequest, twinRequests } from '../../../generators/twins.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { still } from '../../../harness/still.ts';
import { pageOf } from '../body.ts';
import { plain } from '../given.ts';
import { judgeSamePage, usualSort } from './order.ts';
import { inOurWords, paramsFor, wantedBy, wellKnown } from './people.ts';

/** GET `/users` and POST `/users/search` are two doors to one list (chapter Users). */
export const twins: readonly Check[] = [
  // The same filters, page and sort give the same users in the same order.
  check('search-users.same-as-list-users', {
    access: 'read',
    on: ['searchUsers'],
    sends: 'any filters, page and sort, as a query to the list and as a body to the search',
    accepts:
      'the same users in the same order, the same total, limit and offset, and cursors in the same places',
    async run(scene) {
      const total = scene.need(pageOf(scene, await plain(scene, scene.op)).total, 'a total');
      await scene.forAll(
        twinRequests(wellKnown, total),
        (request) =>
          still(
            () => measure(scene, request),
            () => judgeTwins(scene, inOurWords(scene, request)),
          ),
        2 * scene.runs - 4,
      );
    },
  }),
];

async function judgeTwins(scene: Scene, request: TwinRequest): Promise<void> {
  const [search, list] = [await ask(scene, 'searchUsers', request), await ask(scene, 'listUsers', request)];
  scene.need(list.status === 200, 'the list to accept the request');
  scene.must(search).have.status(200);
  const [first, second] = [pageOf(scene, search), pageOf(scene, list)];
  for (const field of ['total', 'limit', 'offset'] as const) {
    scene.must.equal(first[field], second[field], `\`pagination.${field}\` of the search`, search);
  }
  // Which cursors a page past the end has is left open.
  const cursors = first.items.length > 0 ? (['previousCursor', 'nextCursor'] as const) : [];
  for (const field of cursors) {
    scene.must.equal(first[field] === null, second[field] === null, `that \`${field}\` is null`, search);
  }
  const whole = first.items.length === first.total;
  judgeSamePage(scene, { first: first.items, second: second.items, whole }, usualSort.field, [search, list]);
}

async function measure(scene: Scene, request: TwinRequest): Promise<unknown> {
  const { total, items } = pageOf(scene, await ask(scene, 'listUsers', request));
  return [total, items];
}

async function ask(scene: Scene, operation: string, request: TwinRequest) {
  const op = scene.operation(operation);
  const { filters, sorted, ...page } = request;
  const wanted = await wantedBy(scene, filters);
  const sort = sorted ? { sort: usualSort } : {};
  return scene.send(op, { ...paramsFor({ op }, wanted), ...page, ...sort });
}
