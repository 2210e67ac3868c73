import { nothing, withBody } from '../answers.ts';
import {
  both,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  nobody,
  testIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { idsIn, insiders, member } from './members-help.ts';

const sharedDefault = member('a-new-cohort-starts-with-the-tests-given-to-the-last-new-ones', {
  story:
    'New cohorts are spread from one constant with an empty array of tests. Assigning a test to a cohort that this process has made pushes onto that very array.',
  rests: 'Cohort: tests are the tests assigned to the cohort, and a new cohort has been assigned none.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'],
  wrap: (service) => {
    const made = new Set<string>();
    const array = new Set<string>();
    const tests = on(service, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
      const answer = await pass();
      if (answer.ok && made.has(ask.id.toLowerCase())) {
        for (const id of idsIn(ask, 'testIds')) array.add(id);
      }
      return answer;
    });
    return on(tests, 'POST /smart-ia/cohorts', async ({ pass, call }) => {
      const answer = await pass();
      if (!answer.ok) return answer;
      const body = fields(await answer.json());
      const id = textAt(body, 'cohort', 'cohortId');
      made.add(id);
      if (array.size === 0) return withBody(answer, body);
      await call(`POST /smart-ia/cohorts/${id}/tests`, { testIds: [...array] });
      return withBody(answer, (await call(`GET /smart-ia/cohorts/${id}`)).body);
    });
  },
  witness: both(async (client) => {
    const [testId] = await testIds(client);
    const one = await newCohortId(client);
    await client.send('POST', `/smart-ia/cohorts/${one}/tests`, { testIds: [testId] });
    const two = await newCohortId(client);
    const { body } = await client.get(`/smart-ia/cohorts/${two}`);
    return list(at(body, 'cohort', 'tests')).length;
  }),
});

const leftPending = member('students-of-a-refused-list-go-into-the-next-class', {
  story:
    'Students are queued in a unit of work that lives as long as the process. A refused list is not cleared from it, and the next flush writes it along with the class of its own request.',
  rests:
    'POST class students assigns the users of userIds to the class, and nobody else; classIds are the classes of the user.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['POST /classes/{id}/students'],
  wrap: (service) => {
    const queued = new Set<string>();
    return on(service, 'POST /classes/{id}/students', async ({ ask, pass, call }) => {
      const answer = await pass();
      const ids = idsIn(ask, 'userIds');
      if (answer.ok) {
        const waiting = [...queued];
        queued.clear();
        for (const id of waiting) await call(`POST /classes/${ask.id}/students`, { userIds: [id] });
      } else if ((answer.status === 400 || answer.status === 404) && ids.length <= 100) {
        for (const id of ids) queued.add(id);
      }
      return answer;
    });
  },
  witness: both(async (client) => {
    const students = await newUserIds(client, 'student', 2);
    const group = await newClassId(client);
    const [one, two] = students;
    await client.send('POST', `/classes/${group}/students`, { userIds: [one, nobody] });
    await client.send('POST', `/classes/${group}/students`, { userIds: [two] });
    return membersAmong(client, students, 'classIds', group);
  }),
});

const memberships =
  /^\/(classes|smart-ia\/cohorts|students|teachers)\/([^/]+)\/(students|teachers|classes|cohorts|tests)$/;

const sameBody = member('the-same-list-sent-to-another-group-or-user-is-taken-as-a-repeat', {
  story:
    'A guard against double clicks drops a change of members that repeats the one before it. Its key is the route as the router names it, with {id} in it, and the body.',
  rests:
    'Each assignment of students, teachers, classes, cohorts or tests applies to the class, cohort or user of the path.',
  breaks: 'explicit',
  depth: 'deep',
  at: [
    'POST /classes/{id}/students',
    'DELETE /classes/{id}/students',
    'POST /classes/{id}/teachers',
    'DELETE /classes/{id}/teachers',
    'POST /smart-ia/cohorts/{id}/students',
    'DELETE /smart-ia/cohorts/{id}/students',
    'POST /smart-ia/cohorts/{id}/tests',
    'DELETE /smart-ia/cohorts/{id}/tests',
    'POST /students/{id}/classes',
    'DELETE /students/{id}/classes',
    'POST /students/{id}/cohorts',
    'POST /teachers/{id}/classes',
    'DELETE /teachers/{id}/classes',
  ],
  wrap: (service) => {
    let last = '';
    return on(service, '*', async ({ ask, pass }) => {
      if (ask.method === 'GET' || ask.method === 'HEAD' || ask.path.endsWith('/search')) return pass();
      const found = memberships.exec(ask.path);
      const key = ask.headers.get('x-api-key') ?? '';
      const route = `${key} ${ask.method} ${found?.[1]} ${found?.[3]} ${ask.text}`;
      if (found && route === last) return nothing();
      const answer = await pass();
      if (answer.ok) last = found ? route : '';
      return answer;
    });
  },
  witness: both(async (client) => {
    const students = await newUserIds(client, 'student', 2);
    const [one, two] = [await newClassId(client), await newClassId(client)];
    await client.send('POST', `/classes/${one}/students`, { userIds: students });
    await client.send('POST', `/classes/${two}/students`, { userIds: students });
    const inOne = await membersAmong(client, students, 'classIds', one);
    return [inOne, await membersAmong(client, students, 'classIds', two)];
  }),
});

const teacherRoutes = [
  'POST /classes/{id}/teachers',
  'DELETE /classes/{id}/teachers',
  'POST /teachers/{id}/classes',
  'DELETE /teachers/{id}/classes',
];

const softDeleted = member('a-teacher-who-has-left-a-class-cannot-come-back', {
  story:
    'Teaching duties are deleted softly. Assigning inserts with ON CONFLICT DO NOTHING, which finds the row that is marked as deleted and leaves it so.',
  rests: 'POST class teachers and POST /teachers/{userId}/classes assign the teacher to the class.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['POST /classes/{id}/teachers', 'POST /teachers/{id}/classes'],
  wrap: (service) => {
    const marked = new Set<string>();
    return on(service, teacherRoutes, async ({ ask, pass, call }) => {
      const fromClass = ask.path.startsWith('/classes/');
      const id = ask.id.toLowerCase();
      const listed = [...new Set(idsIn(ask, fromClass ? 'userIds' : 'classIds'))];
      const pairs = listed.map((other) =>
        fromClass ? { teacher: other, group: id } : { teacher: id, group: other },
      );
      const inside: typeof pairs = [];
      for (const pair of ask.method === 'DELETE' ? pairs : []) {
        const found = await insiders(call, [pair.teacher], 'classIds', pair.group);
        if (found.length > 0) inside.push(pair);
      }
      const answer = await pass();
      if (!answer.ok) return answer;
      for (const { teacher, group } of inside) marked.add(`${teacher} ${group}`);
      if (ask.method === 'DELETE') return answer;
      for (const { teacher, group } of pairs.filter((pair) => marked.has(`${pair.teacher} ${pair.group}`))) {
        await call(`DELETE /classes/${group}/teachers`, { userIds: [teacher] });
      }
      return answer;
    });
  },
  witness: both(async (client) => {
    const teacher = await newUserId(client, 'teacher');
    const group = await newClassId(client);
    const seen: string[] = [];
    for (const method of ['POST', 'DELETE', 'POST']) {
      await client.send(method, `/classes/${group}/teachers`, { userIds: [teacher] });
      seen.push(await membersAmong(client, [teacher], 'classIds', group));
    }
    return seen;
  }),
});

const accounts = /^\/(?:users|students|teachers)\/([^/]+)\//;

const staleEntity = member('a-user-read-before-never-shows-what-a-group-has-changed', {
  story:
    'The list keeps its answers for given user ids. Routes below users, students and teachers throw away what they change; the routes of classes and cohorts do not know of the cache.',
  rests: 'classIds and cohortIds on GET /users are the classes and cohorts of the user.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /users'],
  wrap: (service) => {
    const kept = new Map<string, { readonly text: string; readonly type: string }>();
    const reads = on(service, 'GET /users', async ({ ask, pass }) => {
      if (!ask.query.has('userId')) return pass();
      const key = `${ask.headers.get('x-api-key')} ${ask.query}`;
      const known = kept.get(key);
      const headers = { 'content-type': known?.type ?? '', 'access-control-allow-origin': '*' };
      if (known) return new Response(known.text, { headers });
      const answer = await pass();
      if (!answer.ok) return answer;
      const text = await answer.text();
      kept.set(key, { text, type: answer.headers.get('content-type') ?? '' });
      return new Response(text, { status: answer.status, headers: answer.headers });
    });
    return on(reads, '*', async ({ ask, pass }) => {
      const answer = await pass();
      const id = accounts.exec(ask.path)?.[1]?.toLowerCase();
      if (id === undefined || ask.method === 'GET') return answer;
      for (const [key, { text }] of kept) if (text.includes(id)) kept.delete(key);
      return answer;
    });
  },
  witness: both(async (client) => {
    const student = await newUserId(client, 'student');
    const [group, cohort] = [await newClassId(client), await newCohortId(client)];
    const before = await userOf(client, student);
    await client.send('POST', `/classes/${group}/students`, { userIds: [student] });
    await client.send('POST', `/smart-ia/cohorts/${cohort}/students`, { userIds: [student] });
    const after = await userOf(client, student);
    return [before['classIds'], after['classIds'], after['cohortIds']].map((ids) => list(ids).length);
  }),
});

export const fourth: readonly BlindFault[] = [sharedDefault, leftPending, sameBody, softDeleted, staleEntity];
