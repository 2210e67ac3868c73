import { edit, editPagination, editUsers, withBody } from '../answers.ts';
import { both, column, newClassId, newUser, newUserId, userOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { lookUp, payloadOf } from './writing-helpers.ts';

const name = 'PUT /users/{id}/name';
const password = 'PUT /users/{id}/password';
const email = 'PUT /users/{id}/emails/primary';
const externalId = 'PUT /users/{id}/external-id';
const enabling = ['POST /users/{id}/enable', 'POST /users/{id}/disable'] as const;

/** A list without some of its users. */
async function without(answer: Response, hidden: (user: unknown) => boolean): Promise<Response> {
  let less = 0;
  const kept = await edit(answer, (body) => {
    const data = list(body['data']);
    const rest = data.filter((user) => !hidden(user));
    less = data.length - rest.length;
    return { ...body, data: rest };
  });
  if (less === 0) return kept;
  return editPagination(kept, ({ total }) => ({ total: Number(total) - less }));
}

/** What is changed about a user. */
export const users: readonly BlindFault[] = [
  {
    id: 'round-9.users.last-name-alone-not-kept',
    chapter: 'accounts',
    story: 'The entity is dirty when its first name changed; the comparison of the last name was forgotten.',
    rests: "PUT /users/{userId}/name updates the user's name.",
    breaks: 'explicit',
    depth: 'medium',
    at: [name],
    wrap: (service) =>
      on(service, name, async (line) => {
        const payload = payloadOf(line, 'user');
        const before = await lookUp(line, line.ask.id);
        const { firstName, lastName } = payload;
        const same =
          typeof lastName === 'string' && lastName.trim() !== '' && firstName === before['firstName'];
        return same
          ? line.pass({ body: { user: { ...payload, lastName: before['lastName'] } } })
          : line.pass();
      }),
    witness: both(async (client) => {
      const { userId, firstName } = await newUser(client, 'student');
      await client.send('PUT', `/users/${userId}/name`, { user: { firstName, lastName: 'Married' } });
      return textAt(await userOf(client, String(userId)), 'lastName');
    }),
  },
  {
    id: 'round-9.users.renamed-lost-to-search',
    chapter: 'users',
    story:
      'A rename takes the document out of the search index, and putting it back fails for want of a field.',
    rests: 'POST /users/search has the same filters and response as GET /users.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search', name],
    wrap: (service) => {
      const lost = new Set<string>();
      const noting = on(service, name, async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.ok) lost.add(ask.id);
        return answer;
      });
      return on(noting, 'POST /users/search', async ({ ask, pass }) => {
        const answer = await pass();
        if (at(ask.body, 'search', 'name') === undefined) return answer;
        return without(answer, (user) => lost.has(textAt(user, 'userId')));
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const lastName = client.word().replace(' ', '');
      await client.send('PUT', `/users/${userId}/name`, { user: { firstName: 'Renate', lastName } });
      const read = await client.get('/users', { name: lastName });
      const found = await client.send('POST', '/users/search', { search: { name: lastName } });
      return [column(read, 'userId').length, column(found, 'userId').length];
    }),
  },
  {
    id: 'round-9.users.renaming-hides-classes',
    chapter: 'versioning',
    story: 'The updated entity comes without its relations, and empty relations are left out.',
    rests: 'Versioning 6: user responses of PUT /users/{userId}/name have classIds and cohortIds.',
    breaks: 'explicit',
    depth: 'medium',
    at: [name],
    wrap: (service) =>
      on(service, name, async ({ pass }) =>
        editUsers(await pass(), ({ classIds: _classes, cohortIds: _cohorts, ...user }) => user),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const classIds = [await newClassId(client)];
      await client.send('POST', `/students/${userId}/classes`, { classIds });
      const user = { firstName: 'Renate', lastName: 'Witness' };
      const answer = await client.send('PUT', `/users/${userId}/name`, { user });
      return at(answer.body, 'user', 'classIds') ?? 'none';
    }),
  },
  {
    id: 'round-9.users.password-answers-another',
    chapter: 'accounts',
    story: 'A guard against double submission keeps answers by a hash of the body, without the address.',
    rests: 'PUT /users/{userId}/password: the 200 response carries user, the one of the path.',
    breaks: 'explicit',
    depth: 'deep',
    at: [password],
    wrap: (service) => {
      const answered = new Map<string, unknown>();
      return on(service, password, async ({ ask, pass }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        const body: unknown = answered.get(ask.text) ?? (await answer.clone().json());
        answered.set(ask.text, body);
        return withBody(answer, body);
      });
    },
    witness: both(async (client) => {
      const same: boolean[] = [];
      for (const role of ['student', 'teacher'] as const) {
        const userId = await newUserId(client, role);
        const user = { password: 'First day 2025' };
        const answer = await client.send('PUT', `/users/${userId}/password`, { user });
        same.push(textAt(answer.body, 'user', 'userId') === userId);
      }
      return same;
    }),
  },
  {
    id: 'round-9.users.email-answer-before',
    chapter: 'accounts',
    story: 'The answer is read from the replica, which has not seen the write yet.',
    rests:
      'PUT /users/{userId}/emails/primary updates the address and carries the user, whose emails have it.',
    breaks: 'explicit',
    depth: 'medium',
    at: [email],
    wrap: (service) =>
      on(service, email, async (line) => {
        const before = await lookUp(line, line.ask.id);
        return editUsers(await line.pass(), () => before);
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student', { email: 'old@school.example' });
      const user = { email: 'new@school.example' };
      const answer = await client.send('PUT', `/users/${userId}/emails/primary`, { user });
      return at(answer.body, 'user', 'emails');
    }),
  },
  {
    id: 'round-9.users.new-email-not-found',
    chapter: 'users',
    story:
      'The column in lower case that the filter uses is filled when an account is created, and never again.',
    rests: 'GET /users: email finds the users with that address; PUT emails/primary gave the user this one.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', email],
    wrap: (service) => {
      const changed = new Map<string, string>();
      const noting = on(service, email, async (line) => {
        const answer = await line.pass();
        if (answer.ok) changed.set(line.ask.id, textAt(payloadOf(line, 'user'), 'email').toLowerCase());
        return answer;
      });
      return on(noting, 'GET /users', async ({ ask, pass }) => {
        const answer = await pass();
        const wanted = ask.query.get('email')?.toLowerCase();
        if (wanted === undefined) return answer;
        return without(answer, (user) => changed.get(textAt(user, 'userId')) === wanted);
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher', { email: 'before@school.example' });
      const address = 'after@school.example';
      await client.send('PUT', `/users/${userId}/emails/primary`, { user: { email: address } });
      return column(await client.get('/users', { email: address }), 'userId').length;
    }),
  },
  {
    id: 'round-9.users.external-id-loses-zeros',
    chapter: 'users',
    story: 'The identifier goes through a reader of forms that makes numbers of digits.',
    rests:
      "PUT /users/{userId}/external-id sets the user's external identifier; User.externalId is a string.",
    breaks: 'explicit',
    depth: 'medium',
    at: [externalId],
    wrap: (service) =>
      on(service, externalId, (line) => {
        const payload = payloadOf(line, 'user');
        const sent = textAt(payload, 'externalId');
        if (!/^0\d+$/.test(sent)) return line.pass();
        return line.pass({ body: { user: { ...payload, externalId: String(Number(sent)) } } });
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      await client.send('PUT', `/users/${userId}/external-id`, { user: { externalId: '004711' } });
      return textAt(await userOf(client, userId), 'externalId');
    }),
  },
  {
    id: 'round-9.users.enable-and-disable-toggle',
    chapter: 'users',
    story: 'Both routes call the method behind the switch of the admin page, which turns the state around.',
    rests: 'POST /users/{userId}/enable enables the user, POST /users/{userId}/disable disables the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: enabling,
    wrap: (service) =>
      on(service, enabling, async (line) => {
        const { enabled } = await lookUp(line, line.ask.id);
        if (typeof enabled !== 'boolean') return line.pass();
        return line.pass({ path: `/users/${line.ask.id}/${enabled ? 'disable' : 'enable'}` });
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const states: unknown[] = [];
      for (const action of ['disable', 'disable', 'enable', 'enable']) {
        await client.send('POST', `/users/${userId}/${action}`);
        states.push(fields(await userOf(client, userId))['enabled']);
      }
      return states;
    }),
  },
];
