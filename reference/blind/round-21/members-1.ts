import { edit, editUsers, nothing, refuse, withBody } from '../answers.ts';
import { both, newClassId, newCohortId, newUserId, testIds, userOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { dataOf, member, without } from './members-help.ts';

const defaultYear = member('a-cohort-without-a-year-goes-into-the-first-one-of-the-table', {
  story:
    'The default was written when the table of academic years had one row: the create handler for cohorts takes the first row.',
  rests: 'CreateCohort: academicYearId defaults to the current academic year.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['POST /smart-ia/cohorts'],
  wrap: (service) =>
    on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
      const cohort = ask.body['cohort'];
      if (typeof cohort !== 'object' || (fields(cohort)['academicYearId'] ?? null) !== null) return pass();
      const [first] = dataOf(await call('GET /academic-years'));
      const academicYearId = first?.['academicYearId'];
      return pass({ body: { ...ask.body, cohort: { ...fields(cohort), academicYearId } } });
    }),
  witness: both(async (client) => {
    const made = await client.send('POST', '/smart-ia/cohorts', { cohort: { name: client.word() } });
    return textAt(made.body, 'cohort', 'academicYearId');
  }),
});

const answersCohort = member('removing-tests-answers-200-with-the-cohort', {
  story:
    'The page for editing a cohort wanted the new state at once, so removing tests now returns the cohort with 200.',
  rests: 'The row of DELETE cohort tests: success is 204.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['DELETE /smart-ia/cohorts/{id}/tests'],
  wrap: (service) =>
    on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
      const answer = await pass();
      if (!answer.ok) return answer;
      const { body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
      const headers = new Headers(answer.headers);
      headers.set('content-type', 'application/json');
      return withBody(new Response(null, { status: 200, headers }), body);
    }),
  witness: both(async (client) => {
    const cohort = await newCohortId(client);
    const tests = (await testIds(client)).slice(0, 1);
    await client.send('POST', `/smart-ia/cohorts/${cohort}/tests`, { testIds: tests });
    const gone = await client.send('DELETE', `/smart-ia/cohorts/${cohort}/tests`, { testIds: tests });
    return { status: gone.status, text: gone.text.length };
  }),
});

const innerJoin = member('a-cohort-without-tests-is-not-found', {
  story:
    'The query for one cohort fetches its tests along with an inner join, so a cohort with no test has no row in the result.',
  rests: 'GET of a cohort is 200 with the cohort; 404 is for a cohort that does not exist.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /smart-ia/cohorts/{id}'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass }) => {
      const answer = await pass();
      if (!answer.ok) return answer;
      const body = fields(await answer.json());
      const empty = list(at(body, 'cohort', 'tests')).length === 0;
      return empty ? refuse(ask, 404, 'No such cohort') : withBody(answer, body);
    }),
  witness: both(async (client) => {
    const cohort = await newCohortId(client);
    const before = await client.get(`/smart-ia/cohorts/${cohort}`);
    const [testId] = await testIds(client);
    await client.send('POST', `/smart-ia/cohorts/${cohort}/tests`, { testIds: [testId] });
    return [before.status, (await client.get(`/smart-ia/cohorts/${cohort}`)).status];
  }),
});

const nullDescription = member('a-new-class-is-answered-with-a-null-description', {
  story:
    'The read model leaves out nulls by an annotation. The create handler returns the entity itself, which lacks it.',
  rests: 'Conventions 3: empty fields are omitted; only nested objects are null.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['POST /classes'],
  wrap: (service) =>
    on(service, 'POST /classes', async ({ pass }) =>
      edit(await pass(), (body) => ({
        ...body,
        class: { description: null, ...fields(body['class']) },
      })),
    ),
  witness: both(async (client) => {
    const made = await client.send('POST', '/classes', { class: { name: client.word() } });
    return 'description' in fields(made.body['class']);
  }),
});

const teacherClasses = member('teachers-never-show-their-classes', {
  story:
    'The loader of classIds reads the table of enrolments. Teachers stand in the table of teaching duties, which nobody joined.',
  rests: 'User: classIds are the classes of the user, present on GET /users and POST /users/search.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /users', 'POST /users/search'],
  wrap: (service) =>
    on(service, ['GET /users', 'POST /users/search'], async ({ pass }) =>
      editUsers(await pass(), (user) =>
        list(user['roles']).includes('teacher') ? without(user, 'classIds') : user,
      ),
    ),
  witness: both(async (client) => {
    const teacher = await newUserId(client, 'teacher');
    const group = await newClassId(client);
    await client.send('POST', `/classes/${group}/teachers`, { userIds: [teacher] });
    return list((await userOf(client, teacher))['classIds']).length;
  }),
});

const emptyMeansAll = member('removing-an-empty-list-of-teachers-removes-them-all', {
  story:
    'The query builder leaves the condition out when the list of ids is empty, and nobody checks the size before it.',
  rests: 'DELETE class teachers takes 1 to 100 userIds, and removes those; other sizes are 400.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['DELETE /classes/{id}/teachers'],
  wrap: (service) =>
    on(service, 'DELETE /classes/{id}/teachers', async ({ ask, pass, call }) => {
      const sent = ask.body['userIds'];
      if (!Array.isArray(sent) || sent.length > 0) return pass();
      const known = await call(`GET /classes/${ask.id}`);
      if (known.status !== 200) return pass();
      for (let offset = 0; ; offset += 100) {
        const users = dataOf(await call(`GET /users?role=teacher&limit=100&offset=${offset}`));
        const inside = users.filter((user) => list(user['classIds']).includes(ask.id.toLowerCase()));
        const userIds = inside.map((user) => user['userId']);
        if (userIds.length > 0) await call(`DELETE /classes/${ask.id}/teachers`, { userIds });
        if (users.length < 100) return nothing();
      }
    }),
  witness: both(async (client) => {
    const teacher = await newUserId(client, 'teacher');
    const group = await newClassId(client);
    await client.send('POST', `/classes/${group}/teachers`, { userIds: [teacher] });
    const { status } = await client.send('DELETE', `/classes/${group}/teachers`, { userIds: [] });
    return [status, (await userOf(client, teacher))['classIds']];
  }),
});

export const first: readonly BlindFault[] = [
  defaultYear,
  answersCohort,
  innerJoin,
  nullDescription,
  teacherClasses,
  emptyMeansAll,
];
