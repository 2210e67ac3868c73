import { editPagination, refuse, Trail } from '../answers.ts';
import { both, column, newUserId, nextOf, paginationOf, testIds } from '../client.ts';
import { type BlindFault, on, readAnswer, requery } from '../kit.ts';

export const faults: readonly BlindFault[] = [
  {
    id: 'round-18.pagination.cursor-page-tells-its-position',
    chapter: 'pagination',
    story:
      'The cursor is decoded to a row number, which is then passed on as if the client had sent an offset.',
    rests: 'Pagination: offset is 0 when a cursor is used.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /smart-ia/sessions/in-progress', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const { body } = await readAnswer(response.clone());
        const start = trail.startOf(ask);
        trail.note(ask, body);
        return editPagination(response, ({ offset }) => ({ offset: start ?? offset }));
      });
    },
    witness: both(async (client) => {
      const path = '/smart-ia/sessions/in-progress';
      const cursor = nextOf(await client.get(path, { limit: 6 }));
      return paginationOf(await client.get(path, { limit: 6, cursor }))['offset'];
    }),
  },
  {
    id: 'round-18.classes.name-null-taken-for-no-search',
    chapter: 'classes',
    story:
      'A middleware strips parameters with the text null, because an old page sends them for empty boxes.',
    rests: 'GET /classes: search is an exact match on class name, case-insensitive.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      if (query.get('search')?.toLowerCase() === 'null') query.delete('search');
    }),
    witness: both(async (client) =>
      column(await client.get('/classes', { search: 'null', limit: 5 }), 'name'),
    ),
  },
  {
    id: 'round-18.users.external-id-split-at-commas',
    chapter: 'users',
    story:
      'A shared query parser also splits each repeated value at commas, for clients of an older interface.',
    rests: 'GET /users: externalId is an array of string; repeat the parameter.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      const split = query.getAll('externalId').flatMap((value) => value.split(','));
      query.delete('externalId');
      for (const value of split) query.append('externalId', value);
    }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student', { externalId: 'Site 4,0071' });
      const found = column(await client.get('/users', { externalId: 'Site 4,0071' }), 'userId');
      return found.includes(userId);
    }),
  },
  {
    id: 'round-18.dates.midnight-lte-means-the-whole-day',
    chapter: 'dates',
    story:
      'A date picker sends midnight for its last day, so a filter at midnight was widened to the end of that day.',
    rests: 'Date filtering: startDate[lte] takes a date-time, and what starts after it is not in the range.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      const value = query.get('startDate[lte]');
      if (value !== null) query.set('startDate[lte]', value.replace(/T00:00:00(\.0+)?Z$/, 'T23:59:59.999Z'));
    }),
    witness: both(async (client) => {
      const query = {
        'startDate[gte]': '2024-02-29T00:00:00.000Z',
        'startDate[lte]': '2024-02-29T00:00:00.000Z',
      };
      return column(await client.get('/smart-ia/sessions', query), 'startDate');
    }),
  },
  {
    id: 'round-18.sessions.thirty-values-over-all-filters',
    chapter: 'sessions',
    story:
      'The guard against long queries adds up the values of every array filter before it compares with 30.',
    rests: 'GET /smart-ia/sessions: at most 30 values in each of userId, testId and subject.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const response = await pass();
        const values = ['userId', 'testId', 'subject'].flatMap((name) => ask.query.getAll(name));
        return response.ok && values.length > 30 ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(async (client) => {
      const userId = column(await client.get('/users', { role: 'student', limit: 25 }), 'userId');
      const testId = await testIds(client);
      return (await client.get('/smart-ia/sessions', { userId, testId })).status;
    }),
  },
];
