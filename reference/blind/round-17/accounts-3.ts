import { editUsers, withBody } from '../answers.ts';
import { both, column, itemsOf, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, readAnswer, textAt } from '../kit.ts';
import { changes, put, repaged } from './accounts-tools.ts';

export const shapesOfAccounts: readonly BlindFault[] = [
  {
    id: 'round-17.create.teacher-without-class-has-no-role-in-the-list',
    chapter: 'create',
    story:
      'The role filter of the list joins the table of class teachers, because that was where roles stood before.',
    rests: 'GET /users: role is a UserRole filter; User roles: all platform roles of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers', 'GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', (line) => {
        const resumed = Buffer.from(line.ask.query.get('cursor') ?? '', 'base64').toString();
        if (line.ask.query.get('role') !== 'teacher' && !/^page .*role=teacher/.test(resumed))
          return line.pass();
        return repaged(line, (items) => items.filter((user) => list(user['classIds']).length > 0));
      }),
    witness: both(async (client) => {
      const user = await newUser(client, 'teacher');
      const role = textAt(user, 'roles', 0);
      const found = column(await client.get('/users', { role, limit: 5 }), 'userId');
      return [role, found.includes(textAt(user, 'userId'))];
    }),
  },
  {
    id: 'round-17.create.search-does-not-know-the-upn-yet',
    chapter: 'create',
    story:
      'The handler of the event "student created" writes the search document without the UPN; that of "user changed" writes it whole.',
    rests: 'POST /users/search has the same filters and response as GET /users; search: upns.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students', 'POST /users/search'],
    wrap: (service) => {
      const halfKnown = new Set<string>();
      const creating = on(service, 'POST /students', async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const { body } = await readAnswer(response.clone());
        halfKnown.add(textAt(body, 'user', 'userId'));
        return response;
      });
      const changing = on(creating, changes, async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) halfKnown.delete(ask.id.toLowerCase());
        return response;
      });
      return on(changing, 'POST /users/search', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || !('upns' in fields(ask.body['search']))) return response;
        const { body } = await readAnswer(response.clone());
        const data = list(body['data']);
        const found = data.filter((user) => !halfKnown.has(textAt(user, 'userId')));
        const pagination = fields(body['pagination']);
        const total = Number(pagination['total']) - data.length + found.length;
        return withBody(response, { data: found, pagination: { ...pagination, total } });
      });
    },
    witness: both(async (client) => {
      const upn = 'B990000000017';
      const user = await newUser(client, 'student', { upn });
      const listed = column(await client.get('/users', { upn }), 'userId');
      const searched = column(
        await client.send('POST', '/users/search', { search: { upns: [upn] } }),
        'userId',
      );
      return [listed.length, searched.includes(textAt(user, 'userId'))];
    }),
  },
  {
    id: 'round-17.create.student-inherits-gender-and-birthday',
    chapter: 'create',
    story: 'The handler merges each body into one object of defaults that lives as long as the process.',
    rests: 'Conventions 3: empty fields are omitted from a response; User: gender, dateOfBirth.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students', 'GET /users'],
    wrap: (service) => {
      const defaults: Fields = {};
      return on(service, 'POST /students', async ({ ask, pass }) => {
        const { gender, dateOfBirth } = fields(ask.body['user']);
        if (!('user' in ask.body)) return pass();
        const response = await pass({
          body: { ...ask.body, user: { ...defaults, ...fields(ask.body['user']) } },
        });
        if (response.ok && gender !== undefined) defaults['gender'] = gender;
        if (response.ok && dateOfBirth !== undefined) defaults['dateOfBirth'] = dateOfBirth;
        return response;
      });
    },
    witness: both(async (client) => {
      await newUserId(client, 'student', { gender: 'female', dateOfBirth: '2008-05-06' });
      const { gender, dateOfBirth } = await userOf(client, await newUserId(client, 'student'));
      return [gender ?? 'none', dateOfBirth ?? 'none'];
    }),
  },
  {
    id: 'round-17.details.birthday-at-the-epoch-is-nothing',
    chapter: 'details',
    story: 'The handler turns the date into a number and takes zero for a date that was not given.',
    rests: 'PATCH /students/{userId}/details: update the date of birth; User: dateOfBirth.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details', 'GET /users'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const time = Date.parse(textAt(user, 'dateOfBirth'));
        return time === 0 ? pass({ body: { ...ask.body, user: { ...user, dateOfBirth: null } } }) : pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { dateOfBirth: '1969-12-31' });
      await client.send('PATCH', `/students/${id}/details`, { user: { dateOfBirth: '1970-01-01' } });
      return (await userOf(client, id))['dateOfBirth'] ?? 'none';
    }),
  },
  {
    id: 'round-17.password.answer-has-only-the-first-role',
    chapter: 'password',
    story:
      'The user of the answer comes from a join with roles under LIMIT 1, which was meant to give one user.',
    rests:
      'User roles: all platform roles of the user; PUT /users/{userId}/password: 200 response carries user (User).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) =>
        editUsers(await pass(), (user) => ({ ...user, roles: list(user['roles']).slice(0, 1) })),
      ),
    witness: both(async (client) => {
      const teachers = itemsOf(await client.get('/users', { role: 'teacher', limit: 50 }));
      const id = textAt(
        teachers.find((user) => list(user['roles']).length > 1),
        'userId',
      );
      const { roles } = await put(client, id, 'password', { password: 'long enough 2' });
      return list(roles).length;
    }),
  },
];
