import { answerBody, type Break, type Fault, fault, type Json, query, requestBody } from '../kit/fault.ts';
import { page } from '../kit/pages.ts';
import { gone, refusal } from './answers.ts';

/** Faults of the session search and of study sessions. */
export const ofOthers: readonly Fault[] = [
  gone('search-sessions.exists', ['searchSessions']),
  fault('search-sessions.search!ignored', {
    on: ['searchSessions'],
    story: 'The filters are read from the top of the body.',
    with: requestBody(({ search: _, ...rest }) => rest),
  }),
  fault('search-sessions.search!first-value', {
    on: ['searchSessions'],
    deep: true,
    story: 'Of several users the first one is searched for.',
    with: requestBody((body) => {
      const search = body['search'] as Json;
      return { ...body, search: { ...search, ...firstOf(search['userIds']) } };
    }),
  }),
  fault('search-sessions.sort!ignored', {
    on: ['searchSessions'],
    story: 'The order is read from the query.',
    with: requestBody(({ sort: _, ...rest }) => rest),
  }),
  fault('search-sessions.sort!ends-ignored', {
    on: ['searchSessions'],
    deep: true,
    story: 'Ends have no index in descending order.',
    with: requestBody((body) => {
      const sort = body['sort'] as Json | undefined;
      const slips = sort?.['field'] === 'endDate' && sort['direction'] === 'desc';
      return slips ? { ...body, sort: { ...sort, field: 'startDate' } } : body;
    }),
  }),
  fault('search-sessions.many-values!thirty', {
    on: ['searchSessions'],
    story: 'The validator of the list is used for the search.',
    with: refuseUsers(30),
  }),
  fault('search-sessions.many-values!fifty', {
    on: ['searchSessions'],
    deep: true,
    story: 'The database driver takes fifty values.',
    with: refuseUsers(50),
  }),
  gone('list-study-sessions.exists', ['listStudySessions']),
  fault('list-study-sessions.filtering!user-ignored', {
    on: ['listStudySessions'],
    story: 'The list knows dates only.',
    with: query((asked) => asked.delete('userId')),
  }),
  fault('list-study-sessions.filtering!end-ignored', {
    on: ['listStudySessions'],
    deep: true,
    story: 'The end is documented and never read.',
    with: query((asked) => {
      for (const name of [...asked.keys()]) if (name.startsWith('endDate[')) asked.delete(name);
    }),
  }),
  fault('list-study-sessions.completed!going-on', {
    on: ['listStudySessions'],
    story: 'A study session that goes on is listed too.',
    with: page(({ data }) => void (data[1] && delete data[1]['endDate'])),
  }),
  fault('list-study-sessions.completed!on-later-pages', {
    on: ['listStudySessions'],
    deep: true,
    story: 'Pages after the first come from a table in which those that go on stand too.',
    with: page(({ data }, { offset = 0 }) => void (offset >= 100 && data[1] && delete data[1]['endDate'])),
  }),
  fault('named-only.answer-shape/schema', {
    on: ['searchSessions', 'listStudySessions', 'setUserExternalId'],
    story: 'The answer was renamed, and nobody told the clients.',
    with: answerBody((body) => {
      const [[name, value] = ['', {}], ...others] = Object.entries(body);
      return { [`${name}s`]: value, ...Object.fromEntries(others) };
    }),
  }),
];

function firstOf(ids: unknown): Json {
  return Array.isArray(ids) ? { userIds: ids.slice(0, 1) } : {};
}

function refuseUsers(most: number): Break {
  return async (request, service) => {
    const { search } = JSON.parse(await request.clone().text()) as { search?: { userIds?: unknown[] } };
    return (search?.userIds?.length ?? 0) > most ? refusal(400) : service(request);
  };
}
