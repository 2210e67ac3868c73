import { edit, editItems, editUsers, json } from '../answers.ts';
import { both, itemsOf, newClassId, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { keeping, mapped, names, renamed } from '../shared/accounts.ts';
import { usersOf } from '../shared/ids.ts';
import { lookUp, sessionLists } from './write-help.ts';

const rename = 'PUT /users/{id}/name';
const details = 'PATCH /students/{id}/details';

export const updates: readonly BlindFault[] = [
  {
    id: 'round-5.updates.birthday-in-three-numbers',
    chapter: 'updates',
    story: 'The JSON library has not been told of dates without a time, and writes out their three parts.',
    rests: 'dateOfBirth is a string, a date YYYY-MM-DD.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [details],
    wrap: (service) =>
      on(service, details, async ({ pass }) =>
        editUsers(await pass(), (user) =>
          typeof user['dateOfBirth'] === 'string'
            ? { ...user, dateOfBirth: user['dateOfBirth'].split('-').map(Number) }
            : user,
        ),
      ),
    witness: both(async (client) => {
      const path = `/students/${await newUserId(client, 'student')}/details`;
      const { body } = await client.send('PATCH', path, { user: { dateOfBirth: '2009-11-23' } });
      return fields(body['user'])['dateOfBirth'];
    }),
  },
  {
    id: 'round-5.updates.leap-day-moves',
    chapter: 'updates',
    story:
      'To check the age the birthday is put into this year, and what comes out is put back into its own.',
    rests: 'PATCH details updates the date of birth of the student to the date that was sent.',
    breaks: 'explicit',
    depth: 'deep',
    at: [details],
    wrap: keeping(details, (user) =>
      mapped(user, ['dateOfBirth'], (date) => date.replace(/-02-29$/, '-03-01')),
    ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PATCH', `/students/${id}/details`, { user: { dateOfBirth: '2008-02-29' } });
      return (await userOf(client, id))['dateOfBirth'];
    }),
  },
  {
    id: 'round-5.updates.id-without-hyphens',
    chapter: 'updates',
    story: 'Identifiers are bytes in the database, and the update shows them as plain hexadecimal digits.',
    rests: 'userId is a UUID in text and the identifier of the user, the same as in the path.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [rename],
    wrap: (service) =>
      on(service, rename, async ({ pass }) =>
        editUsers(await pass(), (user) => ({ ...user, userId: textAt(user, 'userId').replaceAll('-', '') })),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { firstName: 'Ada', lastName: 'Byron' };
      const { body } = await client.send('PUT', `/users/${id}/name`, { user });
      return textAt(body, 'user', 'userId') === id;
    }),
  },
  {
    id: 'round-5.updates.comma-turns-the-name-round',
    chapter: 'updates',
    story: 'The directory takes one full name, and reads one with a comma as last name, first name.',
    rests: 'PUT name updates the name of the user; firstName and lastName are what was sent.',
    breaks: 'explicit',
    depth: 'medium',
    at: [rename],
    wrap: keeping(rename, (user) => {
      const whole = names.map((name) => textAt(user, name)).join(' ');
      const [lastName = '', firstName = ''] = whole.split(/,\s*/);
      return firstName === '' ? user : { ...user, firstName, lastName };
    }),
    witness: renamed('Martin', 'King, Jr.'),
  },
  {
    id: 'round-5.updates.namesakes-renamed-too',
    chapter: 'updates',
    story: 'The statement finds the user by the former names, as the forms of the predecessor did.',
    rests: 'PUT /users/{userId}/name updates the name of the user in the path, and of nobody else.',
    breaks: 'explicit',
    depth: 'deep',
    at: [rename],
    wrap: (service) =>
      on(service, rename, async (line) => {
        const { fullName, userId } = await lookUp(line, line.ask.id);
        const answer = await line.pass();
        if (!answer.ok || typeof fullName !== 'string') return answer;
        const search = { name: fullName };
        const found = await line.call('POST /users/search', { search, limit: 100 });
        for (const other of itemsOf(found)) {
          if (other['fullName'] !== fullName || other['userId'] === userId) continue;
          await line.call(`PUT /users/${other['userId']}/name`, line.ask.body);
        }
        return answer;
      }),
    witness: both(async (client) => {
      const person = { firstName: client.word(), lastName: 'Doppel' };
      const one = await newUserId(client, 'student', person);
      const other = await newUserId(client, 'student', person);
      const user = { firstName: 'Solely', lastName: 'Renamed' };
      await client.send('PUT', `/users/${one}/name`, { user });
      return (await userOf(client, other))['lastName'];
    }),
  },
];

export const later: readonly BlindFault[] = [
  {
    id: 'round-5.updates.renamed-users-come-first',
    chapter: 'updates',
    story: 'The list is kept in order in a cache, which takes a changed user out and puts it in at the top.',
    rests: 'GET /users: the default is sort[field]=createdAt and sort[direction]=desc.',
    breaks: 'explicit',
    depth: 'medium',
    at: [rename, 'GET /users'],
    wrap: (service) => {
      let top = '';
      return on(service, [rename, 'GET /users'], async (line) => {
        const answer = await line.pass();
        if (line.ask.method === 'PUT') {
          if (answer.ok) top = line.ask.id.toLowerCase();
          return answer;
        }
        const plain = [...line.ask.query.keys()].every((name) => name === 'limit');
        if (!answer.ok || !plain || top === '') return answer;
        const user = await lookUp(line, top);
        return edit(answer, (body) => {
          const data = list(body['data']);
          const others = data.filter((item) => textAt(item, 'userId') !== top);
          return { ...body, data: [user, ...others].slice(0, data.length) };
        });
      });
    },
    witness: both(async (client) => {
      const [older, newer] = [await newUserId(client, 'student'), await newUserId(client, 'student')];
      const user = { firstName: 'Older', lastName: 'Renamed' };
      await client.send('PUT', `/users/${older}/name`, { user });
      const listed = itemsOf(await client.get('/users', { limit: 100 })).map((item) => item['userId']);
      return listed.indexOf(newer) < listed.indexOf(older);
    }),
  },
  {
    id: 'round-5.updates.sessions-lose-a-renamed-learner',
    chapter: 'updates',
    story: 'Sessions hold the full name of their learner, and are joined to the users by it.',
    rests: 'A session links to a user, who is the learner with personal details and identifiers.',
    breaks: 'explicit',
    depth: 'deep',
    at: [rename, ...sessionLists],
    wrap: (service) => {
      const changed = new Set<string>();
      return on(service, [rename, ...sessionLists], async ({ ask, pass }) => {
        const answer = await pass();
        if (ask.method === 'PUT') {
          if (answer.ok) changed.add(ask.id.toLowerCase());
          return answer;
        }
        return editItems(answer, (item) =>
          changed.has(textAt(item, 'user', 'userId')) ? { ...item, user: null } : item,
        );
      });
    },
    witness: both(async (client) => {
      const [userId = ''] = usersOf(itemsOf(await client.get('/smart-ia/sessions')));
      const user = { firstName: 'Wedded', lastName: 'Newname' };
      await client.send('PUT', `/users/${userId}/name`, { user });
      const [session] = itemsOf(await client.get('/smart-ia/sessions', { userId }));
      return textAt(session, 'user', 'userId') === userId;
    }),
  },
  {
    id: 'round-5.updates.renamed-with-the-classes-of-before',
    chapter: 'updates',
    story: 'Accounts are cached as they were last answered, and joining a class does not drop them.',
    rests: 'PUT name answers the user with classIds, which are the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [rename],
    wrap: (service) => {
      const cached = new Map<string, unknown>();
      return on(service, ['POST /students', rename], async ({ ask, pass }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        const body = fields(await answer.json());
        const { classIds, ...user } = fields(body['user']);
        const id = textAt(user, 'userId');
        if (!cached.has(id)) cached.set(id, classIds);
        const former = cached.get(id);
        const shown = former === undefined ? user : { ...user, classIds: former };
        return json(answer.status, ask.method === 'PUT' ? { ...body, user: shown } : body);
      });
    },
    witness: both(async (client) => {
      const id = textAt(await newUser(client, 'student'), 'userId');
      const classId = await newClassId(client);
      await client.send('POST', `/students/${id}/classes`, { classIds: [classId] });
      const user = { firstName: 'Class', lastName: 'Joined' };
      const { body } = await client.send('PUT', `/users/${id}/name`, { user });
      return list(fields(body['user'])['classIds']).includes(classId);
    }),
  },
];
