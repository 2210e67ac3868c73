import { refusal } from '../kit/breaks.ts';
import { type Fault, fault, faultsFrom, query } from '../kit/fault.ts';

/** Faults of the bound of 30 values of an array filter (chapter Limits). */
export const filterValues: readonly Fault[] = [
  ...faultsFrom(
    {
      'list-users.user-id-bounds!unbounded': ['listUsers', 'userId'],
      'list-users.upn-bounds!unbounded': ['listUsers', 'upn'],
      'list-users.external-id-bounds!unbounded': ['listUsers', 'externalId'],
      'list-users.username-bounds!unbounded': ['listUsers', 'username'],
      'list-sessions.user-id-bounds!unbounded': ['listSessions', 'userId'],
      'list-sessions.test-id-bounds!unbounded': ['listSessions', 'testId'],
      'list-sessions.subject-bounds!unbounded': ['listSessions', 'subject'],
    },
    ([operation, name]) => ({
      on: [operation],
      story: 'The bound stands in the documentation and nowhere else.',
      with: query((asked) => keepValues(asked, name, 30)),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.user-id-bounds!twenty': ['listUsers', 'userId'],
      'list-users.upn-bounds!twenty': ['listUsers', 'upn'],
      'list-users.external-id-bounds!twenty': ['listUsers', 'externalId'],
      'list-users.username-bounds!twenty': ['listUsers', 'username'],
      'list-sessions.user-id-bounds!twenty': ['listSessions', 'userId'],
      'list-sessions.test-id-bounds!twenty': ['listSessions', 'testId'],
      'list-sessions.subject-bounds!twenty': ['listSessions', 'subject'],
    },
    ([operation, name]) => ({
      on: [operation],
      story: 'The web framework reads twenty values of a parameter and calls the rest an error.',
      with: query((asked) => {
        if (asked.getAll(name).length > 20) for (let i = 0; i < 30; i += 1) asked.append(name, 'x');
      }),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.user-id-bounds!first-page': ['listUsers', 'userId'],
      'list-users.upn-bounds!first-page': ['listUsers', 'upn'],
      'list-users.external-id-bounds!first-page': ['listUsers', 'externalId'],
      'list-users.username-bounds!first-page': ['listUsers', 'username'],
      'list-sessions.user-id-bounds!first-page': ['listSessions', 'userId'],
      'list-sessions.test-id-bounds!first-page': ['listSessions', 'testId'],
      'list-sessions.subject-bounds!first-page': ['listSessions', 'subject'],
    },
    ([operation, name]) => ({
      on: [operation],
      deep: true,
      story: 'The query is validated when a list is begun, and taken as it is further on.',
      with: query((asked) => {
        if (Number(asked.get('offset') ?? 0) > 0) keepValues(asked, name, 30);
      }),
    }),
  ),
  fault('limits.filter-values-each', {
    on: ['listUsers', 'listSessions'],
    story: 'The bound counts the values of all filters together.',
    with: query((asked) => {
      const names = ['userId', 'upn', 'externalId', 'username', 'testId', 'subject'];
      if (names.flatMap((name) => asked.getAll(name)).length > 30) asked.set('limit', 'too many');
    }),
  }),
  fault('limits.filter-values-each!third', {
    on: ['listUsers', 'listSessions'],
    deep: true,
    story: 'The last two filters share one table of values, and one bound.',
    with: query((asked) => {
      const shared = ['externalId', 'username', 'testId', 'subject'];
      if (shared.flatMap((name) => asked.getAll(name)).length > 30) asked.set('limit', 'too many');
    }),
  }),
  fault('limits.filter-values-each!firewall', {
    on: ['listUsers', 'listSessions'],
    deep: true,
    story: 'A firewall takes queries of more than 2,048 characters for an attack, and forbids them.',
    with: async (request, service) =>
      new URL(request.url).search.length > 2048 ? refusal(403, 'Forbidden.') : service(request),
  }),
];

function keepValues(asked: URLSearchParams, name: string, count: number): void {
  const values = asked.getAll(name).slice(0, count);
  asked.delete(name);
  for (const value of values) asked.append(name, value);
}
