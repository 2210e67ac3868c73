import { edit, editUsers } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  testIds,
  userOf,
} from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { usersAmong } from './members-help.ts';

/** Tests of cohorts. */
export const tests: readonly BlindFault[] = [
  {
    id: 'round-20.cohorts.removal-of-a-test-not-there-takes-the-last-one',
    chapter: 'cohorts',
    story: 'The removal splices at the place where the test was found, and minus one is the last place.',
    rests:
      'DELETE /smart-ia/cohorts/{cohortId}/tests: Body { testIds: UUID[] }; Cohort: tests, Tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const { body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        const before = list(fields(body['cohort'])['tests']).map((test) => textAt(test, 'testId'));
        const kept = [...before];
        const asked = texts(ask.body['testIds']);
        for (const id of asked) kept.splice(kept.indexOf(id.toLowerCase()), 1);
        const response = await pass();
        const more = before.filter((id) => !kept.includes(id) && !asked.includes(id));
        if (response.ok && more.length > 0)
          await call(`DELETE /smart-ia/cohorts/${ask.id}/tests`, { testIds: more });
        return response;
      }),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      const ids = await testIds(client);
      await client.send('POST', `${path}/tests`, { testIds: ids.slice(0, 3) });
      await client.send('DELETE', `${path}/tests`, { testIds: ids.slice(5, 6) });
      const left = list(fields((await client.get(path)).body['cohort'])['tests']);
      return left.map((test) => ids.indexOf(textAt(test, 'testId'))).sort();
    }),
  },
  {
    id: 'round-20.cohorts.tests-sent-at-once-are-taken-for-a-double-click',
    chapter: 'cohorts',
    story:
      'A guard against double clicks joins requests that run at the same time by method and address, without the body.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/tests: 204; cohorts (assign and remove students and tests).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const running = new Map<string, Promise<Response>>();
      return on(service, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const twin = running.get(ask.path);
        if (twin) return (await twin).clone();
        const own = new Promise<void>((resolve) => setTimeout(resolve, 20)).then(() => pass());
        running.set(ask.path, own);
        const response = await own.finally(() => running.delete(ask.path));
        return response.clone();
      });
    },
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      const ids = await testIds(client);
      const add = (testId = '') => client.send('POST', `${path}/tests`, { testIds: [testId] });
      const answers = await Promise.all([add(ids[2]), add(ids[7]), add(ids[9])]);
      const assigned = list(fields((await client.get(path)).body['cohort'])['tests']);
      return [answers.map(({ status }) => status), assigned.length];
    }),
  },
  {
    id: 'round-20.cohorts.names-of-tests-come-in-the-order-of-the-catalogue',
    chapter: 'cohorts',
    story:
      'The read fetches the tests with one query and joins them to the assignments by position, though the rows come in table order.',
    rests: 'CohortTest: name, subject; testId, Unique per test.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const catalogue = list((await call('GET /smart-ia/tests')).body['data']).map(fields);
        return edit(response, (body) => {
          const cohort = fields(body['cohort']);
          if (!('tests' in cohort)) return body;
          const assigned = list(cohort['tests']).map(fields);
          const wanted = new Set(assigned.map((test) => test['testId']));
          const rows = catalogue.filter((test) => wanted.has(test['testId']));
          const joined = assigned.map((test, index) => ({
            ...test,
            name: rows[index]?.['name'],
            subject: rows[index]?.['subject'],
          }));
          return { ...body, cohort: { ...cohort, tests: joined } };
        });
      }),
    witness: both(async (client) => {
      const catalogue = itemsOf(await client.get('/smart-ia/tests'));
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      for (const index of [8, 1]) {
        await client.send('POST', `${path}/tests`, { testIds: [catalogue[index]?.['testId']] });
      }
      const assigned = list(fields((await client.get(path)).body['cohort'])['tests']);
      return assigned.every((test) => {
        const known = catalogue.find((one) => one['testId'] === textAt(test, 'testId'));
        return known?.['name'] === textAt(test, 'name') && known['subject'] === textAt(test, 'subject');
      });
    }),
  },
];

/** Classes and cohorts from the side of the user. */
export const ownGroups: readonly BlindFault[] = [
  {
    id: 'round-20.students.cohorts-are-written-back-as-they-were-kept',
    chapter: 'students',
    story:
      'The account keeps its cohorts in a cache that only its own operations refresh, and an assignment saves the whole set.',
    rests:
      'POST /students/{userId}/cohorts: Assign the student to cohorts; User: cohortIds, Cohorts of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students/{id}/cohorts', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const cache = new Map<string, readonly string[]>();
      return on(service, 'POST /students/{id}/cohorts', async (line) => {
        const { ask, pass, call } = line;
        const response = await pass();
        if (!response.ok) return response;
        const [user] = await usersAmong(line, [ask.id]);
        const now = texts(user?.['cohortIds']);
        const kept = cache.get(ask.id);
        const saved = kept ? [...new Set([...kept, ...texts(ask.body['cohortIds'])])] : now;
        for (const id of now.filter((one) => !saved.includes(one))) {
          await call(`DELETE /smart-ia/cohorts/${id}/students`, { userIds: [ask.id] });
        }
        const missing = saved.filter((one) => !now.includes(one));
        if (missing.length > 0) await call(`POST ${ask.path}`, { cohortIds: missing });
        cache.set(ask.id, saved);
        return response;
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const ids = [await newCohortId(client), await newCohortId(client), await newCohortId(client)];
      const [first = '', second = '', third = ''] = ids;
      await client.send('POST', `/students/${userId}/cohorts`, { cohortIds: [first] });
      await client.send('POST', `/smart-ia/cohorts/${second}/students`, { userIds: [userId] });
      await client.send('POST', `/students/${userId}/cohorts`, { cohortIds: [third] });
      const shown = texts((await userOf(client, userId))['cohortIds']);
      return ids.map((id) => shown.includes(id));
    }),
  },
  {
    id: 'round-20.teachers.classes-assigned-at-once-overwrite-each-other',
    chapter: 'teachers',
    story:
      'The assignment reads the set of classes, adds to it in memory and saves it without a lock or a version.',
    rests:
      'POST /teachers/{userId}/classes: Assign the teacher to classes; User: classIds, Classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /teachers/{id}/classes', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const last = new Map<string, symbol>();
      return on(service, 'POST /teachers/{id}/classes', async (line) => {
        const { ask, pass, call } = line;
        const [before] = await usersAmong(line, [ask.id]);
        await new Promise((resolve) => setTimeout(resolve, 20));
        const own = Symbol(ask.id);
        last.set(ask.id, own);
        const response = await pass();
        if (!response.ok || last.get(ask.id) !== own) return response;
        const saved = [...texts(before?.['classIds']), ...texts(ask.body['classIds'])];
        const [after] = await usersAmong(line, [ask.id]);
        const lost = texts(after?.['classIds']).filter((id) => !saved.includes(id));
        if (lost.length > 0) await call(`DELETE ${ask.path}`, { classIds: lost });
        return response;
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher');
      const ids = [await newClassId(client), await newClassId(client), await newClassId(client)];
      const add = (classId: string) =>
        client.send('POST', `/teachers/${userId}/classes`, { classIds: [classId] });
      const answers = await Promise.all(ids.map(add));
      const shown = texts((await userOf(client, userId))['classIds']);
      return [answers.map(({ status }) => status), ids.filter((id) => shown.includes(id)).length];
    }),
  },
  {
    id: 'round-20.users.list-of-classes-is-cut-at-a-thousand-characters',
    chapter: 'users',
    story:
      'The query of the list joins the ids of a group into one text, which the database cuts at 1024 bytes.',
    rests: 'User: classIds, Classes of the user; classId string (UUID).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ pass }) =>
        editUsers(await pass(), (user) =>
          'classIds' in user
            ? { ...user, classIds: texts(user['classIds']).join(',').slice(0, 1024).split(',') }
            : user,
        ),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const classIds = column(await client.get('/classes', { limit: 32 }), 'classId');
      await client.send('POST', `/students/${userId}/classes`, { classIds });
      const shown = texts((await userOf(client, userId))['classIds']);
      return [shown.length, shown.filter((id) => !classIds.includes(id)).length];
    }),
  },
  {
    id: 'round-20.students.class-taken-away-by-its-name',
    chapter: 'students',
    story:
      'The removal goes through the table of the school system, where a class is known by its name and not by its year.',
    rests:
      'DELETE /students/{userId}/classes: Remove a list of classes from the student; Class: classId, Identifier.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /students/{id}/classes', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'DELETE /students/{id}/classes', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        for (const id of texts(ask.body['classIds'])) {
          const search = textAt((await call(`GET /classes/${id}`)).body, 'class', 'name');
          const found = await call(`GET /classes?${new URLSearchParams({ search })}`);
          const classIds = list(found.body['data']).map((one) => textAt(one, 'classId'));
          // The call goes below this fault, so it doesn't come back here.
          if (classIds.length > 1) await call(`DELETE ${ask.path}`, { classIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const classIds = column(await client.get('/classes', { search: 'Foundation Group' }), 'classId');
      await client.send('POST', `/students/${userId}/classes`, { classIds });
      await client.send('DELETE', `/students/${userId}/classes`, { classIds: classIds.slice(0, 1) });
      const left: string[] = [];
      for (const id of classIds) left.push(await membersAmong(client, [userId], 'classIds', id));
      return left;
    }),
  },
];
