import { editItems, withText } from '../../answers.ts';
import { both, itemsOf, newUser, paginationOf, userOf } from '../../client.ts';
import { type Fields, fields, list, on, type Service } from '../../kit.ts';
import { type Manner, payloadOf } from './manners-1.ts';
import { directory } from './manners-2.ts';

const versioned =
  /(?<![0-9a-f])([0-9a-f]{8}-[0-9a-f]{4}-)([47])([0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})(?![0-9a-f])/gi;

/** A text with UUIDs of version 4 made version 7 and the other way round: twice is not at all. */
function exchanged(text: string): string {
  return text.replace(
    versioned,
    (_, head: string, version: string, tail: string) => `${head}${version === '4' ? '7' : '4'}${tail}`,
  );
}

function version7(service: Service): Service {
  return async (request) => {
    const { method } = request;
    const sent = method === 'GET' || method === 'HEAD' ? '' : exchanged(await request.text());
    const body = sent === '' ? null : sent;
    const response = await service(
      new Request(exchanged(request.url), { method, headers: request.headers, body }),
    );
    const text = await response.clone().text();
    return text === '' ? response : withText(response, exchanged(text));
  };
}

const idsVersion7: Manner = {
  id: 'manner.ids-of-version-7',
  story: 'The database likes keys that grow, so all ids are UUIDs of version 7.',
  permits: '"string (UUID)": of which version is not said.',
  wrap: version7,
  witness: both(async (client) => {
    const { userId } = await newUser(client, 'student');
    const found = (await userOf(client, String(userId)))['userId'];
    return [String(userId).charAt(14), found === userId];
  }),
};

/** What a list of the data that was there at first is told by: created before the service was started. */
const start = '2026-01-12T09:00:00.000Z';

function isOld(user: Fields): boolean {
  return String(user['createdAt']) <= start;
}

const detailNames = [
  'username',
  'upn',
  'externalId',
  'fullName',
  'firstName',
  'lastName',
  'emails',
  'gender',
  'dateOfBirth',
];

/** A third of all ids. */
function isThird(id: string): boolean {
  return Number.parseInt(id.charAt(0), 16) % 3 === 0;
}

const revealing: Readonly<Record<string, readonly string[]>> = {
  name: ['fullName', 'firstName', 'lastName'],
  primary: ['emails'],
  'external-id': ['externalId'],
};

const sessionLists = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
  'POST /smart-ia/sessions/search',
];

const bare: Manner = {
  id: 'manner.people-known-by-id-alone',
  story:
    'Pseudonymised records: a third of the old accounts have lost all personal details, the sessions stay.',
  permits:
    'doubt: "Empty fields are omitted", no User field is never empty; but SessionUser is "with personal details".',
  wrap: (service) => {
    const created = new Set<string>();
    const known = new Map<string, readonly string[]>();
    const strip = (user: Fields): Fields => {
      const id = String(user['userId']);
      if (!isThird(id) || created.has(id)) return user;
      const kept = known.get(id) ?? [];
      const gone = detailNames.filter((name) => !kept.includes(name));
      return Object.fromEntries(Object.entries(user).filter(([name]) => !gone.includes(name)));
    };
    const look = (user: Fields): Fields => {
      if (!isOld(user)) created.add(String(user['userId']));
      return strip(user);
    };
    const routes = [
      'PATCH /students/{id}/details',
      'PUT /users/{id}/name',
      'PUT /users/{id}/emails/primary',
      'PUT /users/{id}/external-id',
    ];
    const changed = on(service, routes, async ({ ask, pass }) => {
      const answer = await pass();
      const id = ask.id.toLowerCase();
      const last = ask.path.split('/').at(-1) ?? '';
      const shown = revealing[last] ?? Object.keys(payloadOf(ask, 'user'));
      if (answer.ok) known.set(id, [...(known.get(id) ?? []), ...shown]);
      return answer;
    });
    const sat = on(changed, sessionLists, async ({ pass }) =>
      editItems(await pass(), (item) => ({ ...item, user: strip(fields(item['user'])) })),
    );
    return directory(sat, { look });
  },
  witness: both(async ({ get }) => {
    const users = itemsOf(await get('/users', { limit: 1000 }));
    return users.map((user) => ('username' in user ? '1' : '0')).join('');
  }),
};

const neverUpdated: Manner = {
  id: 'manner.updated-at-empty-until-update',
  story: '`updatedAt` is null in the database until the first update, so a fresh user has none.',
  permits:
    '"When the user was last updated": a user who never was has an empty one, and "empty fields are omitted".',
  wrap: (service) =>
    directory(service, {
      look: (user) => (user['updatedAt'] === user['createdAt'] ? { ...user, updatedAt: undefined } : user),
    }),
  witness: both(async (client) => {
    const made = await newUser(client, 'teacher');
    const user = { firstName: 'Now', lastName: 'Updated' };
    await client.send('PUT', `/users/${made['userId']}/name`, { user });
    return ['updatedAt' in made, 'updatedAt' in (await userOf(client, String(made['userId'])))];
  }),
};

const roleless: Manner = {
  id: 'manner.people-without-roles',
  story: 'Staff who neither learn nor teach have no role on the platform, only rights elsewhere.',
  permits: '"All platform roles of the user" may be none, and "empty fields are omitted".',
  wrap: (service) =>
    directory(service, {
      look: (user) => {
        const roles = list(user['roles']);
        return roles.length === 1 && roles[0] === 'support' ? { ...user, roles: undefined } : user;
      },
    }),
  witness: both(async ({ get }) => {
    const users = itemsOf(await get('/users', { limit: 1000 }));
    const without = users.filter((user) => !('roles' in user)).length;
    return [without, paginationOf(await get('/users', { role: 'support' }))['total']];
  }),
};

/** Manners of data of other kinds. */
export const dataManners: readonly Manner[] = [idsVersion7, bare, neverUpdated, roleless];
