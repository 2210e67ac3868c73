import { both, newUserId, userOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';

const chapter = 'accounts';
const disable = 'POST /users/{id}/disable';
const enable = 'POST /users/{id}/enable';

export const moreAccounts: readonly BlindFault[] = [
  {
    id: 'reserve.accounts.enable-undone-by-an-old-copy',
    chapter,
    story: 'Updates write the whole row from a copy in the session cache, which enabling does not renew.',
    rests: "POST enable: enable the user; PUT name updates the user's name and nothing else",
    breaks: 'implied',
    depth: 'deep',
    at: ['PUT /users/{id}/name'],
    wrap: (service) => {
      const stale = new Set<string>();
      const watched = on(service, [enable, disable], async ({ ask, pass }) => {
        const response = await pass();
        const id = ask.id.toLowerCase();
        if (response.ok && ask.path.endsWith('/disable')) stale.delete(id);
        if (response.ok && ask.path.endsWith('/enable')) stale.add(id);
        return response;
      });
      return on(watched, 'PUT /users/{id}/name', async ({ ask, pass, call }) => {
        const response = await pass();
        const old = response.ok && stale.delete(ask.id.toLowerCase());
        if (old) await call(`POST /users/${ask.id}/disable`);
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/users/${id}/disable`);
      await client.send('POST', `/users/${id}/enable`);
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'New', lastName: 'Name' } });
      return (await userOf(client, id))['enabled'];
    }),
  },
  {
    id: 'reserve.accounts.chosen-username-is-an-update',
    chapter,
    story: 'With a username in the body the create is an upsert, which answers as an update does.',
    rests: 'POST /teachers: 201 response carries property user',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 201 || at(ask.body, 'user', 'username') === undefined) return response;
        return new Response(response.body, { status: 200, headers: response.headers });
      }),
    witness: both(async (client) => {
      const user = { firstName: 'Una', lastName: 'Chosen', username: 'una.chosen' };
      return (await client.send('POST', '/teachers', { user })).status;
    }),
  },
  {
    id: 'reserve.accounts.external-id-moves-over',
    chapter,
    story:
      'Two people of one external id end in one row of the mapping table: the later takes it from the earlier.',
    rests: 'PUT external-id sets the external identifier of the user in the path and of no other',
    breaks: 'implied',
    depth: 'deep',
    at: ['PUT /users/{id}/external-id'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/external-id', async ({ ask, pass, call }) => {
        const response = await pass();
        const value = at(ask.body, 'user', 'externalId');
        if (!response.ok || typeof value !== 'string') return response;
        const { body } = await call(`GET /users?externalId=${encodeURIComponent(value)}`);
        for (const user of list(body['data'])) {
          const id = textAt(user, 'userId');
          if (id !== ask.id.toLowerCase())
            await call(`PUT /users/${id}/external-id`, { user: { externalId: null } });
        }
        return response;
      }),
    witness: both(async (client) => {
      const first = await newUserId(client, 'student', { externalId: 'SHARED-1' });
      const second = await newUserId(client, 'student');
      await client.send('PUT', `/users/${second}/external-id`, { user: { externalId: 'SHARED-1' } });
      return (await userOf(client, first))['externalId'] ?? 'none';
    }),
  },
  {
    id: 'reserve.accounts.long-name-cut',
    chapter,
    story: 'The column has forty characters, and the database cuts in silence.',
    rests: "PUT name: update the user's name",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const lastName = user['lastName'];
        if (typeof lastName !== 'string' || lastName.length <= 40 || lastName.length > 255) return pass();
        return pass({ body: { user: { ...user, lastName: lastName.slice(0, 40) } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const user = { firstName: 'Ana', lastName: 'de la Santísima Trinidad y Fernández de Córdoba' };
      const { body } = await client.send('PUT', `/users/${id}/name`, { user });
      return textAt(body, 'user', 'lastName').length;
    }),
  },
];
