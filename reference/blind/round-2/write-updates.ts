import { edit, editUsers } from '../answers.ts';
import { both, itemsOf, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { userLists, userNow, without } from './write-shared.ts';

const chapter = 'updates';
const details = 'PATCH /students/{id}/details';
const rename = 'PUT /users/{id}/name';
const externalId = 'PUT /users/{id}/external-id';
const primaryEmail = 'PUT /users/{id}/emails/primary';
const enable = 'POST /users/{id}/enable';

/** Changes of users. */
export const updates: readonly BlindFault[] = [
  {
    id: 'round-2.updates.details-are-no-update',
    chapter,
    story: 'Details have a table of their own, whose trigger does not touch the user.',
    rests: 'updatedAt is when the user was last updated (User; PATCH details updates)',
    breaks: 'explicit',
    depth: 'shallow',
    at: [details, ...userLists],
    wrap: (service) => {
      const former = new Map<string, { readonly hidden: string; readonly shown: string }>();
      const shownOf = (user: Fields): Fields => {
        const known = former.get(textAt(user, 'userId'));
        const stale = known !== undefined && known.hidden === user['updatedAt'];
        return stale ? { ...user, updatedAt: known.shown } : user;
      };
      const lists = on(service, userLists, async ({ pass }) => editUsers(await pass(), shownOf));
      return on(lists, details, async (line) => {
        const before = textAt(shownOf(await userNow(line, line.ask.id)), 'updatedAt');
        return editUsers(await line.pass(), (user) => {
          former.set(textAt(user, 'userId'), { hidden: textAt(user, 'updatedAt'), shown: before });
          return shownOf(user);
        });
      });
    },
    witness: both(async (client) => {
      const before = await newUser(client, 'student');
      const path = `/students/${before['userId']}/details`;
      await client.send('PATCH', path, { user: { dateOfBirth: '2008-01-02' } });
      const after = await userOf(client, textAt(before, 'userId'));
      return before['updatedAt'] !== after['updatedAt'];
    }),
  },
  {
    id: 'round-2.updates.not-found-by-the-new-name',
    chapter,
    story: 'The text index of the full name is built on insert and never again.',
    rests: 'name filters GET /users; PUT name updates the name of the user (Users; Operations only named)',
    breaks: 'explicit',
    depth: 'medium',
    at: [rename, 'GET /users'],
    wrap: (service) => {
      const indexed = new Map<string, string>();
      const noting = on(service, rename, async (line) => {
        const before = await userNow(line, line.ask.id);
        const response = await line.pass();
        const id = textAt(before, 'userId');
        if (response.ok && !indexed.has(id)) indexed.set(id, textAt(before, 'fullName').toLowerCase());
        return response;
      });
      return on(noting, 'GET /users', async ({ ask, pass }) => {
        const wanted = (ask.query.get('name') ?? '').toLowerCase();
        const response = await pass();
        if (wanted === '') return response;
        return edit(response, (body) => {
          const data = list(body['data']);
          const found = data.filter((user) => {
            const name = indexed.get(textAt(user, 'userId'));
            return name === undefined || name.includes(wanted);
          });
          const pagination = fields(body['pagination']);
          const total = Number(pagination['total']) - (data.length - found.length);
          return { ...body, data: found, pagination: { ...pagination, total } };
        });
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const user = { firstName: client.word(), lastName: 'Renamed' };
      const answer = await client.send('PUT', `/users/${userId}/name`, { user });
      const name = textAt(answer.body, 'user', 'fullName');
      return itemsOf(await client.get('/users', { userId, name })).length;
    }),
  },
  {
    id: 'round-2.updates.found-by-the-former-external-id',
    chapter,
    story: 'The lookup table from outside ids to users gets a new row, and the old row is left in place.',
    rests:
      'externalId filters GET /users; PUT external-id sets the identifier (Users; Operations only named)',
    breaks: 'explicit',
    depth: 'medium',
    at: [externalId, 'GET /users'],
    wrap: (service) => {
      const left = new Map<string, string>();
      const noting = on(service, externalId, async (line) => {
        const before = await userNow(line, line.ask.id);
        const response = await line.pass();
        const old = textAt(before, 'externalId');
        if (response.ok && old !== '') left.set(old, textAt(before, 'userId'));
        return response;
      });
      return on(noting, 'GET /users', async (line) => {
        const { query } = line.ask;
        const former = query.getAll('externalId').flatMap((id) => left.get(id) ?? []);
        const alone = [...query.keys()].every((name) => name === 'externalId');
        const response = await line.pass();
        if (former.length === 0 || !alone || !response.ok) return response;
        const users = await Promise.all(former.map((id) => userNow(line, id)));
        return edit(response, (body) => {
          const data = list(body['data']).map(fields);
          const shown = data.map((user) => user['userId']);
          const all = [...data, ...users.filter((user) => !shown.includes(user['userId']))];
          return { ...body, data: all, pagination: { ...fields(body['pagination']), total: all.length } };
        });
      });
    },
    witness: both(async (client) => {
      const former = client.word();
      const userId = await newUserId(client, 'student', { externalId: former });
      const user = { externalId: client.word() };
      await client.send('PUT', `/users/${userId}/external-id`, { user });
      return itemsOf(await client.get('/users', { externalId: former })).length;
    }),
  },
  {
    id: 'round-2.updates.enabling-creates-anew',
    chapter,
    story: 'Disabled users move to an archive, and coming back is an insert with a fresh time stamp.',
    rests: 'createdAt is when the user was created; enabling is no creation (User; States)',
    breaks: 'explicit',
    depth: 'medium',
    at: [enable, ...userLists],
    wrap: (service) => {
      const revived = new Map<string, unknown>();
      const noting = on(service, enable, async (line) => {
        const before = await userNow(line, line.ask.id);
        const response = await line.pass();
        const after = await userNow(line, line.ask.id);
        const moved = before['updatedAt'] !== after['updatedAt'];
        if (response.ok && moved) revived.set(textAt(after, 'userId'), after['updatedAt']);
        return response;
      });
      return on(noting, userLists, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const createdAt = revived.get(textAt(user, 'userId'));
          return createdAt === undefined ? user : { ...user, createdAt };
        }),
      );
    },
    witness: both(async (client) => {
      const before = await newUser(client, 'student');
      const id = textAt(before, 'userId');
      for (const end of ['disable', 'enable']) await client.send('POST', `/users/${id}/${end}`);
      return before['createdAt'] === (await userOf(client, id))['createdAt'];
    }),
  },
  {
    id: 'round-2.updates.other-gender-lost',
    chapter,
    story: 'The form knows two genders, and a third becomes nothing when the other field is saved.',
    rests: 'PATCH details updates the date of birth or the gender, not both (Operations only named)',
    breaks: 'explicit',
    depth: 'deep',
    at: [details],
    wrap: (service) =>
      on(service, details, async (line) => {
        const sent = fields(line.ask.body['user']);
        if (!('dateOfBirth' in sent) || 'gender' in sent) return line.pass();
        const { gender } = await userNow(line, line.ask.id);
        if (gender !== 'other') return line.pass();
        return line.pass({ body: { ...line.ask.body, user: { ...sent, gender: null } } });
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student', { gender: 'other' });
      const user = { dateOfBirth: '2008-01-02' };
      await client.send('PATCH', `/students/${userId}/details`, { user });
      return textAt(await userOf(client, userId), 'gender');
    }),
  },
  {
    id: 'round-2.updates.shared-address',
    chapter,
    story: 'Addresses are rows of their own, and siblings with the address of a parent share one.',
    rests: 'PUT emails primary updates the primary address of the user in the path (Operations only named)',
    breaks: 'explicit',
    depth: 'deep',
    at: [primaryEmail],
    wrap: (service) =>
      on(service, primaryEmail, async (line) => {
        const [old = ''] = texts((await userNow(line, line.ask.id))['emails']);
        const response = await line.pass();
        if (!response.ok || old === '') return response;
        const { body } = await line.call(`GET /users?${new URLSearchParams({ email: old })}`);
        for (const other of list(body['data'])) {
          const shares = texts(fields(other)['emails'])[0]?.toLowerCase() === old.toLowerCase();
          const path = `/users/${textAt(other, 'userId')}/emails/primary`;
          if (shares && path !== line.ask.path) await line.call(`PUT ${path}`, line.ask.body);
        }
        return response;
      }),
    witness: both(async (client) => {
      const email = 'parent@home.example';
      const sister = await newUserId(client, 'student', { email });
      const brother = await newUserId(client, 'student', { email });
      const user = { email: 'sister@home.example' };
      await client.send('PUT', `/users/${sister}/emails/primary`, { user });
      return (await userOf(client, brother))['emails'];
    }),
  },
  {
    id: 'round-2.updates.last-name-null',
    chapter,
    story: 'A legacy sync writes missing names as the text NULL, so that the mapper drops it again.',
    rests: 'PUT name updates the name; only empty fields are omitted (Operations only named; Conventions 3)',
    breaks: 'explicit',
    depth: 'deep',
    at: [rename, ...userLists],
    wrap: (service) => {
      const nameless = new Set<string>();
      return on(service, [rename, ...userLists], async ({ ask, pass }) =>
        editUsers(await pass(), (user) => {
          const id = textAt(user, 'userId');
          if (ask.method === 'PUT') nameless.delete(id);
          const isNull = textAt(user, 'lastName').toLowerCase() === 'null';
          if (ask.method === 'PUT' && isNull) nameless.add(id);
          return nameless.has(id) ? without(user, 'lastName') : user;
        }),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { firstName: 'Christopher', lastName: 'Null' };
      const answer = await client.send('PUT', `/users/${id}/name`, { user });
      return [textAt(answer.body, 'user', 'lastName'), textAt(await userOf(client, id), 'lastName')];
    }),
  },
];
