import { edit, editPagination, editUsers } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf } from '../client.ts';
import { type Ask, type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import {
  asOfCursor,
  cursorOf,
  datesOf,
  filtersOf,
  isRange,
  peek,
  resumedAt,
  Steps,
  userRoutes,
} from './lists-help.ts';

const arrays = ['userId', 'upn', 'externalId', 'username'];

/** The role that a list or search of users asks for, '' for none. */
function roleOf({ method, query, body }: Ask): string {
  return method === 'GET' ? (query.get('role') ?? '') : textAt(body, 'search', 'role');
}

/** The cursor of a list or search, '' for none. */
function sentCursor(ask: Ask): string {
  return ask.method === 'GET' ? cursorOf(ask) : textAt(ask.body, 'cursor');
}

/** Faults of the list of users that take a certain value or state. */
export const userFaults: readonly BlindFault[] = [
  {
    id: 'round-22.lists.role-filter-narrows-the-roles-shown',
    chapter: 'lists',
    story:
      'The role filter is a condition on the joined roles, and the ORM loads users from that same join. Who is teacher and administrator is shown with the role that was asked for alone.',
    rests: 'User: roles are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: userRoutes,
    wrap: (service) => {
      const steps = new Steps<string>();
      return on(service, userRoutes, async ({ ask, pass }) => {
        const response = await pass();
        const role = steps.get(sentCursor(ask))?.asked ?? roleOf(ask);
        steps.note(await peek(response), role, 0);
        if (role === '') return response;
        return editUsers(response, (user) => ({
          ...user,
          roles: texts(user['roles']).filter((own) => own === role),
        }));
      });
    },
    witness: both(async ({ get }) =>
      itemsOf(await get('/users', { role: 'teacher' })).map((user) => texts(user['roles']).join('+')),
    ),
  },
  {
    id: 'round-22.lists.values-after-the-twentieth-are-dropped',
    chapter: 'lists',
    story:
      'The query parser builds arrays of at most twenty elements by default. The check of the number of values counts the raw parameters, the filter is made from the parsed array.',
    rests: 'GET /users: userId, upn, externalId and username take 1 to 30 values.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        for (const name of arrays) {
          const values = query.getAll(name);
          if (values.length <= 20 || values.length > 30) continue;
          query.delete(name);
          for (const value of values.slice(0, 20)) query.append(name, value);
        }
        return pass({ query });
      }),
    witness: both(async ({ get }) => {
      const username = column(await get('/users', { limit: 28 }), 'username');
      return paginationOf(await get('/users', { username }))['total'];
    }),
  },
  {
    id: 'round-22.lists.page-after-the-last-of-filtered-users',
    chapter: 'lists',
    story:
      'Whether there is a next page is decided by comparing the end of the page with the number of all users, which is kept at hand. With a filter the last page offers another one, which is empty.',
    rests: 'Pagination: nextCursor is null on the last page.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const steps = new Steps<URLSearchParams>();
      return on(service, 'GET /users', async ({ ask, pass, call }) => {
        const step = steps.get(cursorOf(ask));
        const asked = step?.asked ?? ask.query;
        const beyond = cursorOf(ask).startsWith(beyondMark) && step !== undefined && !ask.query.has('offset');
        const response = beyond
          ? await asOfCursor(await pass({ query: resumedAt(asked, ask, step.start) }))
          : await pass();
        if (!response.ok) return response;
        const start = step?.start ?? Number(ask.query.get('offset') ?? 0);
        const all = paginationOf(await call('GET /users?limit=1'))['total'];
        return edit(response, (body) => {
          const count = list(body['data']).length;
          const pagination = fields(body['pagination']);
          const last = pagination['nextCursor'] === null && count > 0;
          const more = last && filtersOf(asked).size > 0 && start + count < Number(all);
          const nextCursor = more ? beyondCursor(asked, start + count) : pagination['nextCursor'];
          const changed = { ...body, pagination: { ...pagination, nextCursor } };
          steps.note(changed, asked, start);
          return changed;
        });
      });
    },
    witness: both(async ({ get }) => {
      const students = await get('/users', { role: 'student', limit: 1000 });
      return [itemsOf(students).length, paginationOf(students)['total'], nextOf(students) !== ''];
    }),
  },
  {
    id: 'round-22.lists.classes-of-a-page-come-from-a-hundred-rows',
    chapter: 'lists',
    story:
      'The memberships of a page of users are loaded in one go. The loader uses the common find(), which has a default limit of 100 rows; users further down the page lose their classes.',
    rests: 'User: classIds are the classes of the user, in every user of GET /users and POST /users/search.',
    breaks: 'explicit',
    depth: 'medium',
    at: userRoutes,
    wrap: (service) =>
      on(service, userRoutes, async ({ pass }) => {
        let left = 100;
        return editUsers(await pass(), (user) => {
          const { classIds, ...others } = user;
          const loaded = texts(classIds).slice(0, left);
          left -= loaded.length;
          if (loaded.length === texts(classIds).length) return user;
          return loaded.length === 0 ? others : { ...others, classIds: loaded };
        });
      }),
    witness: both(async ({ get }) => {
      const last = itemsOf(await get('/users', { limit: 100 })).filter((user) => user['upn'] !== undefined);
      return last.map((user) => list(user['classIds']).length).join(' ');
    }),
  },
];

const beyondMark = Buffer.from('beyond ').toString('base64').slice(0, 8);

function beyondCursor(asked: URLSearchParams, start: number): string {
  return Buffer.from(`beyond ${start} ${asked}`).toString('base64');
}

/** Faults of the lists of sessions that take a certain value or state. */
export const sessionFaults: readonly BlindFault[] = [
  {
    id: 'round-22.lists.range-of-two-bounds-is-between',
    chapter: 'lists',
    story:
      'When a date has a lower and an upper bound, the query builder writes BETWEEN, which holds at both ends. A single bound keeps its own operator.',
    rests: 'Date filtering: operators may be combined into a range; gt and lt leave their value out.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        for (const name of ['startDate', 'endDate']) {
          const bounds = datesOf(query, name);
          if (!isRange(bounds)) continue;
          for (const [operator, value] of bounds) {
            query.delete(`${name}[${operator}]`);
            query.set(`${name}[${operator.slice(0, 2)}e]`, value);
          }
        }
        return pass({ query });
      }),
    witness: both(async ({ get }) => {
      const bounds = {
        'startDate[gte]': '2024-02-29T00:00:00.000Z',
        'startDate[lt]': '2024-03-01T00:00:00.000Z',
      };
      return column(await get('/smart-ia/sessions', bounds), 'startDate');
    }),
  },
  {
    id: 'round-22.lists.total-kept-by-last-value-of-a-filter',
    chapter: 'lists',
    story:
      'Totals of the session list are kept by filter. The key is made of an object from the query, in which the last of several values of one name wins, so that two users share the total of the second.',
    rests: 'Pagination: total is the total number of results of this request.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const totals = new Map<string, unknown>();
      return on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || cursorOf(ask) !== '') return response;
        const key = JSON.stringify(Object.entries(Object.fromEntries(filtersOf(ask.query))).sort());
        return editPagination(response, ({ total }) => {
          if (!totals.has(key)) totals.set(key, total);
          return { total: totals.get(key) };
        });
      });
    },
    witness: both(async ({ get }) => {
      const tests = column(await get('/smart-ia/tests'), 'testId').slice(0, 2);
      const totals: unknown[] = [];
      for (const testId of [[tests[0] ?? ''], [tests[1] ?? ''], tests]) {
        totals.push(paginationOf(await get('/smart-ia/sessions', { testId, limit: 5 }))['total']);
      }
      return totals;
    }),
  },
];
