import { edit, json } from '../answers.ts';
import { both } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';

const chapter = 'years';

export const years: readonly BlindFault[] = [
  {
    id: 'round-1.years.end-of-the-list-as-a-date',
    chapter,
    story: 'The list is served from a projection whose end is a date column.',
    rests: 'endDate of an academic year is a date-time',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years'],
    wrap: (service) =>
      on(service, 'GET /academic-years', async ({ pass }) =>
        edit(await pass(), (body) => ({
          data: list(body['data']).map((year) => ({
            ...fields(year),
            endDate: textAt(year, 'endDate').slice(0, 10),
          })),
        })),
      ),
    witness: both(
      async (client) => textAt((await client.get('/academic-years')).body, 'data', 0, 'endDate').length,
    ),
  },
  {
    id: 'round-1.years.current-answered-as-last-read',
    chapter,
    story: 'Reading a year stores it in the slot that the current year is memoised in.',
    rests: 'GET of the current academic year returns the current one',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /academic-years/current'],
    wrap: (service) => {
      let memo: unknown;
      const reads = on(service, 'GET /academic-years/{id}', async ({ pass }) => {
        const response = await pass();
        if (response.ok) memo = await response.clone().json();
        return response;
      });
      return on(reads, 'GET /academic-years/current', async ({ pass }) => {
        const response = await pass();
        return response.ok && memo !== undefined ? json(200, memo) : response;
      });
    },
    witness: both(async (client) => {
      const before = await client.get('/academic-years/current');
      const all = list((await client.get('/academic-years')).body['data']);
      const current = textAt(before.body, 'academicYear', 'academicYearId');
      const other = all.map((year) => textAt(year, 'academicYearId')).find((id) => id !== current);
      await client.get(`/academic-years/${other}`);
      const after = await client.get('/academic-years/current');
      return textAt(after.body, 'academicYear', 'academicYearId') === current;
    }),
  },
];
