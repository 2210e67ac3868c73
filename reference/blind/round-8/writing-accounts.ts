import { edit, editUsers, json } from '../answers.ts';
import { both, itemsOf, newClassId, newCohortId, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { overlayUsers, payloadOf, reads, userBy, userRoutes, without } from './helpers.ts';

const password = 'PUT /users/{id}/password';
const email = 'PUT /users/{id}/emails/primary';

/** What goes wrong when accounts are created, and with passwords and e-mail addresses. */
export const accounts: readonly BlindFault[] = [
  {
    id: 'round-8.accounts.teacher-in-a-wrapper-of-its-own',
    chapter: 'accounts',
    story: 'The name of the wrapper is made from the last part of the route.',
    rests: 'POST /teachers: the 201 response carries property `user`; Conventions 5.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        edit(await pass(), (body) => ({ teacher: body['user'] })),
      ),
    witness: both(async ({ send }) => {
      const user = { firstName: 'Ada', lastName: 'Witness' };
      return Object.keys((await send('POST', '/teachers', { user })).body);
    }),
  },
  {
    id: 'round-8.accounts.no-email-is-a-null',
    chapter: 'accounts',
    story: 'The addresses are aggregated over a left join, which has one empty row where there are none.',
    rests: 'User: `emails` is an array of strings (email); Conventions 3: empty fields are omitted.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ pass }) =>
        editUsers(await pass(), (user) =>
          list(user['emails']).length > 0 ? user : { ...user, emails: [null] },
        ),
      ),
    witness: both(async (client) => list((await newUser(client, 'student'))['emails']).length),
  },
  {
    id: 'round-8.accounts.same-person-same-account',
    chapter: 'accounts',
    story:
      'New students are matched with those created before by name and birthday, as in the nightly import.',
    rests: 'POST /students creates a student account; `userId` identifies a user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students'],
    wrap: (service) => {
      const known = new Map<string, string>();
      return on(service, 'POST /students', async (line) => {
        const payload = payloadOf(line, 'user');
        const names = ['firstName', 'lastName', 'dateOfBirth'].map((name) =>
          textAt(payload, name).toLowerCase(),
        );
        const same = known.get(names.join('/'));
        if (same !== undefined) return json(201, { user: await userBy(line, same) });
        const answer = await line.pass();
        if (answer.status === 201) {
          known.set(names.join('/'), textAt(await answer.clone().json(), 'user', 'userId'));
        }
        return answer;
      });
    },
    witness: both(async (client) => {
      const names = { firstName: client.word(), lastName: 'Witness' };
      const first = await newUserId(client, 'student', names);
      return (await newUserId(client, 'student', names)) === first;
    }),
  },
  {
    id: 'round-8.accounts.password-costs-the-pupil-number',
    chapter: 'accounts',
    story: 'The account is loaded with the columns that the password form needs and saved with all of them.',
    rests: 'PUT /users/{userId}/password changes the password; User: `upn`.',
    breaks: 'explicit',
    depth: 'medium',
    at: userRoutes,
    wrap: (service) => {
      const lost = new Set<unknown>();
      const reading = overlayUsers(service, (user) =>
        lost.has(user['userId']) ? without(user, 'upn') : user,
      );
      return on(reading, password, async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.ok) lost.add(ask.id.toLowerCase());
        return answer;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { upn: 'B123456789012' });
      await client.send('PUT', `/users/${id}/password`, { user: { password: 'long enough' } });
      return (await userOf(client, id))['upn'];
    }),
  },
  {
    id: 'round-8.accounts.same-password-is-a-resend',
    chapter: 'accounts',
    story:
      'Double clicks are caught by a hash of the body alone, and answered with what was answered before.',
    rests: 'PUT /users/{userId}/password changes the password of that user and answers it as `user`.',
    breaks: 'explicit',
    depth: 'deep',
    at: [password],
    wrap: (service) => {
      const answers = new Map<string, unknown>();
      return on(service, password, async ({ ask, pass }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        const before = answers.get(ask.text);
        if (before !== undefined) return json(200, before);
        answers.set(ask.text, await answer.clone().json());
        return answer;
      });
    },
    witness: both(async (client) => {
      const seen: boolean[] = [];
      for (const id of [await newUserId(client, 'student'), await newUserId(client, 'student')]) {
        const body = { user: { password: 'the same for all' } };
        const answer = await client.send('PUT', `/users/${id}/password`, body);
        seen.push(textAt(answer.body, 'user', 'userId') === id);
      }
      return seen;
    }),
  },
  {
    id: 'round-8.accounts.first-email-has-no-row',
    chapter: 'accounts',
    story: 'The primary address is an UPDATE of its row; users without an address have none to update.',
    rests: 'PUT /users/{userId}/emails/primary updates the primary email address of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: [email, ...reads],
    wrap: (service) => {
      const rowless = new Set<unknown>();
      const reading = overlayUsers(
        service,
        (user) => (rowless.has(user['userId']) ? without(user, 'emails') : user),
        reads,
      );
      return on(reading, email, async (line) => {
        const before = await userBy(line, line.ask.id);
        const answer = await line.pass();
        if (answer.ok && list(before['emails']).length === 0) rowless.add(before['userId']);
        return answer;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/emails/primary`, { user: { email: 'first@school.example' } });
      return list((await userOf(client, id))['emails']);
    }),
  },
  {
    id: 'round-8.versioning.classes-twice-after-an-email',
    chapter: 'versioning',
    story: 'Copied from the line above in one serialiser: the cohorts are filled from the classes.',
    rests: 'User: `cohortIds` are the cohorts of the user; Versioning 6: in the response of emails/primary.',
    breaks: 'explicit',
    depth: 'medium',
    at: [email],
    wrap: (service) =>
      on(service, email, async ({ pass }) =>
        editUsers(await pass(), (user) => ({ ...user, cohortIds: user['classIds'] })),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const [classId, cohortId] = [await newClassId(client), await newCohortId(client)];
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: [id] });
      const body = { user: { email: 'both@school.example' } };
      const answer = await client.send('PUT', `/users/${id}/emails/primary`, body);
      return list(fields(answer.body['user'])['cohortIds']).map((one) => one === cohortId);
    }),
  },
  {
    id: 'round-8.users.email-of-a-new-teacher',
    chapter: 'users',
    story: 'The index of addresses is fed by the event of a changed address; creating a teacher sends none.',
    rests: 'GET /users: the filter `email` finds users by their address.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers', 'GET /users'],
    wrap: (service) => {
      const unknown = new Set<unknown>();
      const creating = on(service, 'POST /teachers', async ({ pass }) => {
        const answer = await pass();
        if (answer.ok) unknown.add(textAt(await answer.clone().json(), 'user', 'userId'));
        return answer;
      });
      const changing = on(creating, email, async ({ ask, pass }) => {
        unknown.delete(ask.id.toLowerCase());
        return pass();
      });
      return on(changing, 'GET /users', async ({ ask, pass }) => {
        const answer = await pass();
        if (!ask.query.has('email')) return answer;
        return edit(answer, (body) => {
          const all = list(body['data']).map(fields);
          const data = all.filter((user) => !unknown.has(user['userId']));
          const pagination = fields(body['pagination']);
          const total = Number(pagination['total']) - (all.length - data.length);
          return { data, pagination: { ...pagination, total } };
        });
      });
    },
    witness: both(async (client) => {
      await newUserId(client, 'teacher', { email: 'new.teacher@school.example' });
      return itemsOf(await client.get('/users', { email: 'new.teacher@school.example' })).length;
    }),
  },
];
