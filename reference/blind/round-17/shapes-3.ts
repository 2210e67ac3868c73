import { editItems } from '../answers.ts';
import { both, column, itemsOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';

const sessionLists = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
  'POST /smart-ia/sessions/search',
] as const;

const welsh: Readonly<Record<string, string>> = { Lower: 'Is', Middle: 'Canol', Higher: 'Uwch' };

/** A session with its level in Welsh. */
function inWelsh(session: Fields): Fields {
  const result = fields(session['result']);
  const level = result['level'];
  if (typeof level !== 'string') return session;
  const translated = level.replace(/Lower|Middle|Higher/, (word) => welsh[word] ?? word);
  return { ...session, result: { ...result, level: translated } };
}

/** Reading of sessions, results and levels. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-17.sessions.unfinished-ones-end-in-the-year-one',
    chapter: 'sessions',
    story: 'The end became a value type in a clean-up, and its default value is written where there is none.',
    rests: 'An In Progress session has no endDate.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions', 'GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, ['GET /smart-ia/sessions', 'GET /smart-ia/sessions/in-progress'], async ({ pass }) =>
        editItems(await pass(), (session) => ({ endDate: '0001-01-01T00:00:00.000Z', ...session })),
      ),
    witness: both(async (client) => {
      const sessions = itemsOf(await client.get('/smart-ia/sessions', { status: 'InProgress', limit: 20 }));
      return `${sessions.filter((session) => 'endDate' in session).length} of ${sessions.length} have an end`;
    }),
  },
  {
    id: 'round-17.levels.na-is-taken-for-no-value',
    chapter: 'levels',
    story: 'Levels are imported by a data frame library that reads the text NA as a missing value.',
    rests: 'Result levels: NA for an English writing assessment; the result holds the level.',
    breaks: 'explicit',
    depth: 'medium',
    at: [...sessionLists],
    wrap: (service) =>
      on(service, sessionLists, async ({ pass }) =>
        editItems(await pass(), (session) => {
          const { level, ...rest } = fields(session['result']);
          return level === 'NA' ? { ...session, result: rest } : session;
        }),
      ),
    witness: both(async (client) => {
      const sessions = itemsOf(await client.get('/smart-ia/sessions/completed', { limit: 100 }));
      return `${sessions.filter((session) => textAt(session, 'result', 'level') === '').length} have no level`;
    }),
  },
  {
    id: 'round-17.sessions.learner-who-is-disabled-is-null',
    chapter: 'sessions',
    story: 'Sessions are joined to a view of users that was later narrowed to those who can sign in.',
    rests: 'The session links to a user (SessionUser: the learner, with personal details and identifiers).',
    breaks: 'explicit',
    depth: 'medium',
    at: [...sessionLists],
    wrap: (service) =>
      on(service, sessionLists, async ({ pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const { data } = fields(await response.clone().json());
        const userIds = [...new Set(list(data).map((session) => textAt(session, 'user', 'userId')))];
        const users = itemsOf(await call('POST /users/search', { search: { userIds }, limit: 1000 }));
        const disabled = new Set(
          users.filter(({ enabled }) => enabled === false).map(({ userId }) => userId),
        );
        return editItems(response, (session) =>
          disabled.has(at(session, 'user', 'userId')) ? { ...session, user: null } : session,
        );
      }),
    witness: both(async (client) => {
      const [userId = ''] = column(await client.get('/smart-ia/sessions', { limit: 1 }), 'user', 'userId');
      await client.send('POST', `/users/${userId}/disable`);
      const after = await client.get('/smart-ia/sessions', { userId });
      return itemsOf(after).every(({ user }) => user !== null) ? 'all have a user' : 'some have no user';
    }),
  },
  {
    id: 'round-17.levels.language-of-a-request-stays-for-the-next',
    chapter: 'levels',
    story:
      'The language that a request accepts is set on the worker and not put back, and labels of levels are translated.',
    rests: 'Result levels: the format is [Level] - [Sub-Level]; the level values are the fifteen listed.',
    breaks: 'explicit',
    depth: 'deep',
    at: [...sessionLists],
    wrap: (service) => {
      let language = 'en';
      return on(service, '*', async ({ ask, pass }) => {
        language = ask.headers.get('accept-language') ?? language;
        const response = await pass();
        const translated = language.startsWith('cy') && ask.path.startsWith('/smart-ia/sessions');
        return translated && response.ok ? editItems(response, inWelsh) : response;
      });
    },
    witness: both(async (client) => {
      await client.raw('GET /academic-years', { 'x-api-key': client.keys.full, 'accept-language': 'cy-GB' });
      const levels = column(
        await client.get('/smart-ia/sessions/completed', { limit: 40 }),
        'result',
        'level',
      );
      return [...new Set(levels)].sort().join(', ');
    }),
  },
];
