import { allOf, refuse } from '../answers.ts';
import { both, itemsOf, membersAmong, newCohortId, newUserIds, nobody, testIds } from '../client.ts';
import { at, type BlindFault, fields, type Line, list, on, textAt, texts } from '../kit.ts';
import { sentIds, testsOf } from '../shared/ids.ts';
import { cohortReads, cohortWithTests, editCohorts, groupsOf, usersBy } from './helpers.ts';

const path = '/smart-ia/cohorts';
const assign = `POST ${path}/{id}/tests`;
const remove = `DELETE ${path}/{id}/tests`;
const addStudents = `POST ${path}/{id}/students`;
const removeStudents = `DELETE ${path}/{id}/students`;

/** The tests that the cohort of a request has. */
async function testsBefore({ ask, call }: Line): Promise<string[]> {
  return testsOf((await call(`GET ${path}/${ask.id}`)).body['cohort']);
}

/** Assigning tests to cohorts and removing them. */
const testFaults: readonly BlindFault[] = [
  {
    id: 'round-7.cohort-tests.assigning-replaces-the-others',
    chapter: 'cohort tests',
    story: 'The handler sets the relation of the entity to the list that came, as it would for a PUT.',
    rests: 'POST assigns tests to the cohort, DELETE removes them; tests are those assigned to the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: [assign],
    wrap: (service) =>
      on(service, assign, async (line) => {
        const before = await testsBefore(line);
        const answer = await line.pass();
        const sent = sentIds(line, 'testIds');
        const gone = before.filter((id) => !sent.includes(id));
        if (answer.ok && gone.length > 0)
          await line.call(`DELETE ${path}/${line.ask.id}/tests`, { testIds: gone });
        return answer;
      }),
    witness: both(async (client) => {
      const { path: own } = await cohortWithTests(client, 2);
      await client.send('POST', `${own}/tests`, { testIds: (await testIds(client)).slice(2, 3) });
      return testsOf((await client.get(own)).body['cohort']).length;
    }),
  },
  {
    id: 'round-7.cohort-tests.assigned-again-is-listed-twice',
    chapter: 'cohort tests',
    story: 'The table between cohorts and tests has no unique index, and the insert does not look first.',
    rests: 'tests are the tests assigned to the cohort, and testId is unique per test.',
    breaks: 'explicit',
    depth: 'deep',
    at: [assign, ...cohortReads],
    wrap: (service) => {
      const twice = new Set<string>();
      const noting = on(service, [assign, remove], async (line) => {
        const before = await testsBefore(line);
        const answer = await line.pass();
        for (const id of answer.ok ? sentIds(line, 'testIds') : []) {
          const row = `${line.ask.id} ${id}`;
          if (line.ask.method === 'DELETE') twice.delete(row);
          else if (before.includes(id)) twice.add(row);
        }
        return answer;
      });
      return on(noting, cohortReads, async ({ pass }) =>
        editCohorts(await pass(), (cohort) => {
          const tests = list(cohort['tests']);
          const more = tests.filter((test) => twice.has(`${cohort['cohortId']} ${textAt(test, 'testId')}`));
          return more.length === 0 ? cohort : { ...cohort, tests: [...tests, ...more] };
        }),
      );
    },
    witness: both(async (client) => {
      const { path: own, tests } = await cohortWithTests(client, 2);
      await client.send('POST', `${own}/tests`, { testIds: tests.slice(0, 1) });
      return testsOf((await client.get(own)).body['cohort']).length;
    }),
  },
  {
    id: 'round-7.cohort-tests.assigned-test-has-its-name-as-subject',
    chapter: 'cohort tests',
    story: 'The assignment copies columns of the test into its own row, and one of them twice.',
    rests: 'A CohortTest has the subject of the test, as SmartIaTest has it.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [assign, ...cohortReads],
    wrap: (service) => {
      const copied = new Set<string>();
      const noting = on(service, assign, async (line) => {
        const before = await testsBefore(line);
        const answer = await line.pass();
        const fresh = sentIds(line, 'testIds').filter((id) => answer.ok && !before.includes(id));
        for (const id of fresh) copied.add(`${line.ask.id} ${id}`);
        return answer;
      });
      return on(noting, cohortReads, async ({ pass }) =>
        editCohorts(await pass(), (cohort) => {
          if (!('tests' in cohort)) return cohort;
          const tests = list(cohort['tests']).map((test) =>
            copied.has(`${cohort['cohortId']} ${textAt(test, 'testId')}`)
              ? { ...fields(test), subject: at(test, 'name') }
              : test,
          );
          return { ...cohort, tests };
        }),
      );
    },
    witness: both(async (client) => {
      const { path: own, tests } = await cohortWithTests(client, 1);
      const shown = textAt((await client.get(own)).body, 'cohort', 'tests', 0, 'subject');
      const all = itemsOf(await client.get('/smart-ia/tests'));
      return shown === textAt(all.find((test) => test['testId'] === tests[0])?.['subject']);
    }),
  },
  {
    id: 'round-7.cohort-tests.removed-test-leaves-every-cohort',
    chapter: 'cohort tests',
    story: 'The delete statement has the tests in its condition but not the cohort.',
    rests: 'DELETE on the tests of a cohort removes them from that cohort; tests are those assigned to each.',
    breaks: 'explicit',
    depth: 'medium',
    at: [remove],
    wrap: (service) =>
      on(service, remove, async (line) => {
        const answer = await line.pass();
        const gone = sentIds(line, 'testIds');
        if (!answer.ok || gone.length === 0) return answer;
        for (const cohort of await allOf(line, path, new URLSearchParams())) {
          if (!testsOf(cohort).some((id) => gone.includes(id))) continue;
          await line.call(`DELETE ${path}/${textAt(cohort, 'cohortId')}/tests`, { testIds: gone });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const { tests, path: own } = await cohortWithTests(client, 1);
      const { path: other } = await cohortWithTests(client, 1);
      await client.send('DELETE', `${own}/tests`, { testIds: tests });
      return testsOf((await client.get(other)).body['cohort']).length;
    }),
  },
  {
    id: 'round-7.cohort-tests.unknown-cohort-is-an-invalid-request',
    chapter: 'cohort tests',
    story: 'The insert violates the foreign key to the cohort, and violated constraints are mapped to 400.',
    rests: '404 is the status for a cohort not found, and POST on the tests of a cohort lists it.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [assign],
    wrap: (service) =>
      on(service, assign, async ({ ask, pass }) => {
        const answer = await pass();
        return answer.status === 404 ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(async (client) => {
      const tests = (await testIds(client)).slice(0, 1);
      return (await client.send('POST', `${path}/${nobody}/tests`, { testIds: tests })).status;
    }),
  },
];

/** Assigning students to cohorts and removing them. */
const studentFaults: readonly BlindFault[] = [
  {
    id: 'round-7.cohort-students.assigned-but-never-committed',
    chapter: 'cohort students',
    story: 'The handler answers before its transaction ends, and nothing ends it but a rollback.',
    rests: 'POST assigns students to the cohort; cohortIds are the cohorts of the user.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, async (line) => {
        const sent = sentIds(line, 'userIds');
        const before = await usersBy(line, sent);
        const there = before.filter((user) => texts(user['cohortIds']).includes(line.ask.id));
        const kept = there.map((user) => textAt(user, 'userId'));
        const answer = await line.pass();
        const fresh = sent.filter((id) => !kept.includes(id));
        if (answer.ok) await line.call(`DELETE ${path}/${line.ask.id}/students`, { userIds: fresh });
        return answer;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const userIds = await newUserIds(client, 'student', 1);
      await client.send('POST', `${path}/${cohortId}/students`, { userIds });
      return `members ${await membersAmong(client, userIds, 'cohortIds', cohortId)}`;
    }),
  },
  {
    id: 'round-7.cohort-students.removal-stops-at-the-first-who-is-no-member',
    chapter: 'cohort students',
    story: 'The loop returns where it meant to continue when there is no row to delete.',
    rests: 'DELETE removes the students of userIds from the cohort; cohortIds are the cohorts of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [removeStudents],
    wrap: (service) =>
      on(service, removeStudents, async (line) => {
        const sent = sentIds(line, 'userIds');
        const users = await usersBy(line, sent);
        const known = new Map(users.map((user) => [textAt(user, 'userId'), texts(user['cohortIds'])]));
        if (sent.length === 0 || sent.some((id) => !known.has(id))) return line.pass();
        const stop = sent.findIndex((id) => !known.get(id)?.includes(line.ask.id));
        return stop < 0
          ? line.pass()
          : line.pass({ body: { ...line.ask.body, userIds: sent.slice(0, stop) } });
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const [one = '', two = '', three = ''] = await newUserIds(client, 'student', 3);
      const send = (method: string, userIds: readonly string[]) =>
        client.send(method, `${path}/${cohortId}/students`, { userIds });
      await send('POST', [one, three]);
      const { status } = await send('DELETE', [one, two, three]);
      return [status, await membersAmong(client, [one, two, three], 'cohortIds', cohortId)];
    }),
  },
  {
    id: 'round-7.cohort-students.only-the-last-of-several-cohorts-is-kept',
    chapter: 'cohort students',
    story: 'Each turn of the loop writes the cohorts as they were before the loop, with one added.',
    rests:
      'POST /students/{userId}/cohorts assigns the student to cohorts; cohortIds are the cohorts of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/cohorts'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/cohorts', async (line) => {
        const sent = sentIds(line, 'cohortIds');
        const before = await groupsOf(line, line.ask.id, 'cohortIds');
        const answer = await line.pass();
        const lost = sent.slice(0, -1).filter((id) => !before.includes(id) && id !== sent.at(-1));
        for (const id of answer.ok ? lost : []) {
          await line.call(`DELETE ${path}/${id}/students`, { userIds: [line.ask.id] });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const cohortIds = [await newCohortId(client), await newCohortId(client), await newCohortId(client)];
      const [id = ''] = await newUserIds(client, 'student', 1);
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds });
      const [user] = itemsOf(await client.get('/users', { userId: id }));
      return list(user?.['cohortIds']).length;
    }),
  },
];

/** Tests and students of cohorts. */
export const cohortMemberFaults: readonly BlindFault[] = [...testFaults, ...studentFaults];
