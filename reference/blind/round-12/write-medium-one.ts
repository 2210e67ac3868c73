import { edit, json, refuse } from '../answers.ts';
import {
  both,
  column,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  paginationOf,
  testIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { assignedIds, showCohorts, showUsers } from './write-tools.ts';

/** Faults that take a special input, or a look at another operation. */
export const mediumOne: readonly BlindFault[] = [
  {
    id: 'round-12.memberships.hundred-students-too-many',
    chapter: 'memberships',
    story: 'The bound was written with the wrong sign: less than a hundred.',
    rests: 'POST /classes/{classId}/students takes 1 to 100 `userIds`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async ({ ask, pass }) =>
        list(ask.body['userIds']).length === 100 ? refuse(ask, 400, 'Invalid request') : pass(),
      ),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = column(await client.get('/users', { role: 'student', limit: 100 }), 'userId');
      const answer = await client.send('POST', `/classes/${classId}/students`, { userIds });
      return `${userIds.length} ${answer.status}`;
    }),
  },
  {
    id: 'round-12.memberships.thirty-teachers-at-most',
    chapter: 'memberships',
    story:
      'The teachers are looked up with the filter of the list, which takes thirty ids; the rest is cut off.',
    rests: 'POST /classes/{classId}/teachers assigns up to 100 teachers.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', ({ ask, pass }) => {
        const ids = list(ask.body['userIds']);
        if (ids.length <= 30 || ids.length > 100) return pass();
        return pass({ body: { ...ask.body, userIds: ids.slice(0, 30) } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = column(await client.get('/users', { role: 'teacher', limit: 33 }), 'userId');
      const answer = await client.send('POST', `/classes/${classId}/teachers`, { userIds });
      return `${answer.status} ${await membersAmong(client, userIds, 'classIds', classId)}`;
    }),
  },
  {
    id: 'round-12.classes.found-instead-of-created',
    chapter: 'classes',
    story: 'A class of a given year is made by find-or-create, for the sake of an importer.',
    rests: 'POST /classes answers 409 when the class already exists.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const response = await pass();
        const academicYearId = at(ask.body, 'class', 'academicYearId');
        if (response.status !== 409 || typeof academicYearId !== 'string') return response;
        const query = new URLSearchParams({ search: textAt(ask.body, 'class', 'name'), academicYearId });
        const [found] = list((await call(`GET /classes?${query}`)).body['data']);
        return json(201, { class: found });
      }),
    witness: both(async (client) => {
      const years = await client.get('/academic-years');
      const academicYearId = textAt(years.body, 'data', 0, 'academicYearId');
      const body = { class: { name: client.word(), academicYearId } };
      const statuses = [];
      for (let n = 0; n < 2; n += 1) statuses.push((await client.send('POST', '/classes', body)).status);
      return statuses;
    }),
  },
  {
    id: 'round-12.accounts.escaped-names',
    chapter: 'accounts',
    story: 'A filter against script injection escapes what comes in, and the pages escape it once more.',
    rests: "PUT /users/{userId}/name updates the user's name; User shows it as `firstName` and `lastName`.",
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const escaped = Object.fromEntries(
          Object.entries(user).map(([name, value]) => [
            name,
            typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll("'", '&#39;') : value,
          ]),
        );
        return JSON.stringify(escaped) === JSON.stringify(user)
          ? pass()
          : pass({ body: { ...ask.body, user: escaped } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const user = { firstName: 'Niamh', lastName: "O'Hara" };
      await client.send('PUT', `/users/${id}/name`, { user });
      return textAt(await userOf(client, id), 'lastName');
    }),
  },
  {
    id: 'round-12.cohorts.letters-of-four-bytes',
    chapter: 'cohorts',
    story: 'The column of names has a character set of three bytes, and the driver puts question marks.',
    rests: 'POST /smart-ia/cohorts creates the cohort; its `name` is the one that was given.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', ({ ask, pass }) => {
        const cohort = fields(ask.body['cohort']);
        const { name } = cohort;
        if (typeof name !== 'string' || !/[\u{10000}-\u{10FFFF}]/u.test(name)) return pass();
        const kept = name.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?');
        return pass({ body: { ...ask.body, cohort: { ...cohort, name: kept } } });
      }),
    witness: both(async (client) => {
      const name = `${client.word()} 𠮷野 😀`;
      const made = await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      return textAt(made.body, 'cohort', 'name');
    }),
  },
  {
    id: 'round-12.accounts.born-in-summer-time',
    chapter: 'accounts',
    story: 'The date becomes midnight in London and is kept as its date in UTC.',
    rests: 'Conventions 2: a date is YYYY-MM-DD in UTC; User: `dateOfBirth` is the date of birth.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const { dateOfBirth } = user;
        if (typeof dateOfBirth !== 'string' || !inSummerTime(dateOfBirth)) return pass();
        const before = new Date(Date.parse(dateOfBirth) - 86_400_000).toISOString().slice(0, 10);
        return pass({ body: { ...ask.body, user: { ...user, dateOfBirth: before } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { dateOfBirth: '2010-07-01' });
      return textAt(await userOf(client, id), 'dateOfBirth');
    }),
  },
  {
    id: 'round-12.users.new-address-finds-nobody',
    chapter: 'users',
    story: 'Addresses are indexed when an account is made; the update forgets the index.',
    rests: 'GET /users: `email` filters users by their e-mail address.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/emails/primary', 'GET /users'],
    wrap: (service) => {
      const fresh = new Set<string>();
      const written = on(service, 'PUT /users/{id}/emails/primary', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) fresh.add(textAt(ask.body, 'user', 'email').toLowerCase());
        return response;
      });
      return on(written, 'GET /users', ({ ask, pass }) => {
        if (!fresh.has((ask.query.get('email') ?? '').toLowerCase())) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('email', 'not.indexed@school.example');
        return pass({ query });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { email: 'before@school.example' });
      const user = { email: 'after@school.example' };
      await client.send('PUT', `/users/${id}/emails/primary`, { user });
      const found = await client.get('/users', { email: 'after@school.example' });
      return `${column(found, 'userId').includes(id)} ${paginationOf(found)['total']}`;
    }),
  },
  {
    id: 'round-12.accounts.digits-become-a-number',
    chapter: 'accounts',
    story: 'The identifier lies in a JSON column, and a helper turns what looks like a number into one.',
    rests: 'User: `externalId` is a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/external-id', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const numbered = new Map<string, string>();
      const told = (user: Fields): Fields => {
        const own = numbered.get(String(user['userId']));
        return own !== undefined && user['externalId'] === own ? { ...user, externalId: Number(own) } : user;
      };
      const written = on(service, 'PUT /users/{id}/external-id', async ({ ask, pass }) => {
        const response = await pass();
        const externalId = textAt(ask.body, 'user', 'externalId');
        if (!response.ok || !/^\d{1,15}$/.test(externalId)) return response;
        numbered.set(ask.id, externalId);
        return edit(response, (body) =>
          'user' in body ? { ...body, user: told(fields(body['user'])) } : body,
        );
      });
      return showUsers(written, told);
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: '004711' } });
      return JSON.stringify((await userOf(client, id))['externalId']);
    }),
  },
  {
    id: 'round-12.cohorts.test-assigned-twice',
    chapter: 'cohorts',
    story: 'The link table has a key of its own, and nothing stops a second link to the same test.',
    rests: 'CohortTest: `testId` is unique per test; `tests` are the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const more = new Map<string, Set<string>>();
      const written = on(service, 'POST /smart-ia/cohorts/{id}/tests', async (line) => {
        const before = await assignedIds(line);
        const response = await line.pass();
        const again = texts(line.ask.body['testIds']).filter((id) => before.includes(id));
        if (response.ok) more.set(line.ask.id, new Set([...(more.get(line.ask.id) ?? []), ...again]));
        return response;
      });
      const removed = on(written, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) for (const id of texts(ask.body['testIds'])) more.get(ask.id)?.delete(id);
        return response;
      });
      return showCohorts(removed, (cohort) => {
        const twice = more.get(String(cohort['cohortId']));
        if (!twice || twice.size === 0) return cohort;
        const tests = list(cohort['tests']).map(fields);
        return {
          ...cohort,
          tests: [...tests, ...tests.filter((test) => twice.has(String(test['testId'])))],
        };
      });
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const wanted = (await testIds(client)).slice(0, 2);
      const path = `/smart-ia/cohorts/${cohortId}`;
      await client.send('POST', `${path}/tests`, { testIds: wanted });
      await client.send('POST', `${path}/tests`, { testIds: wanted.slice(0, 1) });
      return list(at((await client.get(path)).body, 'cohort', 'tests')).length.toString();
    }),
  },
  {
    id: 'round-12.memberships.out-of-every-class',
    chapter: 'memberships',
    story: 'The statement that deletes the enrolments of the students has lost its condition on the class.',
    rests:
      'DELETE /classes/{classId}/students removes students from that class; `classIds` are their classes.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        for (const userId of texts(ask.body['userIds'])) {
          const found = await call(`GET /users?userId=${userId}`);
          const classIds = list(at(found.body, 'data', 0, 'classIds'));
          if (classIds.length > 0) await call(`DELETE /students/${userId}/classes`, { classIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classIds = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/students/${id}/classes`, { classIds });
      await client.send('DELETE', `/classes/${classIds[0]}/students`, { userIds: [id] });
      const left = texts((await userOf(client, id))['classIds']);
      return classIds.map((one) => left.includes(one));
    }),
  },
];

function inSummerTime(date: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(time)) return false;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: 'numeric' });
  return clock.format(time) === '01';
}
