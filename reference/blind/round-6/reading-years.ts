import { edit, editItems, json, withBody } from '../answers.ts';
import { both, column, itemsOf, nobody } from '../client.ts';
import { type BlindFault, fields, on, readAnswer, textAt } from '../kit.ts';

const list = 'GET /academic-years';
const single = 'GET /academic-years/{id}';

/** Faults of academic years. */
export const years: readonly BlindFault[] = [
  {
    id: 'round-6.years.unknown-year-is-200-with-null',
    chapter: 'academic years',
    story: 'The handler returns what the look-up found, and nobody wrote the branch for nothing.',
    rests: 'GET /academic-years/{academicYearId}: 404; Errors: 404 when the academic year is not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [single],
    wrap: (service) =>
      on(service, single, async ({ pass }) => {
        const answer = await pass();
        return answer.status === 404 ? json(200, { academicYear: null }) : answer;
      }),
    witness: both(async ({ get }) => (await get(`/academic-years/${nobody}`)).status),
  },
  {
    id: 'round-6.years.end-in-the-list-without-time',
    chapter: 'academic years',
    story: 'The column is a date in the database, and the list hands it on as it is.',
    rests: 'AcademicYear: endDate is a date-time; Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [list],
    wrap: (service) =>
      on(service, list, async ({ pass }) =>
        editItems(await pass(), (item) => ({ ...item, endDate: textAt(item, 'endDate').slice(0, 10) })),
      ),
    witness: both(async ({ get }) => column(await get('/academic-years'), 'endDate')[0]?.length),
  },
  {
    id: 'round-6.years.first-year-read-answers-for-all-others',
    chapter: 'academic years',
    story: 'The look-up is wrapped in a helper that runs once and forgets that it has an argument.',
    rests: 'GET /academic-years/{academicYearId} answers the academic year of that identifier.',
    breaks: 'explicit',
    depth: 'deep',
    at: [single],
    wrap: (service) => {
      let first: unknown;
      return on(service, single, async ({ pass }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        first ??= (await readAnswer(answer.clone())).body;
        return withBody(answer, first);
      });
    },
    witness: both(async ({ get }) => {
      const ids = column(await get('/academic-years'), 'academicYearId');
      const same: boolean[] = [];
      for (const id of ids) {
        const { body } = await get(`/academic-years/${id}`);
        same.push(textAt(body, 'academicYear', 'academicYearId') === id);
      }
      return same;
    }),
  },
  {
    id: 'round-6.cohorts.single-cohort-wrapped-in-data',
    chapter: 'cohorts',
    story: 'The handler of one cohort was copied from that of the list.',
    rests: 'Conventions 5: single-resource responses wrap the resource: cohort; data is for lists.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        edit(await pass(), ({ cohort }) => ({ data: fields(cohort) })),
      ),
    witness: both(async ({ get }) => {
      const [cohort] = itemsOf(await get('/smart-ia/cohorts', { limit: 1 }));
      return Object.keys((await get(`/smart-ia/cohorts/${cohort?.['cohortId']}`)).body);
    }),
  },
];
