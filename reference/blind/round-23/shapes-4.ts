import { edit, editItems } from '../answers.ts';
import { itemsOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, type Service, textAt } from '../kit.ts';
import { fault, sessionLists, Walks } from './shapes-help.ts';

const userLists = ['GET /users', 'POST /users/search'];

/** Faults that take a combination, or a rare value that has to be worked out. */
export const combinations: readonly BlindFault[] = [
  fault('authentication', 'key-for-academic-years-opens-every-address-that-speaks-of-one', {
    story:
      'The permission to read academic years is a pattern without anchors, and it is tried on the whole address, query and all.',
    rests: 'A request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes', 'GET /smart-ia/cohorts'],
    wrap: looseScope,
    script: async (client) => {
      const first = await client.get('/classes', { academicYearId: 'current' });
      const headers = { 'x-api-key': client.keys.restricted };
      const bare = await client.raw('GET /classes', headers);
      const filtered = await client.raw('GET /classes?academicYearId=current', headers);
      return [first.status, bare.status, filtered.status];
    },
  }),
  fault('sessions', 'duration-beyond-a-day-loses-the-day', {
    story:
      'The duration is written from the hours, minutes and seconds of a duration object, whose hours stop at 23.',
    rests: 'The result holds the total duration of the session, as `PnYnMnDTnHnMnS`.',
    breaks: 'explicit',
    depth: 'deep',
    at: sessionLists,
    wrap: (service) =>
      on(service, sessionLists, async ({ pass }) =>
        editItems(await pass(), (item) => {
          const result = fields(item['result']);
          const long = /^P\d+D(T.+)?$/.exec(textAt(result, 'duration'));
          return long ? { ...item, result: { ...result, duration: `P${long[1] ?? 'T0S'}` } } : item;
        }),
      ),
    script: async (client) =>
      itemsOf(await client.get('/smart-ia/sessions/completed', { limit: 1000 }))
        .filter((item) => lasted(item) >= 86_400_000)
        .map((item) => [lasted(item), textAt(item, 'result', 'duration')]),
  }),
  fault('cohorts', 'cohorts-after-the-hundredth-of-a-page-have-no-tests', {
    story:
      'The tests of a page of cohorts are looked up by their ids, at most a hundred at a time. Only the first chunk is ever asked for, and as a hundred is the default page, nobody noticed.',
    rests: '`tests` are the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editItems(await pass(), (item, index) => {
          const { tests, ...bare } = item;
          return index < 100 ? item : bare;
        }),
      ),
    script: async (client) =>
      itemsOf(await client.get('/smart-ia/cohorts', { limit: 130 })).map(
        (cohort) => list(cohort['tests']).length,
      ),
  }),
  fault('users', 'filter-by-role-hides-the-other-roles', {
    story:
      'The filter is a condition on the joined roles, and the mapper fills the roles of each user from the rows of the same join.',
    rests: '`roles` are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: userLists,
    wrap: joinedRoles,
    script: async (client) =>
      itemsOf(await client.get('/users', { role: 'teacher' })).map((user) => user['roles']),
  }),
  fault('sessions', 'sorting-by-the-end-gives-sessions-in-progress-an-end', {
    story:
      'To have open sessions last, the query sorts by the end or else the last day of time, under the name of the column, and the mapper reads that.',
    rests: 'An In Progress session has no `endDate`.',
    breaks: 'explicit',
    depth: 'deep',
    at: sessionLists,
    wrap: coalesced,
    script: async (client) =>
      itemsOf(
        await client.get('/smart-ia/sessions', {
          'sort[field]': 'endDate',
          'sort[direction]': 'desc',
          limit: 1000,
        }),
      ).filter((item) => item['result'] === null && 'endDate' in item).length,
  }),
];

function lasted(item: Fields): number {
  return Date.parse(textAt(item, 'endDate')) - Date.parse(textAt(item, 'startDate'));
}

function looseScope(service: Service): Service {
  let full = '';
  return on(service, '*', async ({ ask, pass }) => {
    const key = ask.headers.get('x-api-key') ?? '';
    const answer = await pass();
    if (answer.ok && ask.method !== 'OPTIONS' && !ask.path.startsWith('/academic-years')) full = key;
    const speaks = [...ask.query.keys()].some((name) => /academic-?year/i.test(name));
    if (answer.status !== 403 || !speaks || full === '') return answer;
    const headers = new Headers(ask.headers);
    headers.set('x-api-key', full);
    return pass({ headers });
  });
}

function joinedRoles(service: Service): Service {
  const walks = new Walks();
  return on(service, userLists, async ({ ask, pass }) => {
    const source = ask.method === 'GET' ? Object.fromEntries(ask.query) : ask.body;
    const own = ask.method === 'GET' ? textAt(source, 'role') : textAt(source, 'search', 'role');
    const role = walks.meant(textAt(source, 'cursor'), own);
    return edit(await pass(), (body) => {
      walks.note(body, role);
      if (role === '') return body;
      return { ...body, data: list(body['data']).map((user) => ({ ...fields(user), roles: [role] })) };
    });
  });
}

function coalesced(service: Service): Service {
  const walks = new Walks();
  return on(service, sessionLists, async ({ ask, pass }) => {
    const source = ask.method === 'GET' ? Object.fromEntries(ask.query) : ask.body;
    const own = ask.method === 'GET' ? textAt(source, 'sort[field]') : textAt(source, 'sort', 'field');
    const field = walks.meant(textAt(source, 'cursor'), own);
    return edit(await pass(), (body) => {
      walks.note(body, field);
      if (field !== 'endDate') return body;
      const ended = (item: unknown) =>
        at(item, 'endDate') === undefined
          ? { ...fields(item), endDate: '9999-12-31T23:59:59.999Z' }
          : fields(item);
      return { ...body, data: list(body['data']).map(ended) };
    });
  });
}
