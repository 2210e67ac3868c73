import { editUsers, withBody } from '../answers.ts';
import { both, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, on, textAt } from '../kit.ts';
import { creates, current, editUser, fault, idOf, reads, seen, userIn } from './accounts-help.ts';

const details = 'PATCH /students/{id}/details';

/** Faults that plain use shows. */
export const plain: readonly BlindFault[] = [
  fault({
    name: 'password-change-answers-success-instead-of-the-user',
    story:
      'The password route was taken over from the identity module, whose handlers all answer that they succeeded.',
    rests: 'PUT /users/{userId}/password: the 200 response carries property user (User).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) => {
        const response = await pass();
        return response.ok ? withBody(response, { success: true }) : response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const answer = await client.send('PUT', `/users/${id}/password`, {
        user: { password: 'correct horse' },
      });
      return `${answer.status} ${Object.keys(answer.body)}`;
    }),
  }),
  fault({
    name: 'details-answer-has-the-date-of-birth-as-a-date-time',
    story:
      'The update returns the entity with its Date object, which JSON.stringify writes out in full; the lists go through a view model that cuts it.',
    rests: 'dateOfBirth is a date, YYYY-MM-DD (User; Conventions 2).',
    breaks: 'explicit',
    depth: 'shallow',
    at: [details],
    wrap: (service) =>
      on(service, details, async ({ pass }) =>
        editUser(await pass(), (user) =>
          'dateOfBirth' in user ? { ...user, dateOfBirth: `${user['dateOfBirth']}T00:00:00.000Z` } : user,
        ),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const change = { user: { dateOfBirth: '2009-01-20' } };
      return seen(userIn(await client.send('PATCH', `/students/${id}/details`, change)), 'dateOfBirth');
    }),
  }),
  fault({
    name: 'users-without-e-mail-are-read-with-one-empty-address',
    story:
      'The addresses are kept in one column, joined with commas. Splitting the empty text gives a list of one empty text.',
    rests: 'emails is an array of e-mail addresses, and empty fields are omitted (User; Conventions 3).',
    breaks: 'explicit',
    depth: 'shallow',
    at: reads,
    wrap: (service) =>
      on(service, reads, async ({ pass }) =>
        editUsers(await pass(), (user) => ('emails' in user ? user : { ...user, emails: [''] })),
      ),
    witness: both(async (client) => seen(await userOf(client, await newUserId(client, 'teacher')), 'emails')),
  }),
  fault({
    name: 'created-accounts-are-answered-with-moments-without-milliseconds',
    story:
      'The creating handler formats instants with a pattern of its own that stops at the seconds, the others use the shared serialiser.',
    rests: 'A date-time is YYYY-MM-DDTHH:MM:SS.SSSZ (Conventions 2); createdAt and updatedAt are date-times.',
    breaks: 'explicit',
    depth: 'shallow',
    at: creates,
    wrap: (service) =>
      on(service, creates, async ({ pass }) =>
        editUser(await pass(), (user) => ({
          ...user,
          createdAt: textAt(user, 'createdAt').replace(/\.\d+Z$/, 'Z'),
          updatedAt: textAt(user, 'updatedAt').replace(/\.\d+Z$/, 'Z'),
        })),
      ),
    witness: both(async (client) => seen(await newUser(client, 'student'), 'createdAt', 'updatedAt')),
  }),
  fault({
    name: 'changed-details-leave-the-moment-of-the-last-update',
    story:
      'Date of birth and gender live in a profile table. The trigger that sets updated_at is on the users table only.',
    rests: 'updatedAt: when the user was last updated. PATCH details is an update of the user.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [details, ...reads],
    wrap: (service) => {
      const moments = new Map<string, { readonly real: string; readonly shown: string }>();
      const shownOf = (id: string, real: string) => {
        const known = moments.get(id);
        return known?.real === real ? known.shown : real;
      };
      return on(service, [details, ...reads], async (line) => {
        const { id } = line.ask;
        const before = id === '' ? undefined : await current(line, id.toLowerCase());
        const response = await line.pass();
        return editUsers(response, (user) => {
          const real = textAt(user, 'updatedAt');
          if (before)
            moments.set(idOf(user), { real, shown: shownOf(idOf(user), textAt(before, 'updatedAt')) });
          return { ...user, updatedAt: shownOf(idOf(user), real) };
        });
      });
    },
    witness: both(async (client) => {
      const created = await newUser(client, 'student');
      const change = { user: { gender: 'female' } };
      const changed = userIn(await client.send('PATCH', `/students/${idOf(created)}/details`, change));
      const read = await userOf(client, idOf(created));
      return [changed, read].map((user) => textAt(user, 'updatedAt') > textAt(created, 'updatedAt'));
    }),
  }),
];
