import { edit, editUsers } from '../answers.ts';
import { both, newUser, newUserId, userOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';

const chapter = 'accounts';
const disable = 'POST /users/{id}/disable';
const enable = 'POST /users/{id}/enable';

export const moreAccounts: readonly BlindFault[] = [
  {
    id: 'round-1.accounts.enable-in-capitals',
    chapter,
    story:
      'The update compares the id as text, meets no row when it came in capitals, and says that it is done.',
    rests: 'POST enable: enable the user',
    breaks: 'explicit',
    depth: 'deep',
    at: [enable],
    wrap: (service) =>
      on(service, enable, async ({ ask, pass, call }) => {
        const capitals = ask.id !== ask.id.toLowerCase();
        const { body } = capitals ? await call(`GET /users?userId=${ask.id}`) : { body: {} };
        const response = await pass();
        const off = response.ok && at(body, 'data', 0, 'enabled') === false;
        if (off) await call(`POST /users/${ask.id}/disable`);
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/users/${id}/disable`);
      const { status } = await client.send('POST', `/users/${id.toUpperCase()}/enable`);
      return [status, (await userOf(client, id))['enabled']];
    }),
  },
  {
    id: 'round-1.accounts.disable-twice',
    chapter,
    story: 'Both routes end in one toggle, which a client that repeats itself turns back.',
    rests: 'POST disable: disable the user',
    breaks: 'explicit',
    depth: 'medium',
    at: [disable],
    wrap: (service) => {
      const disabled = new Set<string>();
      return on(service, [disable, enable], async ({ ask, pass }) => {
        const id = ask.id.toLowerCase();
        const turn = ask.path.endsWith('/disable') && disabled.has(id);
        const response = await (turn ? pass({ path: ask.path.replace('/disable', '/enable') }) : pass());
        if (!response.ok) return response;
        if (ask.path.endsWith('/disable') && !turn) disabled.add(id);
        else disabled.delete(id);
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      for (let n = 0; n < 2; n += 1) await client.send('POST', `/users/${id}/disable`);
      return (await userOf(client, id))['enabled'];
    }),
  },
  {
    id: 'round-1.accounts.patch-replaces-the-details',
    chapter,
    story: 'The patch is mapped onto a new details object, and what was not sent is null.',
    rests: "PATCH details: update the student's date of birth or gender",
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        if (!('gender' in user) || 'dateOfBirth' in user) return pass();
        return pass({ body: { user: { ...user, dateOfBirth: null } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { dateOfBirth: '2008-02-29' });
      const { body } = await client.send('PATCH', `/students/${id}/details`, { user: { gender: 'male' } });
      return textAt(body, 'user', 'dateOfBirth');
    }),
  },
  {
    id: 'round-1.accounts.full-name-computed-once',
    chapter,
    story: 'The full name is a column of its own, filled in when the account is created.',
    rests: "PUT name updates the user's name, and fullName is the user's full name",
    breaks: 'implied',
    depth: 'shallow',
    at: ['PUT /users/{id}/name', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const first = new Map<string, unknown>();
      const writes = on(service, 'PUT /users/{id}/name', async ({ ask, pass, call }) => {
        const { body } = await call(`GET /users?userId=${ask.id}`);
        const id = ask.id.toLowerCase();
        const [user] = list(body['data']);
        if (user !== undefined && !first.has(id)) first.set(id, at(user, 'fullName'));
        return pass();
      });
      return on(writes, ['PUT /users/{id}/name', 'GET /users', 'POST /users/search'], async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const fullName = first.get(textAt(user, 'userId'));
          return fullName === undefined ? user : { ...user, fullName };
        }),
      );
    },
    witness: both(async (client) => {
      const { userId } = await newUser(client, 'student');
      const user = { firstName: 'Another', lastName: 'Name' };
      return textAt(
        (await client.send('PUT', `/users/${userId}/name`, { user })).body,
        'user',
        'fullName',
      ).includes('Another');
    }),
  },
  {
    id: 'round-1.accounts.answer-of-another-request',
    chapter,
    story: 'The result of an update is put into a field of the controller before it is rendered.',
    rests: 'PUT password: 200 response carries property user, the user of the path',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/password'],
    wrap: (service) => {
      let field: unknown;
      return on(service, 'PUT /users/{id}/password', async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        field = await response.clone().json();
        await new Promise((resolve) => setTimeout(resolve, 5));
        return edit(response, () => field);
      });
    },
    witness: both(async (client) => {
      const ids = [await newUserId(client, 'student'), await newUserId(client, 'student')];
      const user = { password: 'long enough' };
      const answers = await Promise.all(
        ids.map((id) => client.send('PUT', `/users/${id}/password`, { user })),
      );
      return answers.every(({ body }, n) => textAt(body, 'user', 'userId') === ids[n]);
    }),
  },
];
