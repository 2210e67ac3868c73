import { edit, editUsers } from '../answers.ts';
import { both, column, newClassId, newUserId, userOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, on, textAt, texts } from '../kit.ts';
import { keeping, mapped } from '../shared/accounts.ts';
import { dropping, userNow, userReads, without } from './helpers.ts';

const external = 'PUT /users/{id}/external-id';
const naming = 'PUT /users/{id}/name';
const nameFields = ['firstName', 'lastName', 'fullName'];

/** External ids, names, passwords and whether a user is enabled. */
export const identities: readonly BlindFault[] = [
  {
    id: 'round-6.updates.external-id-loses-leading-zeros',
    chapter: 'updates',
    story: 'What looks like a number goes through a number on its way to the database.',
    rests: 'PUT /users/{userId}/external-id sets the user’s external identifier; externalId is a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: [external],
    wrap: keeping(external, (user) =>
      mapped(user, ['externalId'], (text) => (/^0\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text)),
    ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { externalId: '0004711' };
      await client.send('PUT', `/users/${id}/external-id`, { user });
      return (await userOf(client, id))['externalId'];
    }),
  },
  {
    id: 'round-6.updates.external-id-does-not-touch-updated-at',
    chapter: 'updates',
    story: 'The external id is written by a bulk statement that goes past the hooks of the data layer.',
    rests:
      'User: updatedAt is when the user was last updated; PUT /users/{userId}/external-id is such an update.',
    breaks: 'explicit',
    depth: 'medium',
    at: [external],
    wrap: (service) => {
      const shown = new Map<string, { readonly kept: unknown; readonly real: unknown }>();
      const keep = (user: Fields) => {
        const own = shown.get(String(user['userId']));
        return own !== undefined && own.real === user['updatedAt'] ? { ...user, updatedAt: own.kept } : user;
      };
      const noting = on(service, external, async (line) => {
        const before = keep(await userNow(line, line.ask.id));
        const answer = await line.pass();
        if (!answer.ok) return answer;
        const { userId, updatedAt } = await userNow(line, line.ask.id);
        shown.set(String(userId), { kept: before['updatedAt'], real: updatedAt });
        return answer.status === 204 ? answer : editUsers(answer, keep);
      });
      return on(noting, userReads, async ({ pass }) => editUsers(await pass(), keep));
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const before = textAt(await userOf(client, id), 'updatedAt');
      const externalId = client.word();
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId } });
      const after = await userOf(client, id);
      return [after['externalId'], textAt(after, 'updatedAt') > before];
    }),
  },
  {
    id: 'round-6.updates.second-external-id-is-not-indexed',
    chapter: 'updates',
    story:
      'The look-up table of external ids gets a row when there is none for the user, and is never updated.',
    rests: 'GET /users: externalId filters by it; PUT /users/{userId}/external-id sets it.',
    breaks: 'explicit',
    depth: 'deep',
    at: [external],
    wrap: (service) => {
      const indexed = new Map<string, unknown>();
      const noting = on(service, external, async (line) => {
        const { userId, externalId } = await userNow(line, line.ask.id);
        const answer = await line.pass();
        const id = String(userId);
        if (answer.ok && externalId !== undefined && !indexed.has(id)) indexed.set(id, externalId);
        return answer;
      });
      return on(noting, userReads, async ({ ask, pass }) => {
        const values = [...ask.query.getAll('externalId'), ...texts(at(ask.body, 'search', 'externalIds'))];
        if (values.length === 0) return pass();
        return without(await pass(), (user) => {
          const known = indexed.get(String(user['userId']));
          return known !== undefined && !values.includes(String(known));
        });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const found: number[] = [];
      for (const externalId of [`A ${client.word()}`, `B ${client.word()}`]) {
        await client.send('PUT', `/users/${id}/external-id`, { user: { externalId } });
        found.push(column(await client.get('/users', { externalId }), 'userId').length);
      }
      return found;
    }),
  },
  {
    id: 'round-6.updates.name-cached-by-id',
    chapter: 'updates',
    story:
      'Single users are cached by id, and of all the updates the one of the name forgot to clear the entry.',
    rests: 'PUT /users/{userId}/name updates the user’s name; GET /users gives the user with it.',
    breaks: 'explicit',
    depth: 'deep',
    at: [naming],
    wrap: (service) => {
      const seen = new Map<string, Fields>();
      const stale = new Map<string, Fields>();
      const renaming = on(service, naming, async ({ ask, pass }) => {
        const answer = await pass();
        const names = seen.get(ask.id.toLowerCase());
        if (answer.ok && names !== undefined) stale.set(ask.id.toLowerCase(), names);
        return answer;
      });
      return on(renaming, 'GET /users', async ({ ask, pass }) => {
        const id = ask.query.get('userId');
        const answer = await pass();
        if (id === null || ask.query.size > 1) return answer;
        return editUsers(answer, (user) => {
          const names = stale.get(id.toLowerCase());
          if (names !== undefined) return { ...dropping(user, ...nameFields), ...names };
          seen.set(id.toLowerCase(), Object.fromEntries(nameFields.map((name) => [name, user[name]])));
          return user;
        });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { firstName: 'Before', lastName: 'Marriage' });
      await userOf(client, id);
      const user = { firstName: 'After', lastName: 'Marriage' };
      await client.send('PUT', `/users/${id}/name`, { user });
      return (await userOf(client, id))['firstName'];
    }),
  },
  {
    id: 'round-6.updates.password-answers-no-memberships',
    chapter: 'versioning',
    story: 'The password belongs to the identity service, whose user has no classes and cohorts to show.',
    rests:
      'Versioning 6: classIds and cohortIds were added to user responses of PUT /users/{userId}/password.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) =>
        edit(await pass(), (body) => ({ user: dropping(fields(body['user']), 'classIds', 'cohortIds') })),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      const user = { password: 'correct horse 9 Battery' };
      const { body } = await client.send('PUT', `/users/${id}/password`, { user });
      return texts(at(body, 'user', 'classIds')).length;
    }),
  },
  {
    id: 'round-6.states.disabled-users-show-no-classes',
    chapter: 'users',
    story: 'The join that collects classes and cohorts takes active members only.',
    rests:
      'Versioning 6 and User: classIds, the classes of the user, are present in user responses of GET /users.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/{id}/disable', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const disabled = new Set<string>();
      const noting = on(
        service,
        ['POST /users/{id}/disable', 'POST /users/{id}/enable'],
        async ({ ask, pass }) => {
          const answer = await pass();
          if (!answer.ok) return answer;
          if (ask.path.endsWith('/disable')) disabled.add(ask.id.toLowerCase());
          else disabled.delete(ask.id.toLowerCase());
          return answer;
        },
      );
      return on(noting, userReads, async ({ pass }) =>
        editUsers(await pass(), (user) =>
          disabled.has(String(user['userId'])) ? dropping(user, 'classIds', 'cohortIds') : user,
        ),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      await client.send('POST', `/users/${id}/disable`);
      return texts((await userOf(client, id))['classIds']).length;
    }),
  },
];
