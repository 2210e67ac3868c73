import { edit, editError, refuse } from '../answers.ts';
import { both, newUser, newUserId } from '../client.ts';
import { at, type BlindFault, fields, on, textAt } from '../kit.ts';
import { keeping, mapped, names } from '../shared/accounts.ts';
import { statuses } from './help.ts';

const students = 'POST /students';
const teachers = 'POST /teachers';

/** Faults of creating accounts. */
export const accounts: readonly BlindFault[] = [
  {
    id: 'round-4.accounts.birthday-as-three-numbers',
    chapter: 'accounts',
    story: 'The mapper writes local dates as a list of year, month and day unless it is told otherwise.',
    rests: 'User: dateOfBirth is a string, a date YYYY-MM-DD.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [students],
    wrap: (service) =>
      on(service, students, async ({ pass }) =>
        edit(await pass(), (body) => {
          const user = fields(body['user']);
          const date = textAt(user, 'dateOfBirth');
          return date === '' ? body : { user: { ...user, dateOfBirth: date.split('-').map(Number) } };
        }),
      ),
    witness: both(async (client) => {
      return at(await newUser(client, 'student', { dateOfBirth: '2007-05-06' }), 'dateOfBirth');
    }),
  },
  {
    id: 'round-4.accounts.roles-come-after-the-answer',
    chapter: 'accounts',
    story: 'The role is granted by a listener after the commit, and the answer is written before that.',
    rests: 'User: roles holds all platform roles of the user; the new student is one already.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [students],
    wrap: (service) =>
      on(service, students, async ({ pass }) =>
        edit(await pass(), (body) => {
          const { roles: _roles, ...user } = fields(body['user']);
          return { user };
        }),
      ),
    witness: both(async (client) => at(await newUser(client, 'student'), 'roles', 0) ?? 'no role'),
  },
  {
    id: 'round-4.accounts.status-of-a-refusal-is-text',
    chapter: 'accounts',
    story: 'The error of the form is filled from a table of messages, in which the status stands as a text.',
    rests: 'Errors: status is an integer that equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [students],
    wrap: (service) =>
      on(service, students, async ({ pass }) =>
        editError(await pass(), (body) => ({ ...body, status: String(body['status']) })),
      ),
    witness: both(async ({ send }) => statuses(await send('POST', '/students', { user: {} }))),
  },
  {
    id: 'round-4.accounts.names-in-plain-letters',
    chapter: 'accounts',
    story: 'The directory of the school takes ASCII only, so that staff are transliterated on their way in.',
    rests: 'POST /teachers creates the account and answers with its User: firstName and lastName as given.',
    breaks: 'explicit',
    depth: 'medium',
    at: [teachers],
    wrap: keeping(teachers, (payload) =>
      mapped(payload, names, (name) => name.normalize('NFD').replaceAll(/\p{M}/gu, '')),
    ),
    witness: both(async (client) => {
      const user = await newUser(client, 'teacher', { firstName: 'Zoë', lastName: 'Müller' });
      return [user['firstName'], user['lastName']];
    }),
  },
  {
    id: 'round-4.accounts.address-of-the-family-is-a-conflict',
    chapter: 'accounts',
    story: 'Addresses have a unique index, although brothers and sisters are enrolled with that of a parent.',
    rests: 'Errors: 409 is for a class or cohort that already exists, nothing else.',
    breaks: 'explicit',
    depth: 'medium',
    at: [students],
    wrap: (service) =>
      on(service, students, async ({ ask, pass, call }) => {
        const email = textAt(ask.body, 'user', 'email');
        const known = email === '' ? undefined : await call(`GET /users?email=${encodeURIComponent(email)}`);
        const taken = Number(at(known?.body, 'pagination', 'total') ?? 0) > 0;
        return taken ? refuse(ask, 409, 'Already exists') : pass();
      }),
    witness: both(async (client) => {
      const email = 'parent@blind.example';
      await newUserId(client, 'student', { email });
      const user = { firstName: client.word(), lastName: 'Witness', email };
      const second = await client.send('POST', '/students', { user });
      return second.status === 409 ? 'conflict' : 'no conflict';
    }),
  },
];
