import { allOf, editError, editPagination, editUsers, Trail } from '../answers.ts';
import { both, column, newUserId, newUserIds, paginationOf, userOf } from '../client.ts';
import { type BlindFault, fields, on, requery, textAt } from '../kit.ts';
import {
  chapter,
  found,
  fullNameOf,
  idOf,
  isUser,
  refusal,
  repacked,
  sent,
  stored,
  userRoutes,
} from './accounts-help.ts';

/** Names, and what validation and conflicts make of them. */
export const names: readonly BlindFault[] = [
  {
    id: 'round-23.accounts.full-name-has-the-former-last-name',
    chapter,
    story:
      'The setter of the first name puts the full name together, from the last name that the object has at that moment. The last name is assigned in the next line and has no such setter.',
    rests:
      'PUT name updates the name of the user, of which `fullName` is a field as `firstName` and `lastName` are.',
    breaks: 'explicit',
    depth: 'medium',
    at: [...userRoutes],
    wrap: (service) => {
      const full = new Map<string, string>();
      const shown = on(service, userRoutes, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const known = full.get(textAt(user, 'userId'));
          return known === undefined ? user : { ...user, fullName: known };
        }),
      );
      return on(shown, 'PUT /users/{id}/name', async (line) => {
        const former = textAt(await stored(line), 'lastName');
        const response = await line.pass();
        if (!response.ok) return response;
        const fullName = fullNameOf(sent(line.ask, 'firstName'), former);
        full.set(idOf(line.ask), fullName);
        return editUsers(response, (user) => ({ ...user, fullName }));
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { firstName: 'Nia', lastName: 'Married' };
      const changed = await client.send('PUT', `/users/${id}/name`, { user });
      return [textAt(changed.body, 'user', 'fullName'), textAt(await userOf(client, id), 'fullName')];
    }),
  },
  {
    id: 'round-23.accounts.new-name-is-kept-escaped-for-html',
    chapter,
    story:
      'After a penetration test a sanitiser was put before the forms that change things. It escapes for HTML on the way in, and the JSON on the way out knows nothing of it. Creation is older and has no sanitiser.',
    rests: 'PUT name updates the name of the user, to the name that was sent.',
    breaks: 'explicit',
    depth: 'medium',
    at: [...userRoutes],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', ({ ask, pass }) => {
        const change: Record<string, string> = {};
        for (const name of ['firstName', 'lastName']) {
          const value = sent(ask, name);
          if (/[&'"<>]/.test(value)) change[name] = escaped(value);
        }
        return Object.keys(change).length === 0 ? pass() : pass({ body: repacked(ask, change) });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'Aoife', lastName: "O'Connor" } });
      return textAt(await userOf(client, id), 'lastName');
    }),
  },
  {
    id: 'round-23.accounts.name-of-another-user-is-a-conflict',
    chapter,
    story:
      'The directory behind the service has a common name for each entry, made of first and last name, and it is unique there. Creation adds a number when the name is taken; renaming passes the refusal of the directory on.',
    rests:
      '409 is for creating a class or a cohort that exists already; PUT name updates the name and answers 200.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async (line) => {
        const first = sent(line.ask, 'firstName');
        const last = sent(line.ask, 'lastName');
        if (first.trim() === '' || last.trim() === '') return line.pass();
        const name = fullNameOf(first, last).toLowerCase();
        const others = await found(line, { name });
        const taken = others.some(
          (user) => textAt(user, 'fullName').toLowerCase() === name && !isUser(user, idOf(line.ask)),
        );
        return taken ? refusal(line.ask, 409, 'Already exists') : line.pass();
      }),
    witness: both(async (client) => {
      const user = { firstName: 'Twice', lastName: 'Named' };
      await newUserId(client, 'student', user);
      const id = await newUserId(client, 'student');
      return (await client.send('PUT', `/users/${id}/name`, { user })).status;
    }),
  },
  {
    id: 'round-23.accounts.refused-accounts-get-a-list-of-messages',
    chapter,
    story:
      'The validation of the web framework collects what is wrong with a body and puts it into `message` as a list, also when it is one thing. The other refusals are written by hand.',
    rests: 'In the basic format `message` is a string, a detail that humans can read.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students', 'POST /teachers'],
    wrap: (service) =>
      on(service, ['POST /students', 'POST /teachers'], async ({ pass }) => {
        const response = await pass();
        if (response.status !== 400) return response;
        return editError(response, (body) => ({ ...body, message: [body['message']] }));
      }),
    witness: both(
      async (client) => (await client.send('POST', '/students', { user: { firstName: 'Alone' } })).text,
    ),
  },
];

/** Dates, filters and totals that go wrong with certain values. */
export const values: readonly BlindFault[] = [
  {
    id: 'round-23.accounts.birthday-in-summer-moves-a-day-back',
    chapter,
    story:
      'The route for details reads the date of birth as midnight of the server, which stands in London, and keeps the date of that instant in UTC. From April to October that is the day before.',
    rests: 'PATCH details updates the date of birth of the student, which is a date and not an instant.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', ({ ask, pass }) => {
        const dateOfBirth = dayBefore(sent(ask, 'dateOfBirth'));
        return dateOfBirth === undefined ? pass() : pass({ body: repacked(ask, { dateOfBirth }) });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const told = [];
      for (const dateOfBirth of ['2009-01-15', '2009-07-01']) {
        await client.send('PATCH', `/students/${id}/details`, { user: { dateOfBirth } });
        told.push(textAt(await userOf(client, id), 'dateOfBirth'));
      }
      return told;
    }),
  },
  {
    id: 'round-23.accounts.birthdays-before-1970-are-lost',
    chapter,
    story:
      'Dates of birth are kept as days since 1970 in a column without a sign, as nobody thought of adult learners and teachers. The database puts NULL where the number does not fit.',
    rests:
      'POST /students and POST /teachers create the account that was described, with its `dateOfBirth` as YYYY-MM-DD.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students', 'POST /teachers', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['POST /students', 'POST /teachers'], ({ ask, pass }) => {
        const time = timeOf(sent(ask, 'dateOfBirth'));
        return time !== undefined && time < 0
          ? pass({ body: repacked(ask, { dateOfBirth: undefined }) })
          : pass();
      }),
    witness: both(async (client) => {
      const told = [];
      for (const dateOfBirth of ['1985-02-03', '1968-11-30']) {
        const id = await newUserId(client, 'teacher', { dateOfBirth });
        told.push(textAt(await userOf(client, id), 'dateOfBirth'));
      }
      return told;
    }),
  },
  {
    id: 'round-23.accounts.filters-of-digits-are-taken-for-numbers',
    chapter,
    story:
      'The parser of queries turns whatever looks like a number into one, and the filter turns it into a text again. Zeros in front are gone then. The body of the search is JSON and keeps its texts.',
    rests:
      'The filters `externalId`, `username` and `upn` are arrays of strings, and find the users who have these values.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      for (const name of ['externalId', 'username', 'upn']) {
        const sentValues = query.getAll(name);
        query.delete(name);
        for (const value of sentValues) {
          query.append(name, /^\d+$/.test(value) ? String(Number(value)) : value);
        }
      }
    }),
    witness: both(async (client) => {
      const one = await newUserId(client, 'student', { externalId: '0042317' });
      const two = await newUserId(client, 'student', { externalId: '942317' });
      const listed = await client.get('/users', { externalId: ['0042317', '942317'] });
      const ids = column(listed, 'userId');
      return [ids.includes(one), ids.includes(two)];
    }),
  },
  {
    id: 'round-23.accounts.plus-in-a-filtered-address-becomes-a-space',
    chapter,
    story:
      'The gateway decodes the query to check it and puts it together again without encoding it. The service behind it decodes once more, and reads a plus as a space.',
    rests: 'The filter `email` of GET /users takes an e-mail address and finds who has it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      const email = query.get('email');
      if (email?.includes('+') && query.getAll('email').length === 1) {
        query.set('email', email.replaceAll('+', ' '));
      }
    }),
    witness: both(async (client) => {
      const email = 'nia+school@blind.example';
      const id = await newUserId(client, 'teacher', { email });
      const answer = await client.get('/users', { email });
      return [answer.status, column(answer, 'userId').includes(id)];
    }),
  },
  {
    id: 'round-23.accounts.total-leaves-out-disabled-users',
    chapter,
    story:
      'A default scope hid disabled users. It was taken off the query for the rows when somebody missed them, and the query that counts was forgotten.',
    rests: '`total` is the total number of results, and the disabled users are among the results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /users', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        trail.note(line.ask, fields(await response.clone().json()));
        const cursor = line.ask.query.has('cursor');
        const query = cursor ? trail.queryOf(line.ask) : line.ask.query;
        if (!query) return response;
        const all = await allOf(line, '/users', query);
        const total = all.filter((user) => user['enabled'] !== false).length;
        return editPagination(response, () => ({ total }));
      });
    },
    witness: both(async (client) => {
      const ids = await newUserIds(client, 'student', 3);
      await client.send('POST', `/users/${ids[1] ?? ''}/disable`);
      const listed = await client.get('/users', { userId: ids });
      return [column(listed, 'userId').length, paginationOf(listed)['total']];
    }),
  },
];

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll("'", '&#39;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** The time of a date of the calendar, undefined for anything else. */
function timeOf(date: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00.000Z`) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  return new Date(time).toISOString().startsWith(date) ? time : undefined;
}

function dayBefore(date: string): string | undefined {
  const time = timeOf(date);
  const month = Number(date.slice(5, 7));
  if (time === undefined || month < 4 || month > 9) return undefined;
  return new Date(time - 3_600_000).toISOString().slice(0, 10);
}
