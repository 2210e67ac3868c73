import { edit, editUsers } from '../answers.ts';
import { both, column, itemsOf, newUser } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { changeData, sessionRoutes, userRoutes, without } from './shapes-help.ts';

const bare = /^\d+$/;

/** Faults of fields that take a certain value. */
export const values: readonly BlindFault[] = [
  {
    id: 'round-22.users.birthdays-before-the-epoch-are-zero-dates',
    chapter: 'users',
    story:
      'Birthdays live in a column of type timestamp, which begins in 1970. The database stores its zero date for ' +
      'everything earlier, as strict mode is off.',
    rests: 'dateOfBirth is a date, YYYY-MM-DD in ISO 8601; there is no month 00.',
    breaks: 'explicit',
    depth: 'medium',
    at: userRoutes,
    wrap: (service) =>
      on(service, userRoutes, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const born = textAt(user, 'dateOfBirth');
          return born !== '' && born < '1970-01-01' ? { ...user, dateOfBirth: '0000-00-00' } : user;
        }),
      ),
    witness: both(async ({ get }) =>
      column(await get('/users', { role: 'teacher', limit: 50 }), 'dateOfBirth').join(' '),
    ),
  },
  {
    id: 'round-22.sessions.the-level-na-is-read-as-nothing',
    chapter: 'sessions',
    story:
      'Results come out of a nightly job with a data-frame library that reads the text NA as a missing value, ' +
      'and missing fields are omitted.',
    rests: 'A result holds the level, and NA is one of its values.',
    breaks: 'explicit',
    depth: 'medium',
    at: sessionRoutes,
    wrap: (service) =>
      on(service, sessionRoutes, async ({ pass }) =>
        edit(await pass(), (body) =>
          changeData(body, (item) =>
            textAt(item, 'result', 'level') === 'NA'
              ? { ...item, result: without(item['result'], 'level') }
              : item,
          ),
        ),
      ),
    witness: both(async ({ get }) => {
      const completed = itemsOf(await get('/smart-ia/sessions/completed', { limit: 500 }));
      return completed.filter((session) => textAt(session, 'result', 'level') === '').length;
    }),
  },
  {
    id: 'round-22.sessions.sorting-by-end-gives-open-sessions-an-end',
    chapter: 'sessions',
    story:
      'To keep open sessions at the end, the query sorts by the end date or else the last day of time. The ' +
      'expression got the name of the column, and the mapper reads it.',
    rests: 'An In Progress session has no endDate.',
    breaks: 'explicit',
    depth: 'medium',
    at: sessionRoutes,
    wrap: (service) =>
      on(service, sessionRoutes, async ({ ask, pass }) => {
        const field = ask.query.get('sort[field]') ?? textAt(ask.body, 'sort', 'field');
        const response = await pass();
        if (field !== 'endDate') return response;
        return edit(response, (body) =>
          changeData(body, (item) => ({ ...item, endDate: item['endDate'] ?? '9999-12-31T23:59:59.999Z' })),
        );
      }),
    witness: both(async ({ get }) => {
      const query = { 'sort[field]': 'endDate', 'sort[direction]': 'desc', limit: 3 };
      return column(await get('/smart-ia/sessions/in-progress', query), 'endDate').join(' ');
    }),
  },
  {
    id: 'round-22.users.filters-of-digits-lose-their-leading-zeros',
    chapter: 'users',
    story:
      'Implicit conversion was switched on so that limit and offset arrive as numbers. It converts every ' +
      'parameter that looks like one, and the repository turns the filters into texts again.',
    rests: 'The parameters externalId, upn and username are strings, and find the users who have that value.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) => {
        const query = new URLSearchParams();
        for (const [name, value] of ask.query) {
          const filter = ['externalId', 'upn', 'username'].includes(name);
          query.append(name, filter && bare.test(value) ? String(Number(value)) : value);
        }
        return pass({ query });
      }),
    witness: both(async (client) => {
      const user = await newUser(client, 'student', { externalId: '000451' });
      const found = await client.get('/users', { externalId: '000451' });
      return `${textAt(user, 'externalId')} ${itemsOf(found).length}`;
    }),
  },
  {
    id: 'round-22.users.class-ids-cut-at-255-characters',
    chapter: 'users',
    story:
      'The query joins the class ids of a user with commas, and the result of the aggregate has the type of a ' +
      'text of 255 characters.',
    rests: 'classIds holds the classes of the user, all of them and each by its UUID.',
    breaks: 'explicit',
    depth: 'deep',
    at: userRoutes,
    wrap: (service) =>
      on(service, userRoutes, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          if (!('classIds' in user)) return user;
          const joined = list(user['classIds']).join(',').slice(0, 255);
          return { ...user, classIds: joined.split(',') };
        }),
      ),
    witness: both(async ({ get }) => {
      const users = itemsOf(await get('/users', { role: 'student', limit: 500 }));
      return users.map((user) => textAt(fields(user), 'classIds', -1).length).filter((size) => size !== 36);
    }),
  },
];
