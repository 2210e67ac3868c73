import { allOf, editPagination, editUsers, json, page, withBody } from '../answers.ts';
import {
  both,
  column,
  newClassId,
  newCohortId,
  newUser,
  newUserId,
  newUserIds,
  paginationOf,
  testIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, readAnswer, textAt, texts } from '../kit.ts';
import { assignedIds, showCohorts, showUsers, usersBy } from './write-tools.ts';

/** Faults that take conditions together, state or rare data. */
export const deepOne: readonly BlindFault[] = [
  {
    id: 'round-12.cohorts.holes-after-a-removal',
    chapter: 'cohorts',
    story: 'The filtered array keeps its indexes, and with a hole in front it is written as an object.',
    rests: 'Cohort: `tests` is an array.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const holes = new Map<string, readonly number[]>();
      const removed = on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async (line) => {
        const before = await assignedIds(line);
        const response = await line.pass();
        const left = await assignedIds(line);
        const places = left.map((id) => before.indexOf(id));
        if (response.ok && left.length < before.length) holes.set(line.ask.id, places);
        return response;
      });
      const added = on(removed, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok && list(ask.body['testIds']).length > 0) holes.delete(ask.id);
        return response;
      });
      return showCohorts(added, (cohort) => {
        const places = holes.get(String(cohort['cohortId'])) ?? [];
        if (places.every((place, index) => place === index)) return cohort;
        const tests = list(cohort['tests']).map((test, index) => [String(places[index] ?? index), test]);
        return { ...cohort, tests: Object.fromEntries(tests) };
      });
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const wanted = (await testIds(client)).slice(0, 3);
      const path = `/smart-ia/cohorts/${cohortId}`;
      await client.send('POST', `${path}/tests`, { testIds: wanted });
      await client.send('DELETE', `${path}/tests`, { testIds: wanted.slice(0, 1) });
      return String(Array.isArray(at((await client.get(path)).body, 'cohort', 'tests')));
    }),
  },
  {
    id: 'round-12.cohorts.refused-but-described-anew',
    chapter: 'cohorts',
    story: 'An upsert writes the description, and only then the number of rows tells of the conflict.',
    rests: 'POST /smart-ia/cohorts answers 409 when the cohort exists: it is refused and changes nothing.',
    breaks: 'implied',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const anew = new Map<string, string>();
      const written = on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
        const response = await pass();
        const { name, description, academicYearId = 'current' } = fields(ask.body['cohort']);
        if (response.status !== 409 || typeof description !== 'string' || description === '') return response;
        const query = new URLSearchParams({ search: String(name), academicYearId: String(academicYearId) });
        const found = await call(`GET /smart-ia/cohorts?${query}`);
        anew.set(textAt(found.body, 'data', 0, 'cohortId'), description);
        return response;
      });
      return showCohorts(written, (cohort) => {
        const description = anew.get(String(cohort['cohortId']));
        return description === undefined ? cohort : { ...cohort, description };
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const cohortId = await newCohortId(client, { name, description: 'The first' });
      const cohort = { name, description: 'The second' };
      const again = await client.send('POST', '/smart-ia/cohorts', { cohort });
      const read = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return `${again.status} ${textAt(read.body, 'cohort', 'description')}`;
    }),
  },
  {
    id: 'round-12.memberships.stops-at-the-first-stranger',
    chapter: 'memberships',
    story: 'The loop returns, where it should go on, when the student is not in a class of the list.',
    rests: 'DELETE /students/{userId}/classes removes a list of classes from the student.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /students/{id}/classes', async (line) => {
        const { ask, pass, call } = line;
        const sent = texts(ask.body['classIds']);
        const own = texts((await usersBy(line, [ask.id]))[0]?.['classIds']);
        const stranger = sent.findIndex((id) => !own.includes(id.toLowerCase()));
        if (stranger < 0) return pass();
        for (const id of sent.slice(stranger)) {
          if ((await call(`GET /classes/${id}`)).status !== 200) return pass();
        }
        return pass({ body: { ...ask.body, classIds: sent.slice(0, stranger) } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const [other, own] = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/students/${id}/classes`, { classIds: [own] });
      const removed = await client.send('DELETE', `/students/${id}/classes`, { classIds: [other, own] });
      return `${removed.status} ${texts((await userOf(client, id))['classIds']).includes(own)}`;
    }),
  },
  {
    id: 'round-12.memberships.class-without-teachers',
    chapter: 'memberships',
    story: 'For a single class there is a shorter statement, and it lacks the condition on the teacher.',
    rests: 'DELETE /teachers/{userId}/classes removes classes from that teacher; others keep theirs.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /teachers/{id}/classes', async (line) => {
        const response = await line.pass();
        const classIds = texts(line.ask.body['classIds']);
        if (!response.ok || classIds.length !== 1) return response;
        const teachers = await allOf(line, '/users', new URLSearchParams({ role: 'teacher' }));
        for (const teacher of teachers) {
          if (!texts(teacher['classIds']).some((id) => classIds.includes(id))) continue;
          await line.call(`DELETE /teachers/${teacher['userId']}/classes`, { classIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'teacher', 2);
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/teachers`, { userIds });
      await client.send('DELETE', `/teachers/${userIds[0]}/classes`, { classIds: [classId] });
      return texts((await userOf(client, String(userIds[1])))['classIds']).length.toString();
    }),
  },
  {
    id: 'round-12.users.only-a-teacher-from-now-on',
    chapter: 'users',
    story: 'The assignment saves the teacher as such, and the save writes the one role of its kind.',
    rests: 'User: `roles` are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /teachers/{id}/classes', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const reduced = new Set<string>();
      const written = on(service, 'POST /teachers/{id}/classes', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) reduced.add(ask.id);
        return response;
      });
      return showUsers(written, (user) =>
        reduced.has(String(user['userId'])) ? { ...user, roles: ['teacher'] } : user,
      );
    },
    witness: both(async (client) => {
      const found = await client.get('/users', { role: 'administrator', limit: 1 });
      const id = column(found, 'userId')[0] ?? '';
      const classIds = [await newClassId(client)];
      await client.send('POST', `/teachers/${id}/classes`, { classIds });
      return (await userOf(client, id))['roles'];
    }),
  },
  {
    id: 'round-12.classes.still-not-there',
    chapter: 'classes',
    story: 'That there is nothing under a name is cached too, and creating a class does not clear it.',
    rests: 'GET /classes: `search` finds the classes with exactly that name.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const missed = new Map<string, Fields>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const kept = missed.get(`${ask.headers.get('x-api-key')} ${ask.query}`);
        if (kept) return json(200, kept);
        const response = await pass();
        if (!response.ok || !ask.query.has('search')) return response;
        const answer = await readAnswer(response);
        if (at(answer.body, 'pagination', 'total') === 0) {
          missed.set(`${ask.headers.get('x-api-key')} ${ask.query}`, answer.body);
        }
        return withBody(response, answer.body);
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const before = await client.get('/classes', { search: name });
      await newClassId(client, { name });
      const after = await client.get('/classes', { search: name });
      return `${paginationOf(before)['total']} ${paginationOf(after)['total']}`;
    }),
  },
  {
    id: 'round-12.pagination.old-count-of-this-year',
    chapter: 'pagination',
    story: 'Counting was slow, so the count of the current year is kept from the first time it is asked.',
    rests: 'Pagination: `total` is the total number of results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      let counted: unknown;
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        if (ask.query.get('academicYearId') !== 'current' || ask.query.has('search')) return response;
        return editPagination(response, ({ total }) => {
          counted ??= total;
          return { total: counted };
        });
      });
    },
    witness: both(async (client) => {
      const count = async () =>
        Number(paginationOf(await client.get('/smart-ia/cohorts', { academicYearId: 'current' }))['total']);
      const before = await count();
      await newCohortId(client);
      return String((await count()) - before);
    }),
  },
  {
    id: 'round-12.accounts.ten-classes-with-a-new-name',
    chapter: 'accounts',
    story: 'The user is answered from the summary of the account page, which lists the first ten classes.',
    rests: 'User: `classIds` are the classes of the user, also in the answer of PUT /users/{userId}/name.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async ({ pass }) =>
        editUsers(await pass(), (user) =>
          'classIds' in user ? { ...user, classIds: list(user['classIds']).slice(0, 10) } : user,
        ),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classIds = column(await client.get('/classes', { limit: 12 }), 'classId');
      await client.send('POST', `/students/${id}/classes`, { classIds });
      const user = { firstName: 'Many', lastName: 'Classes' };
      const answer = await client.send('PUT', `/users/${id}/name`, { user });
      return list(at(answer.body, 'user', 'classIds')).length.toString();
    }),
  },
  {
    id: 'round-12.sessions.gone-with-the-cohort',
    chapter: 'sessions',
    story: 'Who leaves the last cohort is taken out of the view through which sessions are found by user.',
    rests: 'GET /smart-ia/sessions lists In Progress and Completed sessions; `userId` filters them by user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /smart-ia/cohorts/{id}/students', 'GET /smart-ia/sessions'],
    wrap: (service) => {
      const left = new Set<string>();
      const written = on(service, 'DELETE /smart-ia/cohorts/{id}/students', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) for (const id of texts(ask.body['userIds'])) left.add(id);
        return response;
      });
      return on(written, 'GET /smart-ia/sessions', async (line) => {
        const { ask, pass } = line;
        const asked = ask.query.getAll('userId');
        const users = asked.length > 30 ? [] : asked.filter((id) => left.has(id));
        const outside = (await usersBy(line, users)).filter((user) => !('cohortIds' in user));
        if (outside.length === 0) return pass();
        const gone = new Set(outside.map((user) => user['userId']));
        const query = new URLSearchParams(ask.query);
        query.delete('userId');
        const kept = asked.filter((id) => !gone.has(id));
        for (const id of kept) query.append('userId', id);
        return kept.length === 0 ? page(ask.query, []) : pass({ query });
      });
    },
    witness: both(async (client) => {
      const sessions = await client.get('/smart-ia/sessions', { limit: 200 });
      const users = [...new Set(column(sessions, 'user', 'userId'))].slice(0, 40);
      const found = await client.send('POST', '/users/search', { search: { userIds: users } });
      const one = list(found.body['data'])
        .map(fields)
        .find((user) => list(user['cohortIds']).length === 1);
      const userId = textAt(one, 'userId');
      const count = async () =>
        paginationOf(await client.get('/smart-ia/sessions', { userId }))['total'] === 0 ? 'none' : 'some';
      const before = await count();
      await client.send('DELETE', `/smart-ia/cohorts/${texts(one?.['cohortIds'])[0]}/students`, {
        userIds: [userId],
      });
      return `${before} ${await count()}`;
    }),
  },
  {
    id: 'round-12.accounts.disabled-with-the-family',
    chapter: 'accounts',
    story: 'The provider of identities knows people by their address, and brothers and sisters share one.',
    rests: 'POST /users/{userId}/disable disables the user of that id.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/{id}/disable'],
    wrap: (service) =>
      on(service, 'POST /users/{id}/disable', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const email = texts((await usersBy(line, [line.ask.id]))[0]?.['emails'])[0];
        if (email === undefined) return response;
        const query = new URLSearchParams({ email });
        for (const user of await allOf(line, '/users', query)) {
          await line.call(`POST /users/${user['userId']}/disable`);
        }
        return response;
      }),
    witness: both(async (client) => {
      const email = 'family@mail.example';
      const elder = await newUser(client, 'student', { email });
      const younger = await newUser(client, 'student', { email });
      await client.send('POST', `/users/${elder['userId']}/disable`);
      return String((await userOf(client, String(younger['userId'])))['enabled']);
    }),
  },
];
