import { edit, editUsers } from '../answers.ts';
import { both, column, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, requery, textAt } from '../kit.ts';
import { creations, fault, idOf, payloadOf, storedUser } from './accounts-help.ts';

const externalId = 'PUT /users/{id}/external-id';
const name = 'PUT /users/{id}/name';

const enables = fault('rename-enables-a-disabled-user', {
  story:
    'Renaming is an upsert of the whole row made from a data class in which `enabled` defaults to true, and the handler does not fill it in.',
  rests: 'Users are disabled by POST disable, and enabled by POST enable; PUT name updates the name.',
  breaks: 'explicit',
  depth: 'deep',
  at: [name, 'GET /users', 'POST /users/search'],
  wrap: (service) =>
    on(service, name, async (line) => {
      const response = await line.pass();
      const id = idOf(line);
      if (!response.ok || (await storedUser(line, id))['enabled'] !== false) return response;
      await line.call(`POST /users/${id}/enable`);
      const user = await storedUser(line, id);
      return edit(response, (body) => ({ ...body, user }));
    }),
  witness: both(async (client) => {
    const id = await newUserId(client, 'student');
    await client.send('POST', `/users/${id}/disable`);
    const before = (await userOf(client, id))['enabled'];
    const user = { firstName: client.word(), lastName: 'Renamed' };
    await client.send('PUT', `/users/${id}/name`, { user });
    return [before, (await userOf(client, id))['enabled']];
  }),
});

const backAgain = fault('external-id-cannot-be-set-back-to-a-former-one', {
  story:
    'External ids are rows of a history with a unique key on user and value, inserted with ON CONFLICT DO NOTHING; the newest row is the current one. Going back to a former id inserts nothing.',
  rests: 'PUT external-id sets the external identifier of the user.',
  breaks: 'explicit',
  depth: 'deep',
  at: [externalId, 'GET /users', 'POST /users/search'],
  wrap: (service) => {
    const history = new Map<string, Set<unknown>>();
    return on(service, externalId, async (line) => {
      const id = idOf(line);
      const current = (await storedUser(line, id))['externalId'];
      const response = await line.pass();
      if (!response.ok) return response;
      const rows = history.get(id) ?? new Set();
      history.set(id, rows.add(current));
      const wanted = payloadOf(line)['externalId'];
      if (typeof wanted !== 'string' || wanted === current || !rows.has(wanted)) return response;
      await line.call(`PUT ${line.ask.path}`, { user: { externalId: current ?? null } });
      const { updatedAt } = await storedUser(line, id);
      return editUsers(response, (user) => ({ ...user, updatedAt }));
    });
  },
  witness: both(async (client) => {
    const first = client.word();
    const id = await newUserId(client, 'student', { externalId: first });
    const seen: unknown[] = [];
    for (const value of [client.word(), first]) {
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: value } });
      seen.push((await userOf(client, id))['externalId']);
    }
    return seen;
  }),
});

const leftovers = fault('next-account-inherits-from-a-refused-one', {
  story:
    'Forms for new accounts are taken from a pool and are wiped when the account has been saved. After a refusal the form goes back unwiped, and the next account has what its own request leaves out.',
  rests:
    'POST /students and POST /teachers create an account; what it has not been given is empty, and omitted.',
  breaks: 'explicit',
  depth: 'deep',
  at: [...creations],
  wrap: (service) => {
    let form: Fields = {};
    return on(service, creations, async (line) => {
      const user = payloadOf(line);
      const left = form;
      const filled = { ...line.ask.body, user: { ...left, ...user } };
      const used = Object.keys(left).length > 0 && line.ask.body['user'] !== undefined;
      const tried = used ? await line.pass({ body: filled }) : undefined;
      const response = tried?.ok ? tried : await line.pass();
      if (response.ok) form = {};
      if (response.status === 400) form = { ...left, ...optionalOf(user) };
      return response;
    });
  },
  witness: both(async (client) => {
    const refused = { firstName: client.word(), lastName: '', externalId: client.word(), gender: 'female' };
    const { status } = await client.send('POST', '/students', { user: refused });
    const { externalId, gender } = await userOf(client, await newUserId(client, 'student'));
    return { status, externalId, gender };
  }),
});

function optionalOf({ externalId, gender, dateOfBirth }: Fields): Fields {
  const entries = Object.entries({ externalId, gender, dateOfBirth });
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}

const lastChanged = fault('users-are-listed-by-their-last-change', {
  story:
    'The list without a sort is read from the covering index on `updated_at`, which was right as long as accounts could not be changed: the two moments were equal but for an hour.',
  rests: 'The default of GET /users is `sort[field]=createdAt&sort[direction]=desc`.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /users'],
  wrap: requery('GET /users', (query) => {
    const sorted = [...query.keys()].some((key) => key.startsWith('sort'));
    if (!sorted && !query.has('cursor')) query.set('sort[field]', 'updatedAt');
  }),
  witness: both(async (client) => {
    const first = await newUserId(client, 'student');
    const second = await newUserId(client, 'student');
    await client.send('PUT', `/users/${first}/name`, { user: { firstName: 'Renamed', lastName: 'Witness' } });
    const found = column(await client.get('/users', { limit: 2 }), 'userId');
    return found.map((id) => [first, second].indexOf(id));
  }),
});

const missed = fault('external-id-looked-up-in-vain-stays-unknown', {
  story:
    'Look-ups by external id that find nobody are cached, because the synchronisation asks for thousands of them. Creating an account empties the cache. Setting the external id of an account that exists does not.',
  rests: 'GET /users finds users by `externalId`; the search has the same filters and response.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /users', externalId],
  wrap: (service) => {
    const misses = new Set<string>();
    const writing = on(service, creations, async ({ pass }) => {
      const response = await pass();
      if (response.ok) misses.clear();
      return response;
    });
    return on(writing, 'GET /users', async ({ ask, pass }) => {
      const wanted = ask.query.getAll('externalId').sort().join('\n');
      const response = await pass();
      if (wanted === '' || !response.ok) return response;
      return edit(response, (body) => {
        if (list(body['data']).length === 0 && ask.query.size === ask.query.getAll('externalId').length) {
          misses.add(wanted);
        }
        if (!misses.has(wanted)) return body;
        const pagination = { ...fields(body['pagination']), total: 0, nextCursor: null };
        return { ...body, data: [], pagination };
      });
    });
  },
  witness: both(async (client) => {
    const id = await newUserId(client, 'teacher');
    const user = { externalId: client.word() };
    const before = column(await client.get('/users', user), 'userId').length;
    await client.send('PUT', `/users/${id}/external-id`, { user });
    const after = column(await client.get('/users', user), 'userId').length;
    return [before, after, textAt(await userOf(client, id), 'externalId')];
  }),
});

/** Faults that take a state which something before has left. */
export const deepStates: readonly BlindFault[] = [enables, backAgain, leftovers, lastChanged, missed];
