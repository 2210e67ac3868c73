import { editError, nothing, withBody } from '../answers.ts';
import { both, membersAmong, newCohortId, newUserId, nobody, testIds } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';

const chapter = 'refusals';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is refused about writes, and how. */
export const refusals: readonly BlindFault[] = [
  {
    id: 'round-2.refusals.conflict-calls-itself-400',
    chapter,
    story: 'The conflict is thrown as an invalid request, and a filter corrects the status line alone.',
    rests: 'status of a basic error equals the HTTP status of the response (Errors)',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        return response.status === 409 ? editError(response, (body) => ({ ...body, status: 400 })) : response;
      }),
    witness: both(async (client) => {
      const payload = { cohort: { name: client.word() } };
      await client.send('POST', '/smart-ia/cohorts', payload);
      const again = await client.send('POST', '/smart-ia/cohorts', payload);
      return [again.status, again.body['status']];
    }),
  },
  {
    id: 'round-2.refusals.tests-of-no-cohort',
    chapter,
    story: 'The deletion is sent without looking for the cohort first: no row, no harm.',
    rests: 'DELETE cohort tests is 404 when the cohort is not found (Cohorts; Status codes)',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ pass }) => {
        const response = await pass();
        return response.status === 404 ? nothing() : response;
      }),
    witness: both(async (client) => {
      const some = (await testIds(client)).slice(0, 1);
      return (await client.send('DELETE', `/smart-ia/cohorts/${nobody}/tests`, { testIds: some })).status;
    }),
  },
  {
    id: 'round-2.refusals.list-of-errors-for-details',
    chapter,
    story: 'A newer validation library answers on this route, in a shape of its own.',
    rests: 'an error response takes one of the two JSON formats (Errors)',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 400) return response;
        const { message } = fields(await response.clone().json());
        return withBody(response, { errors: [{ code: 'invalid', text: message }] });
      }),
    witness: both(async (client) => {
      const path = `/students/${await newUserId(client, 'student')}/details`;
      const { body } = await client.send('PATCH', path, { user: { dateOfBirth: 'yesterday' } });
      return 'status' in body && ('message' in body || 'detail' in body);
    }),
  },
  {
    id: 'round-2.refusals.bare-cohort',
    chapter,
    story: 'For an old client the payload is accepted without its wrapper as well.',
    rests: 'POST cohorts needs the body { cohort }; bodies wrap the payload; 400 (Conventions 5; Cohorts)',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', ({ ask, pass }) => {
        const bare = !('cohort' in ask.body) && 'name' in ask.body;
        return bare ? pass({ body: { cohort: ask.body } }) : pass();
      }),
    witness: both(
      async (client) => (await client.send('POST', '/smart-ia/cohorts', { name: client.word() })).status,
    ),
  },
  {
    id: 'round-2.refusals.malformed-id-among-good-ones',
    chapter,
    story: 'Ids are parsed with a function that gives nothing for a bad one, and nothings are filtered out.',
    rests: 'POST cohort students takes UUID[] and is 400 otherwise (Cohorts; Status codes)',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', ({ ask, pass }) => {
        const ids = list(ask.body['userIds']);
        const parsed = ids.filter((id) => typeof id === 'string' && uuid.test(id));
        if (parsed.length === 0 || parsed.length === ids.length) return pass();
        return pass({ body: { ...ask.body, userIds: parsed } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const cohortId = await newCohortId(client);
      const path = `/smart-ia/cohorts/${cohortId}/students`;
      const { status } = await client.send('POST', path, { userIds: [id, 'not-a-uuid'] });
      return [status, await membersAmong(client, [id], 'cohortIds', cohortId)];
    }),
  },
  {
    id: 'round-2.refusals.malformed-year-is-the-current',
    chapter,
    story: 'A year that cannot be parsed counts as none, and for none there is a default.',
    rests: 'academicYearId of CreateClass is a UUID; POST /classes is 400 otherwise (CreateClass; Classes)',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', ({ ask, pass }) => {
        const { academicYearId, ...rest } = fields(ask.body['class']);
        if (typeof academicYearId !== 'string' || uuid.test(academicYearId)) return pass();
        return pass({ body: { ...ask.body, class: rest } });
      }),
    witness: both(async (client) => {
      const payload = { class: { name: client.word(), academicYearId: '2025/26' } };
      const { status, body } = await client.send('POST', '/classes', payload);
      return [status, textAt(body, 'class', 'name')];
    }),
  },
];
