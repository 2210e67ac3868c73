import { edit, editItems, editPagination, refuse, Trail } from '../answers.ts';
import { both, column, itemsOf, paginationOf, testIds } from '../client.ts';
import { at, type BlindFault, fields, on, textAt } from '../kit.ts';
import { changed, reselect } from './helpers.ts';

const lists = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
];
const path = '/smart-ia/sessions';

/** Initial-assessment sessions. */
export const sessions: readonly BlindFault[] = [
  {
    id: 'round-9.sessions.empty-result-left-out',
    chapter: 'sessions',
    story: 'The serialiser is set to leave out nulls for the whole service, nested objects included.',
    rests: 'Conventions 3 and Session: an empty nested object is null; `result` is null when empty.',
    breaks: 'explicit',
    depth: 'shallow',
    at: lists,
    wrap: (service) =>
      on(service, lists, async ({ pass }) =>
        editItems(await pass(), ({ result, ...item }) => (result === null ? item : { ...item, result })),
      ),
    witness: both(async ({ get }) => {
      const [item] = itemsOf(await get(`${path}/in-progress`));
      return item !== undefined && 'result' in item;
    }),
  },
  {
    id: 'round-9.sessions.completed-counts-all',
    chapter: 'sessions',
    story: 'The query for the page has WHERE status, the query that counts has none.',
    rests: 'Pagination: `total` is the number of results, here of Completed sessions.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /smart-ia/sessions/completed', async ({ ask, pass, call }) => {
        const answer = await edit(await pass(), (body) => {
          trail.note(ask, body);
          return body;
        });
        if (!answer.ok) return answer;
        const query = changed(trail.queryOf(ask) ?? ask.query, (all) => {
          for (const name of ['cursor', 'offset', 'status']) all.delete(name);
        });
        const found = await call(`GET ${path}?${query}`);
        return editPagination(answer, ({ total }) => ({
          total: at(found.body, 'pagination', 'total') ?? total,
        }));
      });
    },
    witness: both(async ({ get }) => {
      const answer = await get(`${path}/completed`, { limit: 1000 });
      return paginationOf(answer)['total'] === itemsOf(answer).length;
    }),
  },
  {
    id: 'round-9.sessions.level-na-is-missing',
    chapter: 'sessions',
    story: 'Results are loaded from a CSV by a library that takes NA for a missing value.',
    rests: 'Result levels: `NA` is the output for some writing assessments, and a result holds the level.',
    breaks: 'explicit',
    depth: 'medium',
    at: lists,
    wrap: (service) =>
      on(service, lists, async ({ pass }) =>
        editItems(await pass(), (item) => {
          const { level, ...result } = fields(item['result']);
          return level === 'NA' ? { ...item, result } : item;
        }),
      ),
    witness: both(async ({ get }) => {
      const results = itemsOf(await get(`${path}/completed`, { limit: 1000 })).map((item) => item['result']);
      return results.filter((result) => textAt(result, 'level') === '').length;
    }),
  },
  {
    id: 'round-9.sessions.thirty-tests-are-too-many',
    chapter: 'limits',
    story: 'The check is `length >= 30`.',
    rests: 'Limits: at most 30 values of `testId`, so that 30 are allowed.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const answer = await pass();
        const full = ask.query.getAll('testId').length === 30;
        return answer.ok && full ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(async (client) => {
      const tests = await testIds(client);
      const testId = Array.from({ length: 30 }, (_, index) => tests[index % tests.length] ?? '');
      return (await client.get(path, { testId })).status;
    }),
  },
  {
    id: 'round-9.sessions.or-binds-looser-than-and',
    chapter: 'sessions',
    story: 'Subjects are joined by OR without brackets: `status = ? AND subject = ? OR subject = ?`.',
    rests: 'Sessions: `status` filters sessions by status, also beside several subjects.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', (line) =>
        reselect(line, {
          wanted: (query) => query.has('status') && query.getAll('subject').length > 1,
          widen: (query) => {
            query.delete('status');
            query.delete('subject');
          },
          keep: (item, query) => {
            const subject = textAt(item, 'test', 'subject');
            const [first, ...others] = query.getAll('subject');
            return (item['status'] === query.get('status') && subject === first) || others.includes(subject);
          },
        }),
      ),
    witness: both(async ({ get }) => {
      const subject = [...new Set(column(await get('/smart-ia/tests'), 'subject'))].slice(0, 2);
      const [item] = itemsOf(await get(`${path}/completed`, { limit: 1 }));
      const found = await get(path, { subject, status: textAt(item, 'status') });
      return [...new Set(column(found, 'status'))];
    }),
  },
  {
    id: 'round-9.sessions.external-id-still-filters',
    chapter: 'versioning',
    story: 'The parameter went from the documentation and the schema, but the query builder still takes it.',
    rests: 'Versioning 5: the `externalId` filter was removed from the three session GET lists.',
    breaks: 'explicit',
    depth: 'deep',
    at: lists,
    wrap: (service) =>
      on(service, lists, (line) =>
        reselect(line, {
          wanted: (query) => query.has('externalId'),
          widen: (query) => query.delete('externalId'),
          keep: (item, query) => query.getAll('externalId').includes(textAt(item, 'user', 'externalId')),
        }),
      ),
    witness: both(async ({ get }) => {
      const total = async (query: Record<string, string>) => paginationOf(await get(path, query))['total'];
      return (await total({})) === (await total({ externalId: 'MIS-0' }));
    }),
  },
];
