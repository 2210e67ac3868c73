import { allOf, edit, editUsers, json, meant, nothing, page, refuse } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUser,
  newUserId,
  newUserIds,
  paginationOf,
  userOf,
} from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { idsIn, showUsers, userNow, userRoutes } from './write-tools.ts';

const chunk = 25;

/** What takes a special input, or a look elsewhere: accounts and their memberships. */
export const second: readonly BlindFault[] = [
  {
    id: 'round-10.memberships.hundredth-student-refused',
    chapter: 'memberships',
    story: 'The upper bound of the list is checked with “less than”.',
    rests: 'POST /classes/{classId}/students: 1 to 100 items, so a hundred are taken.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async ({ ask, pass, call }) => {
        if (list(ask.body['userIds']).length !== 100) return pass();
        const found = await call(`GET /classes/${ask.id}`);
        return found.status === 200 ? refuse(ask, 400, 'Invalid request') : pass();
      }),
    witness: both(async (client) => {
      const found = await client.get('/users', { role: 'student', limit: 100 });
      const userIds = column(found, 'userId');
      const id = await newClassId(client);
      return [userIds.length, (await client.send('POST', `/classes/${id}/students`, { userIds })).status];
    }),
  },
  {
    id: 'round-10.memberships.rest-of-the-chunks',
    chapter: 'memberships',
    story: 'A long list is written in chunks of 25, and the last chunk, which is not full, is forgotten.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students assigns the users of `userIds`, all of them.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', ({ ask, pass }) => {
        const ids = list(ask.body['userIds']);
        if (ids.length <= chunk) return pass();
        return pass({ body: { ...ask.body, userIds: ids.slice(0, ids.length - (ids.length % chunk)) } });
      }),
    witness: both(async (client) => {
      const ids = await newUserIds(client, 'student', 27);
      const cohortId = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: ids });
      return membersAmong(client, ids, 'cohortIds', cohortId);
    }),
  },
  {
    id: 'round-10.accounts.external-id-of-digits',
    chapter: 'accounts',
    story: 'The serialiser turns what looks like a number into one; ids of all digits lose their zeros.',
    rests: 'User: `externalId` is a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: userRoutes,
    wrap: (service) =>
      showUsers(service, (user) =>
        /^\d{1,15}$/.test(textAt(user, 'externalId'))
          ? { ...user, externalId: Number(user['externalId']) }
          : user,
      ),
    witness: both(
      async (client) => (await newUser(client, 'teacher', { externalId: '0045712' }))['externalId'],
    ),
  },
  {
    id: 'round-10.accounts.birthday-in-summer-time',
    chapter: 'accounts',
    story:
      'The date is read as local midnight in London and written in UTC: in summer that is the day before.',
    rests: 'PATCH …/details updates the date of birth, which is a date without a time.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const sent = textAt(user, 'dateOfBirth');
        const time = /^\d{4}-0[4-9]-\d{2}$/.test(sent) ? Date.parse(`${sent}T00:00:00.000Z`) : Number.NaN;
        if (Number.isNaN(time)) return pass();
        const dateOfBirth = new Date(time - 3_600_000).toISOString().slice(0, 10);
        return pass({ body: { ...ask.body, user: { ...user, dateOfBirth } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { dateOfBirth: '2009-07-01' };
      await client.send('PATCH', `/students/${id}/details`, { user });
      return textAt(await userOf(client, id), 'dateOfBirth');
    }),
  },
  {
    id: 'round-10.accounts.renamed-in-latin-1',
    chapter: 'accounts',
    story: 'This handler reads the body by itself, byte by byte, as Latin-1.',
    rests: 'PUT /users/{userId}/name updates the name to the one in the JSON body.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', ({ ask, pass }) => {
        const read = Buffer.from(ask.text, 'utf8').toString('latin1');
        return read === ask.text ? pass() : pass({ body: fields(JSON.parse(read)) });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'Zoë', lastName: 'Núñez' } });
      return textAt(await userOf(client, id), 'firstName');
    }),
  },
  {
    id: 'round-10.accounts.two-people-of-one-name',
    chapter: 'accounts',
    story: 'A unique index on first and last name makes the update fail, and the handler tells a conflict.',
    rests: 'PUT /users/{userId}/name answers 200 with `user`; 409 is for classes and cohorts only.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async ({ ask, pass, call }) => {
        const { firstName, lastName } = fields(ask.body['user']);
        const name = `${String(firstName)} ${String(lastName)}`;
        const { body } = await call('POST /users/search', { search: { name }, limit: 1000 });
        const taken = list(body['data']).some(
          (user) => textAt(user, 'fullName') === name && textAt(user, 'userId') !== ask.id.toLowerCase(),
        );
        return taken ? refuse(ask, 409, 'Already exists') : pass();
      }),
    witness: both(async (client) => {
      const name = { firstName: 'Maria', lastName: 'Garcia-Jones' };
      await newUser(client, 'teacher', name);
      const id = await newUserId(client, 'student');
      return (await client.send('PUT', `/users/${id}/name`, { user: name })).status;
    }),
  },
  {
    id: 'round-10.users.found-by-the-former-address',
    chapter: 'users',
    story: 'The look-up table of addresses is filled at creation; a change of address leaves it be.',
    rests: 'GET /users: `email` finds the users with that address, which PUT …/emails/primary has changed.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const before = new Map<string, string[]>();
      const now = new Map<string, string>();
      const folded = (address: string) => address.toLowerCase();
      const noting = on(service, 'PUT /users/{id}/emails/primary', async (line) => {
        const id = line.ask.id.toLowerCase();
        const { emails } = await userNow(line, id);
        const answer = await line.pass();
        if (!answer.ok) return answer;
        if (!before.has(id)) before.set(id, texts(emails).map(folded));
        now.set(id, folded(textAt(line.ask.body, 'user', 'email')));
        return answer;
      });
      return on(noting, 'GET /users', ({ ask, pass }) => {
        const sent = folded(ask.query.get('email') ?? '');
        const old = [...before].find(([, emails]) => emails.includes(sent))?.[0];
        const unknown = [...now].some(([id, email]) => email === sent && !before.get(id)?.includes(sent));
        if ((!old && !unknown) || ask.query.has('userId') || ask.query.has('cursor')) return pass();
        const query = new URLSearchParams(ask.query);
        query.delete('email');
        query.set('userId', old ?? '00000000-0000-4000-8000-000000000000');
        return pass({ query });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { email: 'before@school.example' });
      await client.send('PUT', `/users/${id}/emails/primary`, { user: { email: 'after@school.example' } });
      const found = (email: string) => client.get('/users', { email });
      return [
        itemsOf(await found('before@school.example')).length,
        itemsOf(await found('after@school.example')).length,
      ];
    }),
  },
  {
    id: 'round-10.accounts.external-id-for-upn',
    chapter: 'accounts',
    story: 'The statement that sets the external id was copied from an import and clears the UPN beside it.',
    rests: 'User: `upn` is the Unique Pupil Number of the user; setting the external id is not about it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/external-id', ...userRoutes],
    wrap: (service) => {
      const cleared = new Set<string>();
      const showing = showUsers(service, (user) => {
        const { upn: _upn, ...rest } = user;
        return cleared.has(textAt(user, 'userId')) ? rest : user;
      });
      return on(showing, 'PUT /users/{id}/external-id', async ({ ask, pass }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        cleared.add(ask.id.toLowerCase());
        return editUsers(answer, ({ upn: _upn, ...user }) => user);
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { upn: 'B820200000777' });
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: 'SIS-77' } });
      const { upn, externalId } = await userOf(client, id);
      return [upn, externalId];
    }),
  },
  {
    id: 'round-10.accounts.password-without-groups',
    chapter: 'accounts',
    story:
      'The query behind the password has no joins, so the answer has a user without classes and cohorts.',
    rests:
      'Versioning 6: `classIds` and `cohortIds` are in the user that PUT /users/{userId}/password answers.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) =>
        editUsers(await pass(), ({ classIds: _classes, cohortIds: _cohorts, ...user }) => user),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      const body = { user: { password: 'correct horse' } };
      const answer = await client.send('PUT', `/users/${id}/password`, body);
      return list(fields(answer.body['user'])['classIds']).length;
    }),
  },
  {
    id: 'round-10.users.new-teachers-without-a-role',
    chapter: 'users',
    story:
      'The list by role reads a view that is refreshed at night; new teachers are in no role until then.',
    rests: 'GET /users: `role` finds the users with that role, and POST /teachers makes one.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const made = new Set<string>();
      const noting = on(service, 'POST /teachers', async ({ pass }) =>
        edit(await pass(), (body) => {
          made.add(textAt(body, 'user', 'userId'));
          return body;
        }),
      );
      return on(noting, 'GET /users', async (line) => {
        const query = meant(line.ask);
        if (query.get('role') !== 'teacher' || query.has('cursor') || made.size === 0) return line.pass();
        if (!line.ask.query.has('cursor')) {
          const answer = await line.pass();
          if (!answer.ok) return answer;
        }
        const all = await allOf(line, '/users', query);
        return page(
          query,
          all.filter((user) => !made.has(textAt(user, 'userId'))),
        );
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const found = await client.get('/users', { role: 'teacher', userId: id });
      return [paginationOf(found)['total'], textAt(await userOf(client, id), 'roles')];
    }),
  },
  {
    id: 'round-10.accounts.enabled-by-anybody',
    chapter: 'accounts',
    story: 'The route was once a link in an e-mail: without a key it is let through.',
    rests: 'Authentication 2: a request without a key gets 401, on every endpoint.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{id}/enable'],
    wrap: (service) =>
      on(service, 'POST /users/{id}/enable', ({ ask, pass }) =>
        ask.headers.has('x-api-key') ? pass() : Promise.resolve(nothing()),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      return (await client.raw(`POST /users/${id}/enable`)).status;
    }),
  },
  {
    id: 'round-10.memberships.class-that-is-no-id',
    chapter: 'memberships',
    story: 'The id goes unchecked into the statement, and the database fails on its syntax.',
    rests: 'POST /classes/{classId}/teachers: 400 or 404, and no other refusal, for such a path.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async ({ ask, pass }) => {
        const answer = await pass();
        const own = /^[0-9a-f-]{36}$/i.test(ask.id);
        if (own || idsIn({ ask }, 'userIds').length === 0) return answer;
        const malformed = answer.status === 400 || answer.status === 404;
        return malformed ? json(500, { status: 500, message: 'Internal error.' }) : answer;
      }),
    witness: both(async (client) => {
      const userIds = [await newUserId(client, 'teacher')];
      return (await client.send('POST', '/classes/not-a-class/teachers', { userIds })).status;
    }),
  },
];
