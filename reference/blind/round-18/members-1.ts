import { allOf, edit, json, refuse } from '../answers.ts';
import {
  both,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  testIds,
} from '../client.ts';
import { at, type BlindFault, fields, type Line, list, on, textAt, texts } from '../kit.ts';

/** The year that a create request asks for, or the current one. */
async function yearMeant({ ask, call }: Line, wrapper: 'class' | 'cohort'): Promise<string> {
  const sent = textAt(ask.body, wrapper, 'academicYearId');
  if (sent !== '') return sent.toLowerCase();
  return textAt((await call('GET /academic-years/current')).body, 'academicYear', 'academicYearId');
}

export const firstFaults: readonly BlindFault[] = [
  {
    id: 'round-18.classes.default-year-is-that-of-the-class-before',
    chapter: 'classes',
    story: 'The defaults of the request object are a module constant, and each request is merged into it.',
    rests: 'CreateClass: academicYearId is optional and defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) => {
      let before: unknown;
      return on(service, 'POST /classes', async ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        if (sent['academicYearId'] !== undefined) before = sent['academicYearId'];
        else if (before !== undefined && 'name' in sent) {
          return pass({ body: { class: { ...sent, academicYearId: before } } });
        }
        return pass();
      });
    },
    witness: both(async (client) => {
      const years = itemsOf(await client.get('/academic-years')).map((year) => year['academicYearId']);
      await client.send('POST', '/classes', { class: { name: client.word(), academicYearId: years[0] } });
      const plain = await client.send('POST', '/classes', { class: { name: client.word() } });
      return textAt(plain.body, 'class', 'academicYearId');
    }),
  },
  {
    id: 'round-18.cohorts.unique-key-holds-a-prefix-of-the-name',
    chapter: 'cohorts',
    story: 'The unique key of the table is on name(64), because the whole column was too long for an index.',
    rests: 'POST /smart-ia/cohorts: 409 cohort already exists.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async (line) => {
        const { ask, call, pass } = line;
        const keyOf = (name: unknown) => String(name).toLowerCase().slice(0, 64);
        const name = at(ask.body, 'cohort', 'name');
        if (typeof name !== 'string' || name.length <= 64) return pass();
        const query = new URLSearchParams({ academicYearId: await yearMeant(line, 'cohort') });
        const others = await allOf({ ask, call, pass }, '/smart-ia/cohorts', query);
        const taken = others.some((other) => keyOf(other['name']) === keyOf(name));
        return taken ? refuse(ask, 409, 'Already exists') : pass();
      }),
    witness: both(async (client) => {
      const stem = `${client.word()} of the spring intake for adult learners at the riverside campus`;
      await newCohortId(client, { name: `${stem}, mornings` });
      const second = await client.send('POST', '/smart-ia/cohorts', {
        cohort: { name: `${stem}, evenings` },
      });
      return second.status;
    }),
  },
  {
    id: 'round-18.classes.chunks-of-students-lack-their-last',
    chapter: 'classes',
    story: 'The insert was cut into chunks of fifty, with an end that was thought to be inclusive.',
    rests: 'POST /classes/{classId}/students: assign students; userIds has 1 to 100 items.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async ({ ask, pass }) => {
        const userIds = list(ask.body['userIds']);
        if (userIds.length < 50 || userIds.length > 100) return pass();
        return pass({ body: { ...ask.body, userIds: userIds.filter((_, index) => index % 50 !== 49) } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const students = await newUserIds(client, 'student', 52);
      await client.send('POST', `/classes/${classId}/students`, { userIds: students });
      return membersAmong(client, students, 'classIds', classId);
    }),
  },
  {
    id: 'round-18.cohorts.adding-a-test-activates-the-others-again',
    chapter: 'cohorts',
    story:
      'Tests are saved by deleting all rows of the cohort and inserting the list, with the default status.',
    rests: 'CohortTest: activationStatus of the tests that the cohort has already.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const saved = new Set<string>();
      const shown = (cohort: unknown) => {
        const { tests, ...rest } = fields(cohort);
        if (tests === undefined || !saved.has(textAt(rest, 'cohortId'))) return fields(cohort);
        return {
          ...rest,
          tests: list(tests).map((test) => ({ ...fields(test), activationStatus: 'active' })),
        };
      };
      const writing = on(service, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) saved.add(ask.id.toLowerCase());
        return response;
      });
      return on(writing, ['GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'], async ({ pass }) =>
        edit(await pass(), (body) =>
          'cohort' in body
            ? { ...body, cohort: shown(body['cohort']) }
            : { ...body, data: list(body['data']).map(shown) },
        ),
      );
    },
    witness: both(async (client) => {
      const [cohort] = itemsOf(await client.get('/smart-ia/cohorts')).filter((one) =>
        list(one['tests']).some((test) => textAt(test, 'activationStatus') === 'inactive'),
      );
      const path = `/smart-ia/cohorts/${textAt(cohort, 'cohortId')}`;
      const own = list(cohort?.['tests']).map((test) => textAt(test, 'testId'));
      const other = (await testIds(client)).filter((id) => !own.includes(id)).slice(0, 1);
      await client.send('POST', `${path}/tests`, { testIds: other });
      const after = await client.get(path);
      return list(at(after.body, 'cohort', 'tests')).map((test) => textAt(test, 'activationStatus'));
    }),
  },
  {
    id: 'round-18.classes.removal-of-teachers-is-checked-as-that-of-students',
    chapter: 'classes',
    story: 'The schema of the removal of students, which has no bounds, was imported for teachers too.',
    rests: 'DELETE /classes/{classId}/teachers: userIds has 1 to 100 items, else 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async ({ ask, pass, call }) => {
        const userIds = list(ask.body['userIds']);
        if (userIds.length <= 100) return pass();
        for (let start = 100; start < userIds.length; start += 100) {
          const rest = await call(`DELETE ${ask.path}`, {
            userIds: texts(userIds.slice(start, start + 100)),
          });
          if (rest.status !== 204) return json(rest.status, rest.body);
        }
        return pass({ body: { userIds: userIds.slice(0, 100) } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const teachers = [...(await newUserIds(client, 'teacher', 100)), await newUserId(client, 'teacher')];
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: teachers.slice(0, 1) });
      return (await client.send('DELETE', `/classes/${classId}/teachers`, { userIds: teachers })).status;
    }),
  },
];
