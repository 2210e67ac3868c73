import { allOf, edit, editUsers, meant, page } from '../answers.ts';
import { both, column, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { chapter, found, fullNameOf, idOf, isUser, sent, stored, userRoutes } from './accounts-help.ts';

/** Faults at what stands beside a user: the index of names, the table of addresses. */
export const beside: readonly BlindFault[] = [
  {
    id: 'round-23.accounts.primary-email-is-taken-from-who-has-it',
    chapter,
    story:
      'Addresses are rows with the address as their key. PUT primary e-mail is an upsert by that key, which sets the user of a row that is there already: a shared family address goes to whoever named it last.',
    rests: 'PUT primary e-mail updates the address of the user in the path, and of nobody else.',
    breaks: 'explicit',
    depth: 'deep',
    at: [...userRoutes],
    wrap: (service) => {
      // Addresses that were taken from a user, in lower case.
      const taken = new Map<string, Set<string>>();
      const shown = on(service, userRoutes, async ({ ask, pass }) => {
        const response = await editUsers(await pass(), ({ emails, ...user }) => {
          const gone = taken.get(textAt(user, 'userId'));
          const left = texts(emails).filter((address) => !gone?.has(address.toLowerCase()));
          return left.length === 0 ? user : { ...user, emails: left };
        });
        const wanted = (ask.query.get('email') ?? textAt(ask.body, 'search', 'email')).toLowerCase();
        return wanted === '' || ask.id !== '' ? response : edit(response, (body) => onlyWith(body, wanted));
      });
      return on(shown, 'PUT /users/{id}/emails/primary', async (line) => {
        const email = sent(line.ask, 'email');
        const owners = email === '' ? [] : await found(line, { email });
        const id = idOf(line.ask);
        taken.get(id)?.delete(email.toLowerCase());
        const response = await line.pass();
        if (!response.ok) return response;
        for (const owner of owners) {
          if (isUser(owner, id)) continue;
          const gone = taken.get(textAt(owner, 'userId')) ?? new Set();
          taken.set(textAt(owner, 'userId'), gone.add(email.toLowerCase()));
        }
        return response;
      });
    },
    witness: both(async (client) => {
      const email = 'family@blind.example';
      const one = await newUserId(client, 'student', { email });
      const two = await newUserId(client, 'student', { email: 'own@blind.example' });
      await client.send('PUT', `/users/${two}/emails/primary`, { user: { email } });
      const holders = column(await client.get('/users', { email }), 'userId').length;
      return [
        texts((await userOf(client, one))['emails']),
        texts((await userOf(client, two))['emails']),
        holders,
      ];
    }),
  },
  {
    id: 'round-23.accounts.new-last-name-alone-is-not-indexed',
    chapter,
    story:
      'The index of names is written anew when the first name of the saved user differs from that in the index, which was meant to save work. Who marries keeps the first name, and is found by the former last name only.',
    rests: 'The filter `name` of GET /users goes by the name of the user, which PUT name has updated.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      // The full name in the index, of those for whom it is a former one.
      const indexed = new Map<string, string>();
      const renamed = on(service, 'PUT /users/{id}/name', async (line) => {
        const { firstName, fullName } = await stored(line);
        const response = await line.pass();
        const id = idOf(line.ask);
        if (!response.ok) return response;
        if (firstName !== sent(line.ask, 'firstName')) indexed.delete(id);
        else if (!indexed.has(id)) indexed.set(id, String(fullName));
        return response;
      });
      return on(renamed, 'GET /users', async (line) => {
        const query = meant(line.ask);
        const wanted = (query.get('name') ?? '').toLowerCase();
        if (wanted === '' || indexed.size === 0) return line.pass();
        if (query === line.ask.query) {
          const response = await line.pass();
          if (!response.ok || query.has('cursor')) return response;
        }
        const unnamed = new URLSearchParams(query);
        unnamed.delete('name');
        unnamed.delete('resumed');
        const users = await allOf(line, '/users', unnamed);
        const nameOf = (user: (typeof users)[number]) =>
          indexed.get(textAt(user, 'userId')) ??
          fullNameOf(textAt(user, 'firstName'), textAt(user, 'lastName'));
        return page(
          query,
          users.filter((user) => nameOf(user).toLowerCase().includes(wanted)),
        );
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { firstName: 'Nerys', lastName: 'Maidenly' });
      const user = { firstName: 'Nerys', lastName: 'Wedlock' };
      await client.send('PUT', `/users/${id}/name`, { user });
      const told = [];
      for (const name of ['Wedlock', 'Maidenly']) {
        told.push(column(await client.get('/users', { name }), 'userId').includes(id));
      }
      return told;
    }),
  },
];

/** A list of users without those who don't have the address. */
function onlyWith(body: Record<string, unknown>, address: string): Record<string, unknown> {
  const users = list(body['data']).map(fields);
  const data = users.filter((user) => texts(user['emails']).some((own) => own.toLowerCase() === address));
  const pagination = fields(body['pagination']);
  const total = Number(pagination['total']) - users.length + data.length;
  return { ...body, data, pagination: { ...pagination, total } };
}
