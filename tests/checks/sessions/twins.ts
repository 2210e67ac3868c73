import { type SessionTwinRequest, sessionTwinRequests } from '../../../generators/twins.ts';
import type { Answer } from '../../../harness/answer.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Params } from '../../../harness/place.ts';
import type { Scene } from '../../../harness/scene.ts';
import { still } from '../../../harness/still.ts';
import type { Operation } from '../../../spec/contract.ts';
import { pageOf } from '../body.ts';
import { onGenerated } from '../generated.ts';
import { plain } from '../given.ts';
import { identifierOf } from '../pagination/identity.ts';
import { thrifty } from '../pagination/looking.ts';
import { sortsOf } from '../sorts.ts';
import { askSessions, searchNeeds, takesFilter, unlessTaken } from './asking.ts';
import { type Facts, factsIn, sample } from './facts.ts';
import { isAskable, paramsOf, readable, showing } from './filters.ts';
import { usual } from './order.ts';

/** GET `/smart-ia/sessions` and POST `/smart-ia/sessions/search` look through the same sessions (chapter Sessions). */
export const sessionTwins: readonly Check[] = [
  // The same filters and page find the same sessions; with a sort, in the same order.
  check('search-sessions.search/same-as-list', {
    access: 'read',
    on: ['searchSessions'],
    needs: searchNeeds,
    unless: unlessTaken(),
    sends: 'any filters, page and sort, as a query to the list and as a body to the search',
    accepts: 'the same total and the same sessions; with a sort, in the same order',
    run: sameAsList,
  }),
];

async function sameAsList(scene: Scene): Promise<void> {
  const list = scene.operation('listSessions');
  const total = scene.need(pageOf(scene, await plain(scene, list)).total, 'a `total`');
  const all = await sample(scene, list);
  const names = readable(all).filter((name) => takesFilter(scene.op, name) && isAskable(scene, name));
  const sessions = showing(all, names);
  scene.need(sessions.length > 0, 'a session that shows what it can be filtered by');
  await still(
    async () => (await askSessions(scene, {}, list)).text,
    () => judgeTwins(scene, {}),
  );
  // First any filters, then many: the third one is the one that is forgotten.
  for (const least of thrifty(scene) ? [0] : [0, 3]) {
    await onGenerated(
      scene,
      sessionTwinRequests(sessions.length, total, names, least),
      (request) => {
        const params = asParams(scene, request, sessions);
        return still(
          async () => (await askSessions(scene, params, list)).text,
          () => judgeTwins(scene, params),
        );
      },
      Math.ceil(scene.runs / 4),
    );
  }
}

function asParams(scene: Scene, request: SessionTwinRequest, sessions: readonly Facts[]): Params {
  const { filters, sorted, ...page } = request;
  const sort = sorted && knowsUsual(scene.op) ? { sort: usual } : {};
  return { ...paramsOf(scene, filters, sessions), ...page, ...sort };
}

/** Whether the profile names the default sort of the list for the search too. */
function knowsUsual(op: Operation): boolean {
  return sortsOf(op).some(({ field, direction }) => field === usual.field && direction === usual.direction);
}

async function judgeTwins(scene: Scene, params: Params): Promise<void> {
  const { must, need } = scene;
  const [list, search] = [
    await read(scene, 'listSessions', params),
    await ask(scene, 'searchSessions', params),
  ];
  const offset = Number(params['offset'] ?? 0);
  // A page past the end may be refused.
  if (offset > 0 && offset >= (list.total ?? 0))
    need(search.status < 300, 'a page past the end to be accepted');
  must(search).be.accepted();
  const found = await look(scene, 'searchSessions', search);
  must.equal(found.total, list.total, '`pagination.total` of the search', search);
  const answers = [list.answer, search];
  const [whole, all] = [list, found].map(({ facts, total }) => facts.length === total);
  // In which order sessions come without a sort, and how many, is the search's own affair.
  if (params['limit'] !== undefined) judgeCount(scene, list.facts, found.facts, answers);
  if (whole && all) return judgeSame(scene, list.facts, found.facts, answers);
  if (params['sort'] === undefined || params['limit'] === undefined) return;
  const starts = [list, found].map(({ facts }) => facts.map(({ start }) => start).join());
  must.hold(starts[0] === starts[1], {
    expected: 'the same starts in the same order in both answers',
    actual: 'others, or another order',
    in: answers,
  });
  // Those of one start may change places, at the ends of a page even with those before and after it.
  const edges = [list.facts[0]?.start, list.facts.at(-1)?.start];
  const inner = (facts: readonly Facts[]) => facts.filter(({ start }) => !edges.includes(start));
  judgeSame(scene, inner(list.facts), inner(found.facts), answers);
}

function judgeCount(
  scene: Scene,
  list: readonly Facts[],
  found: readonly Facts[],
  answers: readonly Answer[],
): void {
  scene.must.hold(list.length === found.length, {
    expected: `the ${list.length} sessions on the page that the list has there`,
    actual: `${found.length}`,
    in: answers,
  });
}

function judgeSame(
  scene: Scene,
  list: readonly Facts[],
  found: readonly Facts[],
  answers: readonly Answer[],
): void {
  const ids = new Set(found.map(({ id }) => id));
  const missing = list.filter(({ id }) => !ids.has(id)).length;
  scene.must.hold(missing === 0 && list.length === found.length, {
    expected: `the ${list.length} sessions that the list has`,
    actual: `${found.length} sessions, and ${missing} of the list's are missing`,
    in: answers,
  });
}

function ask(scene: Scene, operation: string, params: Params): Promise<Answer> {
  return askSessions(scene, params, scene.operation(operation));
}

async function read(scene: Scene, operation: string, params: Params) {
  const answer = await ask(scene, operation, params);
  scene.need(answer.status === 200, `${operation} to accept the request`);
  return { answer, ...(await look(scene, operation, answer)) };
}

async function look(scene: Scene, operation: string, answer: Answer) {
  const op = scene.operation(operation);
  const { items, total } = pageOf(scene, answer);
  return { facts: factsIn(scene, op, items, await identifierOf(scene, op)), total };
}
