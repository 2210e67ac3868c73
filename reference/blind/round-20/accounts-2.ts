import { edit, json } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { found, overlay, payloadOf, refill, userIn } from './accounts-common.ts';

/** Faults off the plainest path: what is found after a change, and what a change leaves out. */
export const medium: readonly BlindFault[] = [
  {
    id: 'round-20.external-id.former-external-id-still-finds-the-user',
    chapter: 'external-id',
    story: 'A key-value index from external ids to users gets the new entry, and nobody deletes the old one.',
    rests: 'GET /users: externalId; User: externalId, Identifier from an outside system.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) => {
      const former = new Map<string, string>();
      const setting = on(service, 'PUT /users/{id}/external-id', async (line) => {
        const old = textAt(await found(line, line.ask.id), 'externalId');
        const response = await line.pass();
        const now = textAt(payloadOf(line), 'externalId');
        if (response.ok && old !== '' && old !== now) former.set(old, line.ask.id);
        return response;
      });
      const nowOf = async (line: Parameters<typeof found>[0], asked: readonly string[]) => {
        const ids = asked.flatMap((one) => former.get(one) ?? []);
        const users = await Promise.all(ids.map((id) => found(line, id)));
        return users
          .map((user) => textAt(user, 'externalId'))
          .filter((one) => one !== '' && !asked.includes(one));
      };
      const listing = on(setting, 'GET /users', async (line) => {
        const asked = line.ask.query.getAll('externalId');
        const more = await nowOf(line, asked);
        if (more.length === 0 || asked.length + more.length > 30) return line.pass();
        const query = new URLSearchParams(line.ask.query);
        for (const one of more) query.append('externalId', one);
        return line.pass({ query });
      });
      return on(listing, 'POST /users/search', async (line) => {
        const search = fields(line.ask.body['search']);
        const asked = texts(search['externalIds']);
        const more = await nowOf(line, asked);
        if (more.length === 0) return line.pass();
        return line.pass({
          body: { ...line.ask.body, search: { ...search, externalIds: [...asked, ...more] } },
        });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { externalId: 'OLD-77' });
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: 'NEW-77' } });
      return column(await client.get('/users', { externalId: 'OLD-77' }), 'externalId');
    }),
  },
  {
    id: 'round-20.email.search-index-does-not-hear-of-a-new-address',
    chapter: 'email',
    story:
      'The search reads an index that listens to the creation of users and to renames, and not to the event of a new address.',
    rests: 'POST /users/search has the same filters and response as GET /users (email).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) => {
      const indexed = new Map<string, readonly string[]>();
      const changing = on(service, 'PUT /users/{id}/emails/primary', async (line) => {
        const before = await found(line, line.ask.id);
        const response = await line.pass();
        const id = textAt(before, 'userId');
        if (response.ok && !indexed.has(id)) {
          indexed.set(
            id,
            texts(before['emails']).map((one) => one.toLowerCase()),
          );
        }
        return response;
      });
      return on(changing, 'POST /users/search', async (line) => {
        const search = fields(line.ask.body['search']);
        const email = textAt(search, 'email').toLowerCase();
        const response = await line.pass();
        if (email === '' || indexed.size === 0) return response;
        const { email: _email, ...others } = search;
        const stale = [...indexed].filter(([, emails]) => emails.includes(email)).map(([id]) => id);
        const rest = await line.call('POST /users/search', { search: { ...others, userIds: stale } });
        return edit(response, (body) => {
          const there = list(body['data']).map((user) => textAt(user, 'userId'));
          const more = itemsOf(rest).filter((user) => !there.includes(textAt(user, 'userId')));
          return refill(body, (user) => indexed.get(textAt(user, 'userId'))?.includes(email) ?? true, more);
        });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { email: 'before.index@school.example' });
      const email = 'after.index@school.example';
      await client.send('PUT', `/users/${id}/emails/primary`, { user: { email } });
      const listed = column(await client.get('/users', { email }), 'emails');
      return [listed, column(await client.send('POST', '/users/search', { search: { email } }), 'emails')];
    }),
  },
  {
    id: 'round-20.external-id.set-writes-to-the-table-of-students-only',
    chapter: 'external-id',
    story:
      'The update statement names the table of students, and for a teacher it matches no row and raises no error.',
    rests: "PUT /users/{userId}/external-id: Set the user's external identifier.",
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/external-id', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/external-id', async (line) => {
        const user = await found(line, line.ask.id);
        const externalId = payloadOf(line)['externalId'];
        const valid = typeof externalId === 'string' && externalId.trim() !== '' && externalId.length <= 255;
        if (!valid || textAt(user, 'userId') === '' || texts(user['roles']).includes('student'))
          return line.pass();
        const { classIds: _classIds, cohortIds: _cohortIds, ...plain } = user;
        return json(200, { user: { ...plain, externalId } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: 'STAFF-5' } });
      return textAt(await userOf(client, id), 'externalId');
    }),
  },
  {
    id: 'round-20.details.gender-is-passed-over-beside-a-date-of-birth',
    chapter: 'details',
    story:
      'The patch handler grew a second branch with `else if`, after the form that sent one field at a time.',
    rests: "PATCH /students/{userId}/details: Update the student's date of birth or gender.",
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', (line) => {
        const { gender, ...rest } = payloadOf(line);
        const passed =
          ['female', 'male', 'other'].includes(String(gender)) && typeof rest['dateOfBirth'] === 'string';
        return line.pass(passed ? { body: { ...line.ask.body, user: rest } } : {});
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { gender: 'female', dateOfBirth: '2010-02-03' });
      const user = { gender: 'male', dateOfBirth: '2010-02-04' };
      await client.send('PATCH', `/students/${id}/details`, { user });
      const { gender, dateOfBirth } = await userOf(client, id);
      return [gender, dateOfBirth];
    }),
  },
  {
    id: 'round-20.email.new-primary-address-replaces-the-whole-collection',
    chapter: 'email',
    story: 'The ORM is handed a list of one address, and it sets the collection and removes the orphans.',
    rests: "PUT emails/primary: Update the user's primary email address; User: emails, array.",
    breaks: 'implied',
    depth: 'medium',
    at: ['PUT /users/{id}/emails/primary', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const only = new Map<string, string>();
      const changing = on(service, 'PUT /users/{id}/emails/primary', async (line) => {
        const response = await line.pass();
        if (response.ok) {
          const user = await userIn(response);
          only.set(textAt(user, 'userId'), textAt(user, 'emails', 0));
        }
        return response;
      });
      return overlay(changing, (user) => {
        const email = only.get(textAt(user, 'userId'));
        return email === undefined ? user : { ...user, emails: [email] };
      });
    },
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { limit: 300 }));
      const id = textAt(
        users.find((user) => list(user['emails']).length > 1),
        'userId',
      );
      await client.send('PUT', `/users/${id}/emails/primary`, { user: { email: 'main@school.example' } });
      return (await userOf(client, id))['emails'];
    }),
  },
  {
    id: 'round-20.enabling.enable-gives-back-the-first-role-only',
    chapter: 'enabling',
    story: 'Enabling provisions the account anew from its account type, which holds one role.',
    rests: 'User: roles, All platform roles of the user; POST enable: Enable the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{id}/enable', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const provisioned = new Set<string>();
      const enabling = on(service, 'POST /users/{id}/enable', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) provisioned.add(ask.id);
        return response;
      });
      return overlay(enabling, (user) =>
        provisioned.has(textAt(user, 'userId')) ? { ...user, roles: texts(user['roles']).slice(0, 1) } : user,
      );
    },
    witness: both(async (client) => {
      const [first] = itemsOf(await client.get('/users', { role: 'administrator', limit: 1 }));
      const id = textAt(first, 'userId');
      await client.send('POST', `/users/${id}/disable`);
      await client.send('POST', `/users/${id}/enable`);
      return (await userOf(client, id))['roles'];
    }),
  },
  {
    id: 'round-20.password.answer-is-without-the-lazy-cohorts',
    chapter: 'password',
    story:
      'The repository of credentials loads the user with its classes alone, and the mapper leaves out relations that are not loaded.',
    rests:
      'Versioning 6: `classIds` and `cohortIds` were added to user responses of PUT /users/{userId}/password.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) =>
        edit(await pass(), (body) => {
          const { cohortIds: _cohortIds, ...user } = fields(body['user']);
          return { ...body, user };
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const [classId, cohortId] = [await newClassId(client), await newCohortId(client)];
      await client.send('POST', `/students/${id}/classes`, { classIds: [classId] });
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [cohortId] });
      const changed = await client.send('PUT', `/users/${id}/password`, {
        user: { password: 'a longer word' },
      });
      return ['classIds', 'cohortIds'].map((name) => list(fields(changed.body['user'])[name]).length);
    }),
  },
];
