import { allOf, meant, page, refuse, Trail } from '../answers.ts';
import { both, column, nextOf } from '../client.ts';
import { type BlindFault, on, readAnswer, requery, textAt } from '../kit.ts';

const userLists = ['userId', 'upn', 'externalId', 'username'];
const beside = ['status', 'userId', 'testId'];

/** Whether a text is like a pattern of SQL, ignoring case. */
function like(pattern: string): (text: string) => boolean {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  const found = new RegExp(`^${source}$`, 'isu');
  return (text) => found.test(text);
}

function onlySort(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => name.startsWith('sort[')));
}

export const faults: readonly BlindFault[] = [
  {
    id: 'round-19.sessions.second-subject-escapes-the-other-filters',
    chapter: 'sessions',
    story: 'The subjects are joined with OR into a hand-written WHERE without brackets around them.',
    rests: 'GET /smart-ia/sessions: status filters sessions by status, also beside a repeated subject.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async (line) => {
        const { ask, pass } = line;
        const query = meant(ask);
        const [first = '', ...others] = query.getAll('subject');
        const response = query.has('resumed') ? undefined : await pass();
        if (response && (!response.ok || ask.query.has('cursor'))) return response;
        if (response && (others.length === 0 || !beside.some((name) => query.has(name)))) return response;
        const narrow = new URLSearchParams(query);
        narrow.set('subject', first);
        const chosen = new Set((await allOf(line, ask.path, narrow)).map((one) => one['sessionId']));
        const all = await allOf(line, ask.path, onlySort(query));
        const escaped = (subject: string) => others.includes(subject);
        return page(
          query,
          all.filter((one) => chosen.has(one['sessionId']) || escaped(textAt(one, 'test', 'subject'))),
        );
      }),
    witness: both(async (client) => {
      const [status = ''] = column(await client.get('/smart-ia/sessions/completed', { limit: 1 }), 'status');
      const subject = ['Mathematics', 'Digital Skills'];
      const found = await client.get('/smart-ia/sessions', { status, subject });
      return column(found, 'status').filter((one) => one !== status).length;
    }),
  },
  {
    id: 'round-19.users-filters.thirty-values-over-all-lists-together',
    chapter: 'users-filters',
    story: 'A guard on the size of the SQL parameter list adds up the values of all filters.',
    rests: 'Limits: at most 30 values per array filter; GET /users: 1 to 30 values for each parameter.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const values = userLists.flatMap((name) => ask.query.getAll(name));
        const response = await pass();
        return response.ok && values.length > 30 ? refuse(ask, 400, 'Too many values') : response;
      }),
    witness: both(async (client) => {
      const some = await client.get('/users', { limit: 20 });
      const filters = { userId: column(some, 'userId'), username: column(some, 'username') };
      const found = await client.get('/users', filters);
      return `${found.status} ${column(found, 'userId').length}`;
    }),
  },
  {
    id: 'round-19.cohorts.percent-and-underscore-in-search-are-wildcards',
    chapter: 'cohorts',
    story: 'Ignoring case is done with ILIKE, and nobody escapes the signs that ILIKE gives a meaning.',
    rests: 'GET /smart-ia/cohorts: search is an exact match on cohort name, case-insensitive.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async (line) => {
        const { ask, pass } = line;
        const query = meant(ask);
        const search = query.get('search') ?? '';
        const response = query.has('resumed') ? undefined : await pass();
        if (response && (!response.ok || ask.query.has('cursor') || !/[%_]/.test(search))) return response;
        const wide = new URLSearchParams(query);
        wide.delete('search');
        const matches = like(search);
        const cohorts = await allOf(line, ask.path, wide);
        return page(
          query,
          cohorts.filter((cohort) => matches(textAt(cohort, 'name'))),
        );
      }),
    witness: both(async (client) => {
      const found = await client.get('/smart-ia/cohorts', { search: '100%' });
      return [found.status, column(found, 'name')];
    }),
  },
  {
    id: 'round-19.pagination.cohort-cursor-brings-back-the-first-limit',
    chapter: 'pagination',
    story: 'The cursor stores the whole first query, and it is spread over the new one with its limit.',
    rests: 'Pagination: limit is the maximum of items per page.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        const first = trail.queryOf(ask);
        if (first) query.set('limit', first.get('limit') ?? '100');
        const response = await pass({ query });
        if (response.ok) trail.note(ask, (await readAnswer(response.clone())).body);
        return response;
      });
    },
    witness: both(async (client) => {
      const first = await client.get('/smart-ia/cohorts', { limit: 6 });
      const second = await client.get('/smart-ia/cohorts', { limit: 2, cursor: nextOf(first) });
      return column(second, 'cohortId').length;
    }),
  },
  {
    id: 'round-19.pagination.in-progress-list-has-fifty-by-default',
    chapter: 'pagination',
    story: 'The list of one kind was built for a dashboard tile and kept the page size of the tile.',
    rests: 'Limits: the default page size is 100 on paginated endpoints.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: requery('GET /smart-ia/sessions/in-progress', (query) => {
      if (!query.has('limit')) query.set('limit', '50');
    }),
    witness: both(async (client) => {
      const found = await client.get('/smart-ia/sessions/in-progress');
      return column(found, 'startDate').length;
    }),
  },
];
