import { edit, editError, editItems, json } from '../answers.ts';
import { both, column, itemsOf, nobody } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';

const oneInAList: BlindFault = {
  id: 'round-4.years.single-year-comes-as-a-list',
  chapter: 'years',
  story: 'The year is found with a query that could find many, and nobody takes the first row.',
  rests: 'Academic years: GET of one year answers { academicYear: AcademicYear }.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /academic-years/{id}'],
  wrap: (service) =>
    on(service, 'GET /academic-years/{id}', async ({ pass }) =>
      edit(await pass(), (body) => ({ ...body, academicYear: [body['academicYear']] })),
    ),
  witness: both(async ({ get }) => {
    const id = column(await get('/academic-years'), 'academicYearId')[0] ?? '';
    return textAt((await get(`/academic-years/${id}`)).body, 'academicYear', 'academicYearId') === id;
  }),
};

const sameDate: BlindFault = {
  id: 'round-4.years.current-year-ends-where-it-begins',
  chapter: 'years',
  story:
    'In the mapper of the current year the line of the start was copied, and its column was not changed.',
  rests: 'AcademicYear: endDate is the end of the year, the same as in the list and when read by id.',
  breaks: 'implied',
  depth: 'shallow',
  at: ['GET /academic-years/current'],
  wrap: (service) =>
    on(service, 'GET /academic-years/current', async ({ pass }) =>
      edit(await pass(), (body) => {
        const year = fields(body['academicYear']);
        return { ...body, academicYear: { ...year, endDate: year['startDate'] } };
      }),
    ),
  witness: both(async ({ get }) => {
    const { body } = await get('/academic-years/current');
    const id = textAt(body, 'academicYear', 'academicYearId');
    const listed = itemsOf(await get('/academic-years')).find((year) => year['academicYearId'] === id);
    return textAt(body, 'academicYear', 'endDate') === textAt(listed, 'endDate');
  }),
};

const missKept: BlindFault = {
  id: 'round-4.years.a-miss-is-kept-for-the-next-year',
  chapter: 'years',
  story:
    'The last year looked up is kept in one slot, and a miss in it is not told from the answer to the next question.',
  rests: 'Academic years: GET of a year that there is answers 200 with the year; 404 is for one not found.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /academic-years/{id}'],
  wrap: (service) => {
    let missed = false;
    return on(service, 'GET /academic-years/{id}', async ({ pass }) => {
      const answer = await pass();
      const stale = missed && answer.ok;
      missed = answer.status === 404;
      return stale ? json(404, { status: 404, message: 'There is no such academic year.' }) : answer;
    });
  },
  witness: both(async ({ get }) => {
    const id = column(await get('/academic-years'), 'academicYearId')[0] ?? '';
    await get(`/academic-years/${nobody}`);
    return (await get(`/academic-years/${id}`)).status;
  }),
};

const titled: BlindFault = {
  id: 'round-4.tests.name-goes-by-another-name',
  chapter: 'tests',
  story: 'In the catalogue of the publisher a test has a title, and the list hands its rows out as they are.',
  rests: 'SmartIaTest: an item of the test list has testId, name and subject.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /smart-ia/tests'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/tests', async ({ pass }) =>
      editItems(await pass(), ({ name, ...item }) => ({ ...item, title: name })),
    ),
  witness: both(async ({ get }) => itemsOf(await get('/smart-ia/tests')).every((test) => 'name' in test)),
};

const wordless: BlindFault = {
  id: 'round-4.errors.unknown-year-without-its-message',
  chapter: 'errors',
  story:
    'Messages of errors are looked up by code for the caller, and the code of a missing year has no entry: it is undefined.',
  rests: 'Errors: a basic error has a message, the human-readable detail.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /academic-years/{id}'],
  wrap: (service) =>
    on(service, 'GET /academic-years/{id}', async ({ pass }) => {
      const answer = await pass();
      if (answer.status !== 404) return answer;
      return editError(answer, ({ status }) => ({ status }));
    }),
  witness: both(async ({ get }) => typeof (await get(`/academic-years/${nobody}`)).body['message']),
};

export const yearsAndTests: readonly BlindFault[] = [oneInAList, sameDate, missKept, titled, wordless];
