import { editPagination, meant, Trail } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf, testIds } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { relist } from './lists-relist.ts';

const sessions = '/smart-ia/sessions';
const rare: readonly unknown[] = ['NA', 'Entry - Below E3'];

/** Lists that are wrong on the beaten path. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-20.paging.total-of-a-cursor-page-is-what-is-left',
    chapter: 'paging',
    story: 'The count query is built from the same builder as the page query, keyset condition and all.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.ok) trail.note(ask, fields(await answer.clone().json()));
        const start = ask.query.has('cursor') ? (trail.startOf(ask) ?? 0) : 0;
        return editPagination(answer, ({ total }) => ({ total: Number(total) - start }));
      });
    },
    witness: both(async (client) => {
      const first = await client.get('/smart-ia/cohorts', { limit: 20 });
      const second = await client.get('/smart-ia/cohorts', { limit: 20, cursor: nextOf(first) });
      return [first, second].map((one) => paginationOf(one)['total']);
    }),
  },
  {
    id: 'round-20.paging.total-in-progress-counts-all-sessions',
    chapter: 'paging',
    story: 'The list of one kind took its count from the repository method of the general list.',
    rests:
      'GET /smart-ia/sessions/in-progress: lists In Progress sessions, paginated; total is the number of results.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, `GET ${sessions}/in-progress`, async ({ ask, pass, call }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        trail.note(ask, fields(await answer.clone().json()));
        const query = new URLSearchParams(trail.queryOf(ask) ?? ask.query);
        for (const name of ['cursor', 'offset', 'status']) query.delete(name);
        const all = await call(`GET ${sessions}?${query}`);
        return editPagination(answer, () => ({ total: at(all.body, 'pagination', 'total') }));
      });
    },
    witness: both(async (client) => {
      const first = await client.get(`${sessions}/in-progress`, { limit: 100 });
      const second = await client.get(`${sessions}/in-progress`, { limit: 100, offset: 100 });
      return [paginationOf(first)['total'], itemsOf(first).length + itemsOf(second).length];
    }),
  },
  {
    id: 'round-20.sessions.status-completed-joins-the-table-of-levels',
    chapter: 'sessions',
    story:
      'The status filter joins a look-up table of the fifteen levels, and inner joins drop the two outputs that are no levels.',
    rests:
      'GET /smart-ia/sessions: status filters sessions by status; a result may be NA or Entry - Below E3.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, `GET ${sessions}`, (line) =>
        meant(line.ask).get('status') === 'Completed'
          ? relist(line, sessions, (items) =>
              items.filter((session) => !rare.includes(at(session, 'result', 'level'))),
            )
          : line.pass(),
      ),
    witness: both(async (client) => {
      const seen: string[] = [];
      for (const offset of [0, 100]) {
        const query = { status: 'Completed', limit: 100, offset };
        seen.push(...column(await client.get(sessions, query), 'result', 'level'));
      }
      return [seen.length, seen.filter((level) => rare.includes(level)).length];
    }),
  },
  {
    id: 'round-20.paging.limit-comes-back-as-the-text-that-was-sent',
    chapter: 'paging',
    story: 'The page takes a parsed number, but the echo takes the raw value of the query.',
    rests: 'Pagination: limit is an integer, the limit used for this request.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) =>
        editPagination(await pass(), ({ limit }) => ({ limit: ask.query.get('limit') ?? limit })),
      ),
    witness: both(async (client) => {
      const given = paginationOf(await client.get('/classes', { limit: 5 }))['limit'];
      const usual = paginationOf(await client.get('/classes'))['limit'];
      return [typeof given, typeof usual];
    }),
  },
  {
    id: 'round-20.sessions.test-filter-joins-on-the-version-of-today',
    chapter: 'sessions',
    story:
      'The filter joins sessions to tests on the version id, which moves on when the content is revised.',
    rests:
      'GET /smart-ia/sessions: testId filters by test; testVersionId only identifies the version of its content.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, `GET ${sessions}`, async (line) => {
        if (!meant(line.ask).has('testId')) return line.pass();
        const { body } = await line.call('GET /smart-ia/cohorts?limit=200');
        const tests = list(body['data']).flatMap((cohort) => list(fields(cohort)['tests']));
        const versions = new Set(tests.map((test) => textAt(test, 'testVersionId')));
        return relist(line, sessions, (items) =>
          items.filter((session) => versions.has(textAt(session, 'test', 'testVersionId'))),
        );
      }),
    witness: both(async (client) => {
      const seen: unknown[] = [];
      for (const testId of await testIds(client)) {
        seen.push(paginationOf(await client.get(sessions, { testId, limit: 1 }))['total']);
      }
      return seen;
    }),
  },
];
