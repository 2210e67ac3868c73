import { edit, editUsers, json } from '../answers.ts';
import { both, itemsOf, newUser, newUserId, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, on, textAt } from '../kit.ts';
import { accountUpdates, dropping, userNow, userReads, without } from './helpers.ts';

const creations = ['POST /students', 'POST /teachers'];

/** Creating accounts. */
export const accounts: readonly BlindFault[] = [
  {
    id: 'round-6.accounts.birthday-answered-with-time',
    chapter: 'accounts',
    story:
      'The new entity still holds a date object, which the serialiser writes out with a time; rows hold texts.',
    rests: 'User: dateOfBirth is a date, YYYY-MM-DD (Conventions 2 too).',
    breaks: 'explicit',
    depth: 'shallow',
    at: creations,
    wrap: (service) =>
      on(service, creations, async ({ pass }) =>
        editUsers(await pass(), (user) =>
          'dateOfBirth' in user ? { ...user, dateOfBirth: `${user['dateOfBirth']}T00:00:00.000Z` } : user,
        ),
      ),
    witness: both(async (client) =>
      textAt(await newUser(client, 'student', { dateOfBirth: '2010-12-03' }), 'dateOfBirth'),
    ),
  },
  {
    id: 'round-6.accounts.whole-seconds-lose-their-fraction',
    chapter: 'conventions',
    story:
      'Instants are printed by the language itself where accounts are written, which leaves out a fraction of zero.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [...creations, ...accountUpdates],
    wrap: (service) =>
      on(service, [...creations, ...accountUpdates], async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const moments = ['createdAt', 'updatedAt'].filter((name) => name in user);
          const printed = moments.map((name) => [name, String(user[name]).replace('.000Z', 'Z')]);
          return { ...user, ...Object.fromEntries(printed) };
        }),
      ),
    witness: both(async (client) => {
      const user = await newUser(client, 'teacher');
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(textAt(user, 'createdAt'));
    }),
  },
  {
    id: 'round-6.accounts.twin-gets-the-account-of-the-other',
    chapter: 'accounts',
    story:
      'Against double clicks, a pupil of the same surname and birthday is taken for the one created before.',
    rests: 'POST /students creates a student account and answers 201 with the user that it created.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students'],
    wrap: (service) => {
      const known = new Map<string, string>();
      return on(service, 'POST /students', async (line) => {
        const { firstName, lastName, dateOfBirth } = fields(line.ask.body['user']);
        const key = `${lastName}|${dateOfBirth}`;
        const twin = known.get(key);
        if (twin !== undefined && typeof firstName === 'string' && firstName.trim() !== '') {
          const user = await userNow(line, twin);
          if ('userId' in user) return json(201, { user });
        }
        const answer = await line.pass();
        if (!answer.ok || dateOfBirth === undefined || dateOfBirth === null) return answer;
        known.set(key, textAt(await answer.clone().json(), 'user', 'userId'));
        return answer;
      });
    },
    witness: both(async (client) => {
      const lastName = client.word();
      const one = await newUser(client, 'student', {
        firstName: 'Ines',
        lastName,
        dateOfBirth: '2010-03-09',
      });
      const two = await newUser(client, 'student', {
        firstName: 'Ivan',
        lastName,
        dateOfBirth: '2010-03-09',
      });
      return [one['userId'] !== two['userId'], two['firstName']];
    }),
  },
  {
    id: 'round-6.accounts.refused-student-is-there-all-the-same',
    chapter: 'accounts',
    story:
      'The account is inserted first and its profile after it; a bad birthday fails the second step only.',
    rests: 'POST /students creates an account with 201; a request refused as invalid creates none.',
    breaks: 'implied',
    depth: 'deep',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ ask, pass, call }) => {
        const answer = await pass();
        const user = fields(ask.body['user']);
        if (answer.status !== 400 || !('dateOfBirth' in user)) return answer;
        const { dateOfBirth: _dateOfBirth, gender: _gender, ...account } = user;
        await call('POST /students', { user: account });
        return answer;
      }),
    witness: both(async (client) => {
      const lastName = client.word();
      const user = { firstName: 'Refused', lastName, dateOfBirth: '2010-02-31' };
      const { status } = await client.send('POST', '/students', { user });
      return [status, paginationOf(await client.get('/users', { name: `Refused ${lastName}` }))['total']];
    }),
  },
];

const details = 'PATCH /students/{id}/details';
const primary = 'PUT /users/{id}/emails/primary';

/** Changing birthdays, genders and e-mail addresses. */
export const updates: readonly BlindFault[] = [
  {
    id: 'round-6.updates.one-detail-wipes-the-other',
    chapter: 'updates',
    story: 'The PATCH was written like a PUT: both columns are set, to nothing where nothing was sent.',
    rests:
      'PATCH /students/{userId}/details updates the student’s date of birth or gender: the one that was sent.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [details],
    wrap: (service) =>
      on(service, details, ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        if (!('gender' in user) && !('dateOfBirth' in user)) return pass();
        return pass({ body: { ...ask.body, user: { gender: null, dateOfBirth: null, ...user } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { dateOfBirth: '2010-12-03' });
      const [other] = itemsOf(await client.get('/users', { role: 'student', limit: 40 })).flatMap(
        ({ gender }) => (typeof gender === 'string' ? [gender] : []),
      );
      await client.send('PATCH', `/students/${id}/details`, { user: { gender: other } });
      const { body } = await client.send('PATCH', `/students/${id}/details`, {
        user: { dateOfBirth: '2010-12-04' },
      });
      return [textAt(body, 'user', 'gender') === other, textAt(body, 'user', 'dateOfBirth')];
    }),
  },
  {
    id: 'round-6.updates.summer-birthdays-a-day-early',
    chapter: 'updates',
    story: 'A birthday is read as local midnight, which in summer time is still the day before in UTC.',
    rests: 'PATCH /students/{userId}/details updates the date of birth; dateOfBirth is a date.',
    breaks: 'explicit',
    depth: 'medium',
    at: [details],
    wrap: (service) =>
      on(service, details, ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const day = dayBefore(user['dateOfBirth']);
        return day === undefined
          ? pass()
          : pass({ body: { ...ask.body, user: { ...user, dateOfBirth: day } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const days: string[] = [];
      for (const dateOfBirth of ['2010-01-17', '2010-07-01']) {
        const { body } = await client.send('PATCH', `/students/${id}/details`, { user: { dateOfBirth } });
        days.push(textAt(body, 'user', 'dateOfBirth'));
      }
      return days;
    }),
  },
  {
    id: 'round-6.updates.email-answers-the-user-of-before',
    chapter: 'updates',
    story: 'Find-and-update returns the document as it was found unless told otherwise, and nobody told it.',
    rests:
      'PUT /users/{userId}/emails/primary updates the primary address; the 200 response carries property user (User).',
    breaks: 'explicit',
    depth: 'shallow',
    at: [primary],
    wrap: (service) =>
      on(service, primary, async (line) => {
        const user = await userNow(line, line.ask.id);
        return edit(await line.pass(), () => ({ user }));
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { email: 'first@school.example' });
      const { body } = await client.send('PUT', `/users/${id}/emails/primary`, {
        user: { email: 'second@school.example' },
      });
      return JSON.stringify(at(body, 'user', 'emails'));
    }),
  },
  {
    id: 'round-6.updates.first-email-is-never-inserted',
    chapter: 'updates',
    story:
      'Addresses have a table of their own and the change is an UPDATE there, which meets no row if there was none.',
    rests: 'PUT /users/{userId}/emails/primary updates the user’s primary email address; emails of User.',
    breaks: 'explicit',
    depth: 'medium',
    at: [primary],
    wrap: (service) => {
      const ids = new Set<string>();
      const noting = on(service, primary, async (line) => {
        const before = await userNow(line, line.ask.id);
        const answer = await line.pass();
        if (answer.ok && 'userId' in before && !('emails' in before)) ids.add(line.ask.id.toLowerCase());
        return answer;
      });
      return on(noting, userReads, async ({ ask, pass }) => {
        const byEmail = ask.query.has('email') || at(ask.body, 'search', 'email') !== undefined;
        if (byEmail) return without(await pass(), (user) => ids.has(String(user['userId'])));
        return editUsers(await pass(), (user) =>
          ids.has(String(user['userId'])) ? dropping(user, 'emails') : user,
        );
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { email: 'only@school.example' };
      const { status } = await client.send('PUT', `/users/${id}/emails/primary`, { user });
      const [found] = itemsOf(await client.get('/users', { userId: id }));
      return [status, JSON.stringify(found?.['emails'])];
    }),
  },
];

function dayBefore(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const time = Date.parse(`${value}T00:00:00.000Z`);
  const real = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  const summer = value.slice(5) > '03-31' && value.slice(5) < '10-25';
  return real && summer ? new Date(time - 86_400_000).toISOString().slice(0, 10) : undefined;
}
