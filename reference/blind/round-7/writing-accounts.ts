import { edit, editUsers, json } from '../answers.ts';
import { both, newUser } from '../client.ts';
import { type Answer, type BlindFault, on, readAnswer, textAt } from '../kit.ts';
import { mapped } from '../shared/accounts.ts';
import { again, pause } from './helpers.ts';

const students = 'POST /students';
const teachers = 'POST /teachers';

/** Creating accounts. */
export const accountFaults: readonly BlindFault[] = [
  {
    id: 'round-7.accounts.new-student-has-dates-with-an-offset',
    chapter: 'accounts',
    story: 'The created entity is serialised by the framework, not by the mapper that all reads go through.',
    rests: 'A date-time is YYYY-MM-DDTHH:MM:SS.SSSZ, and createdAt and updatedAt are date-times.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [students],
    wrap: (service) =>
      on(service, students, async ({ pass }) =>
        editUsers(await pass(), (user) =>
          mapped(user, ['createdAt', 'updatedAt'], (text) => text.replace(/\.\d{3}Z$/, '+00:00')),
        ),
      ),
    witness: both(async (client) => /\.\d{3}Z$/.test(textAt(await newUser(client, 'student'), 'createdAt'))),
  },
  {
    id: 'round-7.accounts.new-teacher-has-nulls-for-empty-fields',
    chapter: 'accounts',
    story: 'The insert returns its row with every column, and nobody strips what is null.',
    rests: 'Empty fields are omitted from a response, nested objects excepted.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [teachers],
    wrap: (service) =>
      on(service, teachers, async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          upn: null,
          externalId: null,
          gender: null,
          dateOfBirth: null,
          ...user,
        })),
      ),
    witness: both(async (client) =>
      Object.values(await newUser(client, 'teacher')).some((value) => value === null),
    ),
  },
  {
    id: 'round-7.accounts.new-teacher-answered-before-the-role-is-given',
    chapter: 'accounts',
    story: 'The answer is made of the entity as it was inserted; the row of its role comes after.',
    rests: 'The 201 response carries user, and roles are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [teachers],
    wrap: (service) =>
      on(service, teachers, async ({ pass }) => editUsers(await pass(), (user) => ({ ...user, roles: [] }))),
    witness: both(async (client) => (await newUser(client, 'teacher'))['roles']),
  },
  {
    id: 'round-7.accounts.invalid-student-answered-with-a-list-of-errors',
    chapter: 'errors',
    story: 'The validation library answers for itself, in the form that it likes.',
    rests: 'An error response takes one of two JSON formats: basic (status, message) or problem details.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [students],
    wrap: (service) =>
      on(service, students, async ({ pass }) => {
        const answer = await pass();
        if (answer.status !== 400) return answer;
        return json(400, { errors: [{ path: 'user.firstName', message: 'Required' }] });
      }),
    witness: both(async ({ send }) => {
      const { body } = await send('POST', '/students', { user: {} });
      return [body['status'], 'message' in body || 'title' in body];
    }),
  },
  {
    id: 'round-7.accounts.same-body-twice-is-one-student',
    chapter: 'accounts',
    story:
      'A guard against double clicks answers a body that it has seen within the minute with the first answer, ' +
      'though two students may well share their names.',
    rests: 'POST /students creates a student account; userId identifies a user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [students],
    wrap: (service) => {
      const seen = new Map<string, { readonly answer: Answer; readonly time: number }>();
      return on(service, students, async ({ ask, pass }) => {
        const name = `${ask.text} ${ask.headers.get('x-api-key')}`;
        const known = seen.get(name);
        if (known && Date.now() - known.time < 60_000) return again(known.answer);
        const answer = await readAnswer(await pass());
        if (answer.status === 201) seen.set(name, { answer, time: Date.now() });
        return again(answer);
      });
    },
    witness: both(async ({ send, word }) => {
      const body = { user: { firstName: word(), lastName: 'Twin' } };
      const one = await send('POST', '/students', body);
      const other = await send('POST', '/students', body);
      return textAt(one.body, 'user', 'userId') === textAt(other.body, 'user', 'userId');
    }),
  },
  {
    id: 'round-7.accounts.two-created-at-once-are-both-answered-as-the-later',
    chapter: 'accounts',
    story: 'The created user stands in a variable of the module while the welcome mail is sent.',
    rests: 'POST /teachers creates a teacher account, and the 201 response carries that user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [teachers],
    wrap: (service) => {
      let created: unknown;
      return on(service, teachers, async ({ pass }) => {
        const answer = await readAnswer(await pass());
        if (answer.status !== 201) return again(answer);
        created = answer.body['user'];
        await pause();
        return edit(again(answer), (body) => ({ ...body, user: created }));
      });
    },
    witness: both(async ({ send, word }) => {
      const bodies = [1, 2].map(() => ({ user: { firstName: word(), lastName: 'Both' } }));
      const answers = await Promise.all(bodies.map((body) => send('POST', '/teachers', body)));
      return new Set(answers.map(({ body }) => textAt(body, 'user', 'userId'))).size;
    }),
  },
];
