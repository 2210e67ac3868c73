import { allOf, editUsers, json, meant, page } from '../answers.ts';
import { both, itemsOf, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, readAnswer, textAt } from '../kit.ts';
import { userNow } from './write-shared.ts';

const chapter = 'accounts';

/** Creating students and teachers. */
export const accounts: readonly BlindFault[] = [
  {
    id: 'round-2.accounts.teacher-created-without-zone',
    chapter,
    story:
      'The insert returns the column as the database prints it, and only the reads go through the mapper.',
    rests: 'a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ; createdAt is one (Conventions 2; User)',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          createdAt: textAt(user, 'createdAt')
            .replace('T', ' ')
            .replace(/\.\d+Z$/, ''),
        })),
      ),
    witness: both(async (client) => {
      const user = await newUser(client, 'teacher');
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(textAt(user, 'createdAt'));
    }),
  },
  {
    id: 'round-2.accounts.new-teachers-not-under-their-role',
    chapter,
    story: 'The filter joins the table of roles, which an import fills; creation writes the user alone.',
    rests: 'role filters GET /users, and roles are all platform roles of the user (Users; User)',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers', 'GET /users'],
    wrap: (service) => {
      const created = new Set<unknown>();
      const noting = on(service, 'POST /teachers', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          created.add(user['userId']);
          return user;
        }),
      );
      return on(noting, 'GET /users', async (line) => {
        const { ask, pass } = line;
        const query = meant(ask);
        if (query.get('role') !== 'teacher' || created.size === 0) return pass();
        const probe = query === ask.query ? await pass() : undefined;
        if (probe && (!probe.ok || ask.query.has('cursor'))) return probe;
        const items = await allOf(line, '/users', new URLSearchParams([...query].filter(isFilter)));
        return page(
          query,
          items.filter((user) => !created.has(user['userId'])),
        );
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher');
      const roles = (await userOf(client, userId))['roles'];
      const found = await client.get('/users', { userId, role: String(list(roles)[0]) });
      return itemsOf(found).length;
    }),
  },
  {
    id: 'round-2.accounts.refused-account-stays',
    chapter,
    story: 'The account is committed before its e-mail address is looked at.',
    rests: 'POST students creates an account when it answers 201, and a refused one is not carried out',
    breaks: 'implied',
    depth: 'medium',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ ask, pass, call }) => {
        const response = await pass();
        const { email, ...rest } = fields(ask.body['user']);
        if (response.status === 400 && email !== undefined) await call('POST /students', { user: rest });
        return response;
      }),
    witness: both(async (client) => {
      const user = { firstName: client.word(), lastName: 'Witness', email: 'no address' };
      const { status } = await client.send('POST', '/students', { user });
      const found = await client.get('/users', { name: `${user.firstName} ${user.lastName}` });
      return [status, itemsOf(found).length];
    }),
  },
  {
    id: 'round-2.accounts.born-in-summer-time',
    chapter,
    story: 'A date of birth is kept as midnight in London and read back as a date in UTC.',
    rests: 'dateOfBirth is a date YYYY-MM-DD, which the 201 had shown right (User; Conventions 2)',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ ask, pass }) => {
        const sent = fields(ask.body['user']);
        const birthday = sent['dateOfBirth'];
        if (typeof birthday !== 'string' || !/^\d{4}-(0[4-9]|10)-\d\d$/.test(birthday)) return pass();
        const midnight = Date.parse(`${birthday}T00:00:00.000Z`);
        if (Number.isNaN(midnight)) return pass();
        const dateOfBirth = new Date(midnight - 3_600_000).toISOString().slice(0, 10);
        const response = await pass({ body: { ...ask.body, user: { ...sent, dateOfBirth } } });
        return editUsers(response, (user) => ({ ...user, dateOfBirth: birthday }));
      }),
    witness: both(async (client) => {
      const user = await newUser(client, 'student', { dateOfBirth: '2010-07-01' });
      const later = await userOf(client, textAt(user, 'userId'));
      return [user['dateOfBirth'], later['dateOfBirth']];
    }),
  },
  {
    id: 'round-2.accounts.twins-are-one',
    chapter,
    story: 'A guard against double imports matches last name and date of birth, and upserts.',
    rests: 'POST students creates a student account and answers 201 with that user (Operations only named)',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students'],
    wrap: (service) => {
      const known = new Map<string, string>();
      return on(service, 'POST /students', async (line) => {
        const { firstName, lastName, dateOfBirth }: Fields = fields(line.ask.body['user']);
        const key = `${lastName} ${dateOfBirth}`;
        const twin = known.get(key);
        if (twin !== undefined && typeof firstName === 'string' && firstName.trim() !== '') {
          return json(201, { user: await userNow(line, twin) });
        }
        const response = await line.pass();
        if (response.status !== 201 || typeof dateOfBirth !== 'string') return response;
        const { body } = await readAnswer(response.clone());
        known.set(key, textAt(body, 'user', 'userId'));
        return response;
      });
    },
    witness: both(async (client) => {
      const ids: unknown[] = [];
      for (const firstName of ['Ada', 'Ida']) {
        const more = { firstName, lastName: 'Twinning', dateOfBirth: '2009-02-03' };
        ids.push((await newUser(client, 'student', more))['userId']);
      }
      return new Set(ids).size;
    }),
  },
];

function isFilter([name]: readonly [string, string]): boolean {
  return !['limit', 'offset', 'cursor', 'resumed'].includes(name);
}
