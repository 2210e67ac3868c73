import { allOf, edit, editPagination, meant, page, refuse } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf } from '../client.ts';
import { at, type BlindFault, list, on, readAnswer, textAt, texts } from '../kit.ts';

const notFilters = /^(limit|offset|cursor|sort\[.*\])$/;

export const faults: readonly BlindFault[] = [
  {
    id: 'round-19.pagination.session-totals-are-kept-by-names-of-filters',
    chapter: 'pagination',
    story: 'Counting was slow, so totals are kept under the text of the prepared query, without its values.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const totals = new Map<string, unknown>();
      return on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || ask.query.has('cursor')) return response;
        const names = [...ask.query.keys()].filter((name) => !notFilters.test(name));
        const statement = names.sort().join(' ');
        return editPagination(response, ({ total }) => {
          if (!totals.has(statement)) totals.set(statement, total);
          return { total: totals.get(statement) };
        });
      });
    },
    witness: both(async (client) => {
      const totals: unknown[] = [];
      for (const subject of ['Mathematics', 'Digital Skills', 'no such subject']) {
        totals.push(paginationOf(await client.get('/smart-ia/sessions', { subject, limit: 1 }))['total']);
      }
      return totals;
    }),
  },
  {
    id: 'round-19.pagination.page-behind-a-previous-cursor-stands-upside-down',
    chapter: 'pagination',
    story: 'Going back reads the rows in the opposite order, and turning them round again was forgotten.',
    rests:
      'GET /users: default sort[field]=createdAt&sort[direction]=desc; previousCursor: the previous page.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const back = new Set<string>();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        back.add(textAt((await readAnswer(response.clone())).body, 'pagination', 'previousCursor'));
        if (!back.has(ask.query.get('cursor') ?? 'none')) return response;
        return edit(response, (body) => ({ ...body, data: [...list(body['data'])].reverse() }));
      });
    },
    witness: both(async (client) => {
      const first = await client.get('/users', { limit: 20 });
      const second = await client.get('/users', { limit: 20, cursor: nextOf(first) });
      const cursor = textAt(second.body, 'pagination', 'previousCursor');
      return column(await client.get('/users', { limit: 20, cursor }), 'createdAt');
    }),
  },
  {
    id: 'round-19.users-filters.role-looks-at-the-first-role-alone',
    chapter: 'users-filters',
    story: 'Users once had a single role, and the filter still reads the column that holds the first.',
    rests: 'GET /users: the filter role; User: roles are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async (line) => {
        const { ask, pass } = line;
        const query = meant(ask);
        const role = query.get('role');
        const response = query.has('resumed') ? undefined : await pass();
        if (response && (!response.ok || ask.query.has('cursor') || role === null)) return response;
        const users = await allOf(line, ask.path, query);
        return page(
          query,
          users.filter((user) => at(user, 'roles', 0) === role),
        );
      }),
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { limit: 100 }));
      const [, second = ''] = users.map((user) => texts(user['roles'])).find((own) => own.length > 1) ?? [];
      return paginationOf(await client.get('/users', { role: second }))['total'];
    }),
  },
  {
    id: 'round-19.dates.operators-of-start-and-end-are-held-against-each-other',
    chapter: 'dates',
    story: 'The check for clashing operators collects them from both parameters into one set.',
    rests: 'Date filtering 1 to 3: each parameter takes operators of its own; gt clashes only with its gte.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const response = await pass();
        const uses = (operator: string) =>
          ['startDate', 'endDate'].some((name) => ask.query.has(`${name}[${operator}]`));
        const clash = (uses('gt') && uses('gte')) || (uses('lt') && uses('lte'));
        return response.ok && clash ? refuse(ask, 400, 'Operators cannot be used together') : response;
      }),
    witness: both(async (client) => {
      const range = {
        'startDate[gt]': '2024-02-01T00:00:00.000Z',
        'endDate[gte]': '2024-03-01T00:00:00.000Z',
      };
      return (await client.get('/smart-ia/sessions', range)).status;
    }),
  },
  {
    id: 'round-19.sessions.subject-misses-attempts-at-earlier-test-versions',
    chapter: 'sessions',
    story: 'The subject is found by joining on the version id, and only the current version has a row.',
    rests: 'GET /smart-ia/sessions: subject filters sessions; SessionTest has testId and testVersionId.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async (line) => {
        const { ask, pass } = line;
        const query = meant(ask);
        const response = query.has('resumed') ? undefined : await pass();
        if (response && (!response.ok || ask.query.has('cursor') || !query.has('subject'))) return response;
        const cohorts = await allOf(line, '/smart-ia/cohorts', new URLSearchParams());
        const tests = cohorts.flatMap((cohort) => list(cohort['tests']));
        const current = new Set(tests.map((test) => textAt(test, 'testVersionId')));
        const sessions = await allOf(line, ask.path, query);
        return page(
          query,
          sessions.filter((session) => current.has(textAt(session, 'test', 'testVersionId'))),
        );
      }),
    witness: both(async (client) => {
      const all = itemsOf(await client.get('/smart-ia/sessions', { limit: 1000 }));
      const subject = textAt(all[0], 'test', 'subject');
      const found = itemsOf(await client.get('/smart-ia/sessions', { subject, limit: 1000 })).length;
      return `${all.filter((one) => textAt(one, 'test', 'subject') === subject).length} and ${found}`;
    }),
  },
];
