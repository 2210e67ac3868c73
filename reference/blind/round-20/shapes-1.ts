import { editError, editItems, withBody } from '../answers.ts';
import { both, column, itemsOf } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';

/** Every list of initial-assessment sessions. */
export const sessionLists = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
  'POST /smart-ia/sessions/search',
];

export const first: readonly BlindFault[] = [
  {
    id: 'round-20.sessions.unfinished-ones-end-in-the-year-one',
    chapter: 'sessions',
    story: 'The end is a plain time value in the struct, so its zero value is written where no end was read.',
    rests: 'Session: an In Progress session has no `endDate`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ pass }) =>
        editItems(await pass(), (session) => ({
          ...session,
          endDate: session['endDate'] ?? '0001-01-01T00:00:00.000Z',
        })),
      ),
    witness: both(async (client) => column(await client.get('/smart-ia/sessions', { limit: 9 }), 'endDate')),
  },
  {
    id: 'round-20.errors.conflict-body-tells-the-status-of-its-cause',
    chapter: 'errors',
    story:
      'The handler sets 409 on the response, but the body is built from the wrapped database error, which counts as 500.',
    rests: 'Basic error: status equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        return response.status === 409 ? editError(response, (body) => ({ ...body, status: 500 })) : response;
      }),
    witness: both(async (client) => {
      const cohort = { name: client.word() };
      await client.send('POST', '/smart-ia/cohorts', { cohort });
      const again = await client.send('POST', '/smart-ia/cohorts', { cohort });
      return [again.status, again.body['status']];
    }),
  },
  {
    id: 'round-20.sessions.zero-parts-are-cut-out-of-durations',
    chapter: 'sessions',
    story: 'A pattern that drops `0H`, `0M` and `0S` from a duration also bites into `10M` and `20S`.',
    rests:
      'Session: the result holds the total duration of the session; Conventions 2: a duration is PnYnMnDTnHnMnS.',
    breaks: 'explicit',
    depth: 'medium',
    at: sessionLists,
    wrap: (service) =>
      on(service, sessionLists, async ({ pass }) =>
        editItems(await pass(), (session) => {
          const duration = textAt(session, 'result', 'duration');
          if (duration === '' || duration.includes('D')) return session;
          const count = (unit: string) => new RegExp(`(\\d+)${unit}`).exec(duration)?.[1] ?? '0';
          const full = `PT${count('H')}H${count('M')}M${count('S')}S`;
          const result = { ...fields(session['result']), duration: full.replaceAll(/0[HMS]/g, '') };
          return { ...session, result };
        }),
      ),
    witness: both(async (client) => {
      const sessions = await client.get('/smart-ia/sessions', { limit: 60, status: 'Completed' });
      return column(sessions, 'result', 'duration');
    }),
  },
  {
    id: 'round-20.years.asking-for-the-current-one-takes-it-off-the-list',
    chapter: 'years',
    story: 'The current year is taken with `pop()` from the list of years, and that list is the cached one.',
    rests: 'GET /academic-years: 200 `{ data: AcademicYear[] }`; academic years are read-only.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /academic-years'],
    wrap: (service) => {
      let popped = false;
      return on(service, ['GET /academic-years', 'GET /academic-years/current'], async ({ ask, pass }) => {
        const response = await pass();
        if (ask.path.endsWith('/current')) {
          popped ||= response.ok;
          return response;
        }
        if (!popped || !response.ok) return response;
        const body = fields(await response.json());
        return withBody(response, { ...body, data: list(body['data']).slice(0, -1) });
      });
    },
    witness: both(async (client) => {
      const before = itemsOf(await client.get('/academic-years')).length;
      await client.get('/academic-years/current');
      return [before, itemsOf(await client.get('/academic-years')).length];
    }),
  },
  {
    id: 'round-20.shapes.roles-shrink-to-the-one-that-was-asked-for',
    chapter: 'shapes',
    story: 'The filter on the joined roles table also limits the roles that the ORM puts into the user.',
    rests: 'User: roles holds all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ ask, pass }) => {
        const role = ask.query.get('role') ?? textAt(ask.body, 'search', 'role');
        const response = await pass();
        return role === '' ? response : editItems(response, (user) => ({ ...user, roles: [role] }));
      }),
    witness: both(async (client) =>
      column(await client.get('/users', { role: 'administrator', limit: 3 }), 'roles'),
    ),
  },
];
