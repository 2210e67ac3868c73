import { type Fault, fault, type Json } from '../kit/fault.ts';
import { givenIn, onPage, page } from '../kit/pages.ts';

const users = ['listUsers', 'searchUsers'] as const;
const groups = ['listClasses', 'listCohorts'] as const;
const sessions = [
  'listSessions',
  'listCompletedSessions',
  'listInProgressSessions',
  'searchSessions',
] as const;

/** Faults that show in some answers of a run, whichever row has asked for them (chapter Pagination). */
export const everyAnswer: readonly Fault[] = [
  fault('pagination.ways-agree/every-answer!rest-counted', {
    on: [...groups, ...users, ...sessions, 'listStudySessions'],
    story: 'Where an offset is asked for, the rows behind it are counted.',
    with: page(({ pagination }, { offset = 0 }) => {
      pagination.total = Math.max(0, pagination.total - offset);
    }),
  }),
  fault('pagination.ways-agree/every-answer!by-likeness', {
    on: users,
    deep: true,
    story: 'Whoever is found by a name stands where the likeness of the name puts them.',
    with: async (request, service) => {
      const given = await givenIn(request);
      const { name } = { ...given, ...(given['search'] as Json | undefined) };
      return name === undefined
        ? service(request)
        : onPage(request, service, ({ data }) => void data.reverse());
    },
  }),
  fault('pagination.ways-agree/every-answer!one-found', {
    on: groups,
    deep: true,
    story: 'The total of a page of one row is remembered from the page before.',
    with: page(({ data, pagination }, { limit }) => {
      if (data.length === 1 && limit === undefined) pagination.total += 1;
    }),
  }),
  fault('pagination.ways-agree/every-answer!other-attempt', {
    on: ['listSessions', 'searchSessions'],
    deep: true,
    story:
      'Of several learners who are asked for together, each session shows the result that was found first.',
    with: async (request, service) =>
      (await learnersIn(request)) > 1
        ? onPage(request, service, ({ data }) => shareFirst(data))
        : service(request),
  }),
  fault('pagination.ways-agree/every-answer!neighbour-again', {
    on: ['listCompletedSessions', 'listInProgressSessions', 'listStudySessions'],
    deep: true,
    story: 'A page behind an offset is read in two parts, and what ends the first one begins the second.',
    with: page(({ data }, { offset = 0 }) => {
      const middle = Math.floor(data.length / 2);
      const last = data[middle - 1];
      if (offset > 0 && last !== undefined) data[middle] = last;
    }),
  }),
];

async function learnersIn(request: Request): Promise<number> {
  if (request.method === 'GET') return new URL(request.url).searchParams.getAll('userId').length;
  const { userIds } = (await givenIn(request))['search'] as Json;
  return Array.isArray(userIds) ? userIds.length : 0;
}

function shareFirst(data: Json[]): void {
  const first = data.find(({ result }) => result);
  for (const row of data) if (row['result']) row['result'] = first?.['result'];
}
