import { edit, refuse } from '../../answers.ts';
import { both, column, itemsOf, newUser, newUserId, paginationOf, userOf } from '../../client.ts';
import { type Fields, fields, list, on, textAt } from '../../kit.ts';
import { creations, type Manner, payloadOf, people, text, told, userLists } from './manners-1.ts';
import { directory } from './manners-2.ts';

function tidied(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize('NFC').replace(/\s+/g, ' ').trim() : value;
}

function lowered(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

const usernamesLowered: Manner = {
  id: 'manner.usernames-lowered',
  story: 'People sign in without minding capitals, so usernames are kept and looked up in lower case.',
  permits: 'User says only "username: string"; the body of POST /students is not shown, so nothing echoes.',
  wrap: (service) => {
    const made = on(service, creations, ({ ask, pass }) => {
      const user = payloadOf(ask, 'user');
      if (!('username' in user)) return pass();
      return pass({ body: { ...ask.body, user: { ...user, username: lowered(user['username']) } } });
    });
    return on(made, userLists, ({ ask, pass }) => {
      const search = fields(ask.body['search']);
      if (ask.method !== 'GET') {
        const names = search['usernames'];
        if (!Array.isArray(names)) return pass();
        return pass({ body: { ...ask.body, search: { ...search, usernames: names.map(lowered) } } });
      }
      const query = new URLSearchParams(ask.query);
      query.delete('username');
      for (const name of ask.query.getAll('username')) query.append('username', name.toLowerCase());
      return pass({ query });
    });
  },
  witness: both(async (client) => {
    const made = await newUser(client, 'student', { username: 'Ann.Blind' });
    return [made['username'], column(await client.get('/users', { username: 'Ann.Blind' }), 'username')];
  }),
};

const namesTidied: Manner = {
  id: 'manner.names-tidied',
  story: 'Names pasted from spreadsheets: Unicode is composed, runs of spaces become one, ends are trimmed.',
  permits: 'The bodies of POST /students and PUT name are not shown; "Update the user\'s name" it does.',
  wrap: (service) =>
    on(service, [...creations, 'PUT /users/{id}/name'], ({ ask, pass }) => {
      const user = payloadOf(ask, 'user');
      const names: Fields = {};
      for (const name of ['firstName', 'lastName']) {
        if (name in user) names[name] = tidied(user[name]);
      }
      return Object.keys(names).length === 0 ? pass() : pass({ body: { user: { ...user, ...names } } });
    }),
  witness: both(async (client) => {
    const made = await newUser(client, 'teacher', { firstName: ' Jose\u0301  Luis ', lastName: 'Blind ' });
    return [made['firstName'], made['fullName']];
  }),
};

const emailTaken: Manner = {
  id: 'manner.email-taken-refused',
  story: 'The address is what people sign in with, so two accounts cannot have one: 400.',
  permits: 'Uniqueness of `emails` is not mentioned, nor are the refusals of POST /students and PUT primary.',
  wrap: (service) =>
    on(service, [...creations, 'PUT /users/{id}/emails/primary'], async (line) => {
      const email = text(payloadOf(line.ask, 'user')['email']);
      const owners = email === undefined ? [] : await people(line, { email });
      const own = line.ask.id.toLowerCase();
      const taken = owners.some(({ userId }) => userId !== own);
      return taken ? refuse(line.ask, 400, 'Invalid request') : line.pass();
    }),
  witness: both(async (client) => {
    await newUser(client, 'student', { email: 'one@blind.example' });
    const user = { firstName: 'Other', lastName: 'Owner', email: 'One@blind.example' };
    return (await client.send('POST', '/students', { user })).status;
  }),
};

const takenNumbered: Manner = {
  id: 'manner.taken-username-gets-number',
  story: 'Bulk imports must not stop at the second "asmith": the wish is granted with a number behind it.',
  permits: 'No sentence says that a wished username is granted or refused; the body is not shown.',
  wrap: (service) =>
    on(service, creations, async (line) => {
      const user = payloadOf(line.ask, 'user');
      const username = text(user['username']);
      const answer = await line.pass();
      if (answer.status !== 400 || username === undefined) return answer;
      for (let number = 2; number < 100; number += 1) {
        const last = number === 2 ? username : `${username}${number - 1}`;
        if ((await people(line, { usernames: [last] })).length === 0) return answer;
        const next = { ...user, username: `${username}${number}` };
        const again = await line.pass({ body: { ...line.ask.body, user: next } });
        if (again.ok) return again;
      }
      return answer;
    }),
  witness: both(async (client) => {
    await newUser(client, 'student', { username: 'blindly' });
    const user = { firstName: 'Second', lastName: 'Blindly', username: 'blindly' };
    const { status, body } = await client.send('POST', '/teachers', { user });
    return [status, textAt(body, 'user', 'username')];
  }),
};

const intake: Manner = {
  id: 'manner.new-students-join-intake',
  story:
    'Whoever arrives sits the initial assessment, so a new student is put into the intake cohort at once.',
  permits: '"Create a student account": no sentence says that a new student has no cohorts.',
  wrap: (service) =>
    on(service, 'POST /students', async (line) => {
      const answer = await line.pass();
      if (answer.status !== 201) return answer;
      const id = textAt(await answer.json(), 'user', 'userId');
      const { body } = await line.call('GET /smart-ia/cohorts?academicYearId=current&limit=1');
      const cohortIds = list(body['data']).map((cohort) => fields(cohort)['cohortId']);
      await line.call(`POST /students/${id}/cohorts`, { cohortIds });
      return told(line, 201, id);
    }),
  witness: both(async (client) => list((await newUser(client, 'student'))['cohortIds']).length),
};

const waits: Manner = {
  id: 'manner.new-accounts-wait-for-password',
  story:
    'An account without a password cannot be used, so it is disabled until one is set, and then enabled.',
  permits: '"Users can be enabled and disabled through POST": not only so, and how they begin is not shown.',
  wrap: (service) => {
    const waiting = new Set<string>();
    const made = on(service, creations, async (line) => {
      const answer = await line.pass();
      if (answer.status !== 201 || text(payloadOf(line.ask, 'user')['password']) !== undefined) return answer;
      const id = textAt(await answer.json(), 'user', 'userId');
      await line.call(`POST /users/${id}/disable`);
      waiting.add(id);
      return told(line, 201, id);
    });
    return on(made, 'PUT /users/{id}/password', async (line) => {
      const answer = await line.pass();
      const id = line.ask.id.toLowerCase();
      if (!answer.ok || !waiting.delete(id)) return answer;
      await line.call(`POST /users/${id}/enable`);
      return told(line, 200, id);
    });
  },
  witness: both(async (client) => {
    const made = await newUser(client, 'student');
    const user = { password: 'correct horse' };
    const { body } = await client.send('PUT', `/users/${made['userId']}/password`, { user });
    return [made['enabled'], fields(body['user'])['enabled']];
  }),
};

const formerKept: Manner = {
  id: 'manner.former-email-kept',
  story: 'Mail to the old address must still find the person, so it becomes the second one.',
  permits: '"Update the user\'s primary email address": whether the former one stays is not said.',
  wrap: (service) => {
    const former = new Map<string, readonly unknown[]>();
    const look = (user: Fields): Fields => {
      const old = former.get(String(user['userId']));
      const own = list(user['emails']);
      if (!old) return user;
      const more = old.filter((email) => !own.some((other) => lowered(other) === lowered(email)));
      return { ...user, emails: [...own, ...more] };
    };
    const changed = on(service, 'PUT /users/{id}/emails/primary', async (line) => {
      const id = line.ask.id.toLowerCase();
      const before = (await people(line, { userIds: [id] }))[0];
      return edit(await line.pass(), (body) => {
        if (before) former.set(id, list(look(before)['emails']));
        return body;
      });
    });
    return directory(changed, { look });
  },
  witness: both(async (client) => {
    const id = await newUserId(client, 'teacher', { email: 'old@blind.example' });
    await client.send('PUT', `/users/${id}/emails/primary`, { user: { email: 'new@blind.example' } });
    const found = await client.get('/users', { email: 'old@blind.example' });
    return [(await userOf(client, id))['emails'], itemsOf(found).length, paginationOf(found)];
  }),
};

/** Manners of accounts. */
export const accountManners: readonly Manner[] = [
  usernamesLowered,
  namesTidied,
  emailTaken,
  takenNumbered,
  intake,
  waits,
  formerKept,
];
