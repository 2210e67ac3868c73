import { refusal } from '../../faults/kit/breaks.ts';
import { type Json, query, requestBody } from '../../faults/kit/fault.ts';
import { anotherId } from '../../faults/kit/ids.ts';
import { asking, givenIn } from '../../faults/kit/pages.ts';
import { type Variant, variant } from '../kit/variant.ts';
import { wholeList } from '../kit/whole-list.ts';

const schemas = '$.components.schemas';
const searchSort =
  "$.components.requestBodies.SearchSessions.content['application/json'].schema.properties.sort.properties.field";
const subjects = [
  'English Reading',
  'English Writing',
  'Mathematics',
  'Digital Skills',
  'ESOL Speaking & Listening',
];

/** What another team may do about the order of sessions and about the filters of their lists. */
export const sessionLists: readonly Variant[] = [
  variant('session.start-date-tie!newest-id-first', {
    fills: ['session.start-date-tie'],
    story: 'Sessions of the same start stand in descending order of their identifiers.',
    on: ['listSessions'],
    with: wholeList(async (items, request) => {
      const { searchParams: asked } = new URL(request.url);
      if (asked.has('sort[field]') && asked.get('sort[field]') !== 'startDate') return items;
      const sign = asked.get('sort[direction]') === 'desc' ? -1 : 1;
      const keyOf = (item: Json) => String(item['startDate']);
      const idOf = (item: Json) => String(item['sessionId']);
      return items.toSorted((a, b) => {
        const order = keyOf(a) < keyOf(b) ? -sign : keyOf(a) > keyOf(b) ? sign : 0;
        return order || (idOf(a) < idOf(b) ? 1 : -1);
      });
    }),
  }),
  variant('session.start-date-tie!not-when-asked-for', {
    fills: ['session.start-date-tie'],
    story:
      'Without a sort an index gives the order, and sessions of one start stand the other way round in it.',
    on: ['listSessions'],
    with: wholeList(async (items, request) => {
      if (new URL(request.url).searchParams.has('sort[field]')) return items;
      return tiesTurned(items);
    }),
  }),
  variant('session.start-date-tie!by-plan', {
    fills: ['session.start-date-tie'],
    story:
      'A filter by a timestamp is answered by another plan, and sessions of one start stand as that plan has found them.',
    on: ['listSessions', 'listCompletedSessions', 'listInProgressSessions', 'listStudySessions'],
    with: wholeList(async (items, request) => {
      const { searchParams: asked } = new URL(request.url);
      // By any other sort, sessions of one start need not stand together.
      if (asked.has('sort[field]') && asked.get('sort[field]') !== 'startDate') return items;
      return [...asked.values()].some((value) => /^\d{9,}$/.test(value)) ? tiesTurned(items) : items;
    }),
  }),
  variant('list-completed-sessions.query!nobody-refused', {
    fills: ['list-completed-sessions.query', 'list-in-progress-sessions.query', 'list-study-sessions.query'],
    story: 'Learners of whom nobody has a session are looked for in vain: that is not found.',
    on: ['listCompletedSessions', 'listInProgressSessions', 'listStudySessions'],
    with: async (request, service) => {
      const url = new URL(request.url);
      const ids = url.searchParams.getAll('userId');
      if (ids.length === 0) return service(request);
      url.search = new URLSearchParams(ids.map((id) => ['userId', id])).toString();
      const response = await service(new Request(url, { headers: request.headers }));
      const { pagination } = (await response.json()) as { pagination?: { total?: number } };
      return pagination?.total === 0 ? refusal(404, 'There is no such learner.') : service(request);
    },
  }),
  variant('list-sessions.zero-bound!refused', {
    fills: ['list-sessions.zero-bound'],
    story: 'A filter without a value is refused.',
    on: ['listSessions'],
    with: async (request, service) => {
      const { searchParams: asked } = new URL(request.url);
      const isEmpty = ['userId', 'testId', 'subject'].some((name) => asked.getAll(name).includes(''));
      return isEmpty ? refusal(400, 'A value is missing.') : service(request);
    },
  }),
  variant('list-sessions.subject-case!ignored', {
    fills: ['list-sessions.subject-case'],
    story: 'Subjects are compared without regard to letter case.',
    on: ['listSessions'],
    with: query((asked) => {
      const values = asked.getAll('subject');
      asked.delete('subject');
      for (const value of values) {
        asked.append('subject', subjects.find((each) => each.toLowerCase() === value.toLowerCase()) ?? value);
      }
    }),
  }),
  variant('list-sessions.status-unknown!no-match', {
    fills: ['list-sessions.status-unknown'],
    story: 'A status that does not exist matches nothing.',
    on: ['listSessions', 'searchSessions'],
    with: async (request, service) => {
      const given = await givenIn(request);
      const search = given['search'] as Json | undefined;
      const response = await service(request.clone());
      if ((search ?? given)['status'] === undefined || response.status !== 400) return response;
      const others = search
        ? { search: { ...search, status: undefined, userIds: [anotherId] } }
        : { status: undefined, userId: anotherId };
      return service(await asking(request, others));
    },
  }),
  variant('search-sessions.many-bound!fifty', {
    fills: ['search-sessions.many-bound'],
    story: 'The search takes fifty values of a filter.',
    on: ['searchSessions'],
    with: async (request, service) => {
      const search = Object.values(((await givenIn(request))['search'] ?? {}) as Json);
      const isRefused = search.some((values) => Array.isArray(values) && values.length > 50);
      return isRefused ? refusal(400, 'There are too many values.') : service(request);
    },
  }),
  variant('search-sessions.many-bound!one-at-a-time', {
    fills: ['search-sessions.many-bound'],
    story: 'One filter of a search takes more than thirty values, and the others as many as in the list.',
    on: ['searchSessions'],
    with: async (request, service) => {
      const search = Object.values(((await givenIn(request))['search'] ?? {}) as Json);
      const long = search.filter((values) => Array.isArray(values) && values.length > 30);
      return long.length > 1 ? refusal(400, 'There are too many values.') : service(request);
    },
  }),
  variant('search-sessions.default-order!newest-first', {
    fills: ['search-sessions.default-order'],
    story: 'The search shows what started last first, unless it is told otherwise.',
    on: ['searchSessions'],
    with: requestBody((body) => ({ sort: { field: 'startDate', direction: 'desc' }, ...body })),
  }),
  variant('list-sessions.sort-fields!result-date', {
    fills: ['list-sessions.sort-fields', 'list-sessions.sort-directions'],
    story: 'Ends are sorted by as `finished`.',
    shapes: { sessionSort: { startDate: 'startDate', finished: 'endDate' } },
    overlay: [
      { target: `${schemas}.SessionSort.properties.field.enum`, remove: true },
      { target: `${schemas}.SessionSort.properties.field`, update: { enum: ['startDate', 'finished'] } },
      { target: `${searchSort}.enum`, remove: true },
      { target: searchSort, update: { enum: ['startDate', 'finished'] } },
    ],
  }),
];

/** Items in the same order, but that those of one start stand the other way round. */
function tiesTurned(items: readonly Json[]): Json[] {
  const starts = new Map<unknown, Json[]>();
  for (const item of items) starts.set(item['startDate'], [item, ...(starts.get(item['startDate']) ?? [])]);
  return [...starts.values()].flat();
}
