import { edit, editItems, editPagination, editUsers } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  newClassId,
  newUser,
  newUserId,
  nobody,
  paginationOf,
  userOf,
} from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { found, payloadOf, sessionLists, userIn } from './accounts-common.ts';

/** Whether clocks in London are on summer time at the first moment of a date in UTC. */
function inSummer(date: string): boolean {
  const hour = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return hour.format(new Date(`${date}T00:00:00.000Z`)) === '01';
}

/** Faults that only certain values, orders or sequences show. */
export const deep: readonly BlindFault[] = [
  {
    id: 'round-20.details.birth-dates-in-summer-slip-a-day',
    chapter: 'details',
    story: 'The patch handler parses the date at midnight in London and the column keeps the day in UTC.',
    rests: "User: dateOfBirth, date; PATCH details: Update the student's date of birth or gender.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PATCH /students/{id}/details', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', (line) => {
        const date = textAt(payloadOf(line), 'dateOfBirth');
        const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00.000Z`) : Number.NaN;
        if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(date) || !inSummer(date))
          return line.pass();
        const dateOfBirth = new Date(time - 86_400_000).toISOString().slice(0, 10);
        return line.pass({ body: { ...line.ask.body, user: { ...payloadOf(line), dateOfBirth } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PATCH', `/students/${id}/details`, { user: { dateOfBirth: '2009-07-01' } });
      return textAt(await userOf(client, id), 'dateOfBirth');
    }),
  },
  {
    id: 'round-20.sessions.are-lost-to-the-user-filter-after-a-new-external-id',
    chapter: 'sessions',
    story:
      "Sessions are imported under the external id of the learner, and the filter translates user ids to today's external ids.",
    rests: 'GET /smart-ia/sessions: userId, array of UUID; Session links to a user.',
    breaks: 'explicit',
    depth: 'deep',
    at: sessionLists,
    wrap: (service) => {
      const imported = new Map<string, string>();
      const changed = new Set<string>();
      const setting = on(service, 'PUT /users/{id}/external-id', async (line) => {
        const user = await found(line, line.ask.id);
        const response = await line.pass();
        if (!response.ok) return response;
        const id = textAt(user, 'userId');
        const first = imported.get(id) ?? textAt(user, 'externalId');
        imported.set(id, first);
        if (first === '' || textAt(payloadOf(line), 'externalId') === first) changed.delete(id);
        else changed.add(id);
        return response;
      });
      const translate = (ids: readonly string[]) =>
        ids.map((id) => (changed.has(id.toLowerCase()) ? nobody : id));
      const listing = on(setting, sessionLists.slice(0, 3), ({ ask, pass }) => {
        const ids = ask.query.getAll('userId');
        if (ids.length === 0) return pass();
        const query = new URLSearchParams(ask.query);
        query.delete('userId');
        for (const id of translate(ids)) query.append('userId', id);
        return pass({ query });
      });
      return on(listing, 'POST /smart-ia/sessions/search', ({ ask, pass }) => {
        const search = fields(ask.body['search']);
        const ids = search['userIds'];
        if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) return pass();
        return pass({ body: { ...ask.body, search: { ...search, userIds: translate(texts(ids)) } } });
      });
    },
    witness: both(async (client) => {
      const learners = column(await client.get('/smart-ia/sessions', { limit: 50 }), 'user', 'userId');
      const users = itemsOf(await client.send('POST', '/users/search', { search: { userIds: learners } }));
      const userId = textAt(
        users.find((user) => user['externalId'] !== undefined),
        'userId',
      );
      const total = async () => paginationOf(await client.get('/smart-ia/sessions', { userId }))['total'];
      const before = await total();
      await client.send('PUT', `/users/${userId}/external-id`, { user: { externalId: 'MIS-NEW-1' } });
      return before === (await total()) ? 'as many sessions as before' : 'fewer sessions';
    }),
  },
  {
    id: 'round-20.sessions.learners-are-dealt-out-in-the-order-of-the-heap',
    chapter: 'sessions',
    story:
      'A batch loader zips ids with rows by position, and PostgreSQL moves a row to the end of the heap when it is updated.',
    rests: 'Session: The session links to a user (SessionUser: the learner).',
    breaks: 'explicit',
    depth: 'deep',
    at: sessionLists,
    wrap: (service) => {
      let touched: readonly string[] = [];
      const writes = ['name', 'password', 'emails/primary', 'external-id'].map(
        (end) => `PUT /users/{id}/${end}`,
      );
      const noting = on(service, [...writes, 'PATCH /students/{id}/details'], async ({ ask, pass }) => {
        const response = await pass();
        const id = ask.id.toLowerCase();
        if (response.ok) touched = [...touched.filter((one) => one !== id), id];
        return response;
      });
      return on(noting, sessionLists, async ({ pass }) =>
        editItems(await pass(), (session, _index, sessions) => {
          const users = new Map(sessions.map((one) => [textAt(one, 'user', 'userId'), one['user']]));
          const asked = [...users.keys()];
          const heap = [
            ...asked.filter((id) => !touched.includes(id)),
            ...touched.filter((id) => users.has(id)),
          ];
          const dealt = heap[asked.indexOf(textAt(session, 'user', 'userId'))] ?? '';
          return { ...session, user: users.get(dealt) };
        }),
      );
    },
    witness: both(async (client) => {
      const sessions = itemsOf(await client.get('/smart-ia/sessions', { limit: 20 }));
      const first = textAt(sessions[0], 'user', 'userId');
      const other = sessions.map((one) => textAt(one, 'user', 'userId')).find((id) => id !== first) ?? '';
      const read = async () =>
        itemsOf(await client.get('/smart-ia/sessions', { userId: [first, other] }))
          .map((one) => `${textAt(one, 'sessionId')} ${textAt(one, 'user', 'userId')}`)
          .join();
      const before = await read();
      await client.send('PUT', `/users/${first}/password`, { user: { password: 'a word of length' } });
      return before === (await read()) ? 'same learners' : 'other learners';
    }),
  },
  {
    id: 'round-20.email.siblings-with-one-address-change-together',
    chapter: 'email',
    story: "The update names the row by its old address, which is the parent's and stands at two children.",
    rests: "PUT /users/{userId}/emails/primary: Update the user's primary email address.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/emails/primary', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async (line) => {
        const user = await found(line, line.ask.id);
        const old = textAt(user, 'emails', 0);
        const response = await line.pass();
        if (!response.ok || old === '') return response;
        const { body } = await line.call(`GET /users?${new URLSearchParams({ email: old })}`);
        for (const sibling of list(body['data']).map(fields)) {
          const id = textAt(sibling, 'userId');
          if (textAt(sibling, 'emails', 0) !== old || id === textAt(user, 'userId')) continue;
          await line.call(`PUT /users/${id}/emails/primary`, line.ask.body);
        }
        return response;
      }),
    witness: both(async (client) => {
      const email = 'parent@home.example';
      const one = await newUserId(client, 'student', { email });
      const two = await newUserId(client, 'student', { email });
      await client.send('PUT', `/users/${one}/emails/primary`, { user: { email: 'own@school.example' } });
      return (await userOf(client, two))['emails'];
    }),
  },
  {
    id: 'round-20.password.new-password-brings-back-the-address-of-the-creation',
    chapter: 'password',
    story:
      'The identity provider keeps the address it was given at creation and writes its whole profile back with each new password.',
    rests:
      "PUT password: Change the user's password; PUT emails/primary: Update the user's primary email address.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/password', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const given = new Map<string, string>();
      const creating = on(service, ['POST /students', 'POST /teachers'], async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const user = await userIn(response);
        const email = textAt(user, 'emails', 0);
        if (email !== '') given.set(textAt(user, 'userId'), email);
        return response;
      });
      return on(creating, 'PUT /users/{id}/password', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const user = await userIn(response);
        const id = textAt(user, 'userId');
        const email = given.get(id);
        if (email !== undefined && email !== textAt(user, 'emails', 0)) {
          await line.call(`PUT /users/${id}/emails/primary`, { user: { email } });
        }
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { email: 'maiden@school.example' });
      await client.send('PUT', `/users/${id}/emails/primary`, { user: { email: 'married@school.example' } });
      await client.send('PUT', `/users/${id}/password`, { user: { password: 'another word' } });
      return (await userOf(client, id))['emails'];
    }),
  },
  {
    id: 'round-20.names.first-name-of-two-words-is-split-again',
    chapter: 'names',
    story:
      'The legacy table keeps the full name only, and a sync job splits it at the first space after each change.',
    rests: "PUT /users/{userId}/name: Update the user's name; User: firstName, lastName.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const user = await userIn(response);
        const [firstName = '', ...rest] = `${user['firstName']} ${user['lastName']}`.split(' ');
        const lastName = rest.join(' ');
        if (firstName.trim() === '' || lastName.trim() === '' || firstName === user['firstName'])
          return response;
        await line.call(`PUT /users/${line.ask.id}/name`, { user: { firstName, lastName } });
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { firstName: 'Ana María', lastName: 'López' };
      await client.send('PUT', `/users/${id}/name`, { user });
      const { firstName, lastName } = await userOf(client, id);
      return [firstName, lastName];
    }),
  },
  {
    id: 'round-20.creation.new-student-starts-with-the-classes-of-an-earlier-one',
    chapter: 'creation',
    story:
      'The template of a new student holds one array of classes, and assigning classes pushes into it through the first student made.',
    rests: 'User: classIds, Classes of the user; POST /students: Create a student account.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const made = new Set<string>();
      const template = new Set<string>();
      const assigning = on(service, 'POST /students/{id}/classes', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok && made.has(ask.id)) for (const id of texts(ask.body['classIds'])) template.add(id);
        return response;
      });
      return on(assigning, 'POST /students', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const id = textAt(await userIn(response), 'userId');
        made.add(id);
        if (template.size === 0) return response;
        await line.call(`POST /students/${id}/classes`, { classIds: [...template] });
        return editUsers(response, (user) => ({ ...user, classIds: [...template] }));
      });
    },
    witness: both(async (client) => {
      const one = await newUserId(client, 'student');
      const classId = await newClassId(client);
      await client.send('POST', `/students/${one}/classes`, { classIds: [classId] });
      const two = await newUser(client, 'student');
      const listed = await userOf(client, textAt(two, 'userId'));
      return [list(two['classIds']).length, list(listed['classIds']).length];
    }),
  },
  {
    id: 'round-20.enabling.disabled-user-is-listed-and-not-counted',
    chapter: 'enabling',
    story:
      'The number of users is kept in a counter that the handlers of disable and enable move, while the list keeps every row.',
    rests: 'Pagination: total, Total number of results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) => {
      const off = new Set<string>();
      const moving = on(
        service,
        ['POST /users/{id}/disable', 'POST /users/{id}/enable'],
        async ({ ask, pass }) => {
          const response = await pass();
          if (!response.ok) return response;
          if (ask.path.endsWith('/disable')) off.add(ask.id);
          else off.delete(ask.id);
          return response;
        },
      );
      const counted = on(moving, 'GET /users', async ({ ask, pass }) => {
        const filtered = ['userId', 'upn', 'externalId', 'username', 'email', 'name', 'role', 'cursor'];
        if (filtered.some((name) => ask.query.has(name))) return pass();
        return editPagination(await pass(), ({ total }) => ({ total: Number(total) - off.size }));
      });
      return on(counted, 'POST /users/search', async ({ ask, pass }) => {
        const filtered = Object.keys(fields(at(ask.body, 'search'))).length > 0 || 'cursor' in ask.body;
        if (filtered) return pass();
        return edit(await pass(), (body) => {
          const pagination = fields(body['pagination']);
          return { ...body, pagination: { ...pagination, total: Number(pagination['total']) - off.size } };
        });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/users/${id}/disable`);
      const listed = await client.get('/users', { limit: 1000 });
      return Number(paginationOf(listed)['total']) === itemsOf(listed).length
        ? 'all counted'
        : 'not all counted';
    }),
  },
];
