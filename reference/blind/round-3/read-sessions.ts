import { allOf, editItems } from '../answers.ts';
import { both, column, itemsOf, newUserId, paginationOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { relisted } from './shared.ts';

const chapter = 'sessions';
const route = 'GET /smart-ia/sessions';
const path = '/smart-ia/sessions';

/** Faults of sessions, and of what versions changed about them. */
export const sessionFaults: readonly BlindFault[] = [
  {
    id: 'round-3.sessions.all-subjects-at-once',
    chapter,
    story: 'Each value of a filter becomes a condition of its own, and conditions are joined by AND.',
    rests: 'GET /smart-ia/sessions: subject is an array filter, repeat the parameter, at most 30 values.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, ({ ask, pass }) => {
        const subjects = [...new Set(ask.query.getAll('subject'))];
        if (subjects.length < 2 || subjects.length > 30) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('subject', `all of ${subjects.join(' and ')}`);
        return pass({ query });
      }),
    witness: both(async ({ get }) => {
      const subject = column(await get('/smart-ia/tests'), 'subject').slice(0, 2);
      return Number(paginationOf(await get(path, { subject }))['total']) > 0;
    }),
  },
  {
    id: 'round-3.sessions.in-progress-called-completed',
    chapter,
    story: 'The mapper of the second list was copied from that of the first, where the status is a constant.',
    rests: 'Session: the status field discriminates the two kinds, In Progress and Completed.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const completed = await call('GET /smart-ia/sessions/completed?limit=1');
        const status = at(completed.body, 'data', 0, 'status') ?? 'Completed';
        return editItems(response, (item) => ({ ...item, status }));
      }),
    witness: both(async ({ get }) => {
      const [open] = itemsOf(await get('/smart-ia/sessions/in-progress', { limit: 2 }));
      const [done] = itemsOf(await get('/smart-ia/sessions/completed', { limit: 2 }));
      return open?.['status'] !== done?.['status'];
    }),
  },
  {
    id: 'round-3.sessions.result-of-nothing',
    chapter,
    story: 'The search maps the columns of the result into an object also when all of them are null.',
    rests: 'An In Progress session has no result: `result` is null when empty (Session; Conventions 3).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/sessions/search'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/sessions/search', async ({ pass }) =>
        editItems(await pass(), (item) => ({ ...item, result: item['result'] ?? {} })),
      ),
    witness: both(async ({ send }) => {
      const items = itemsOf(await send('POST', '/smart-ia/sessions/search', { search: {} }));
      return items.find((item) => !('endDate' in item))?.['result'];
    }),
  },
  {
    id: 'round-3.sessions.former-versions-not-found',
    chapter,
    story:
      'The filter joins tests by their version of today, and attempts at a former version drop out of the join.',
    rests:
      'GET /smart-ia/sessions: testId filters sessions by test; SessionTest has testId and testVersionId.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, (line) =>
        relisted(
          line,
          (query) => query.has('testId'),
          async (filters) => {
            const everything = await allOf(line, path, new URLSearchParams());
            const today = commonVersions(everything);
            const found = await allOf(line, path, filters);
            return found.filter((item) => today.has(textAt(item, 'test', 'testVersionId')));
          },
        ),
      ),
    witness: both(async ({ get }) => {
      const testId = column(await get('/smart-ia/tests'), 'testId')[0] ?? '';
      const all = column(await get(path, { limit: 1000 }), 'test', 'testId');
      const total = Number(paginationOf(await get(path, { testId }))['total']);
      return total === all.filter((id) => id === testId).length;
    }),
  },
  {
    id: 'round-3.versioning.external-ids-still-filter',
    chapter: 'versioning',
    story: 'The property was struck from the description of the search, and the code behind it was left.',
    rests: 'Versioning 5: externalIds was removed from the session search body.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/sessions/search'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/sessions/search', async ({ ask, pass, call }) => {
        const search = fields(ask.body['search']);
        const externalIds = texts(search['externalIds']);
        if (externalIds.length === 0) return pass();
        const users = await call('POST /users/search', { search: { externalIds }, limit: 1000 });
        const own = list(users.body['data']).map((user) => textAt(user, 'userId'));
        const given = search['userIds'];
        const userIds = Array.isArray(given) ? own.filter((id) => given.includes(id)) : own;
        return pass({ body: { ...ask.body, search: { ...search, userIds } } });
      }),
    witness: both(async (client) => {
      const externalId = client.word();
      await newUserId(client, 'student', { externalId });
      const search = { externalIds: [externalId] };
      const { body } = await client.send('POST', '/smart-ia/sessions/search', { search, limit: 3 });
      return list(body['data']).length;
    }),
  },
];

/** The versions of tests that more than one attempt was made at. */
function commonVersions(sessions: readonly Fields[]): Set<string> {
  const once = new Set<string>();
  const common = new Set<string>();
  for (const session of sessions) {
    const version = textAt(session, 'test', 'testVersionId');
    if (once.has(version)) common.add(version);
    once.add(version);
  }
  return common;
}
