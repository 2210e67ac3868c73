import { allOf, editItems, meant, page } from '../answers.ts';
import { both, column, itemsOf, testIds } from '../client.ts';
import { type BlindFault, fields, on, textAt, texts } from '../kit.ts';
import { usersOf } from '../shared/ids.ts';

const all = 'GET /smart-ia/sessions';
const open = 'GET /smart-ia/sessions/in-progress';
const search = 'POST /smart-ia/sessions/search';
const chapter = 'sessions';

export const moreSessions: readonly BlindFault[] = [
  {
    id: 'round-1.sessions.search-keeps-thirty-values',
    chapter,
    story: 'The search is handed to the list, which cuts what it could not have got.',
    rests: 'POST /smart-ia/sessions/search is for many filter values',
    breaks: 'explicit',
    depth: 'medium',
    at: [search],
    wrap: (service) =>
      on(service, search, ({ ask, pass }) => {
        const wanted = fields(ask.body['search']);
        const ids = texts(wanted['userIds']);
        if (ids.length <= 30) return pass();
        return pass({ body: { ...ask.body, search: { ...wanted, userIds: ids.slice(0, 30) } } });
      }),
    witness: both(async (client) => {
      const userIds = usersOf(itemsOf(await client.get('/smart-ia/sessions', { limit: 300 }))).slice(0, 50);
      const found = await client.send('POST', '/smart-ia/sessions/search', {
        search: { userIds },
        limit: 500,
      });
      return usersOf(itemsOf(found)).length;
    }),
  },
  {
    id: 'round-1.sessions.status-missing-from-the-cache-key',
    chapter,
    story: 'Pages are cached for a moment under the user they are about, and the status is not in the key.',
    rests: 'status: filter sessions by status',
    breaks: 'explicit',
    depth: 'medium',
    at: [all],
    wrap: (service) => {
      const cache = new Map<string, string>();
      return on(service, all, async ({ ask, pass }) => {
        const response = await pass();
        const key = new URLSearchParams(ask.query);
        key.delete('status');
        if (!response.ok || !key.has('userId')) return response;
        const kept = cache.get(key.toString()) ?? (await response.text());
        cache.set(key.toString(), kept);
        return new Response(kept, { headers: response.headers });
      });
    },
    witness: both(async (client) => {
      const [first] = itemsOf(await client.get('/smart-ia/sessions/in-progress', { limit: 1 }));
      const query = { userId: textAt(first, 'user', 'userId'), limit: 50 };
      await client.get('/smart-ia/sessions', query);
      const found = await client.get('/smart-ia/sessions', { ...query, status: 'Completed' });
      return column(found, 'status').every((status) => status === 'Completed');
    }),
  },
  {
    id: 'round-1.sessions.order-of-the-index',
    chapter,
    story:
      'With tests in the filter the planner walks another index, and the default sort was never in the query.',
    rests: 'default sort of the session list: startDate, ascending',
    breaks: 'explicit',
    depth: 'shallow',
    at: [all],
    wrap: (service) =>
      on(service, all, async (line) => {
        const query = meant(line.ask);
        const checked = await line.pass();
        const stopped = !checked.ok && (query === line.ask.query || checked.status !== 400);
        const sorted = query.has('sort[field]') || query.has('sort[direction]');
        if (stopped || sorted || !query.has('testId')) return checked;
        const filters = new URLSearchParams(query);
        filters.delete('resumed');
        const items = await allOf(line, '/smart-ia/sessions', filters);
        const place = (item: unknown) => textAt(item, 'sessionId');
        return page(
          query,
          items.sort((a, b) => (place(a) < place(b) ? -1 : 1)),
        );
      }),
    witness: both(async (client) => {
      const testId = (await testIds(client)).slice(0, 3);
      const dates = column(await client.get('/smart-ia/sessions', { testId }), 'startDate');
      return dates.every((date, n) => n === 0 || date >= (dates[n - 1] ?? ''));
    }),
  },
  {
    id: 'round-1.sessions.open-end-in-1970',
    chapter,
    story: 'The end of a session is a number in the search index, zero where there is none.',
    rests: 'an In Progress session has no endDate',
    breaks: 'explicit',
    depth: 'shallow',
    at: [search],
    wrap: (service) =>
      on(service, search, async ({ pass }) =>
        editItems(await pass(), (item) => ({ endDate: '1970-01-01T00:00:00.000Z', ...item })),
      ),
    witness: both(async (client) => {
      const items = itemsOf(
        await client.send('POST', '/smart-ia/sessions/search', { search: {}, limit: 100 }),
      );
      return items.filter((item) => item['result'] === null && 'endDate' in item).length;
    }),
  },
  {
    id: 'round-1.sessions.no-result-left-out',
    chapter: 'conventions',
    story: 'The serialiser of one controller drops nulls, as it was asked to do for empty fields.',
    rests: 'a nested object is returned as null when empty',
    breaks: 'explicit',
    depth: 'shallow',
    at: [open],
    wrap: (service) =>
      on(service, open, async ({ pass }) =>
        editItems(await pass(), (item) => {
          const { result, ...session } = item;
          return result === null ? session : item;
        }),
      ),
    witness: both(async (client) => {
      const [first] = itemsOf(await client.get('/smart-ia/sessions/in-progress', { limit: 1 }));
      return 'result' in (first ?? {});
    }),
  },
];
