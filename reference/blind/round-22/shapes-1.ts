import { edit, editPagination, withBody } from '../answers.ts';
import { both, paginationOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';

const toDateTime = (text: unknown) =>
  String(text)
    .replace(/\.000Z$/, 'Z')
    .replace(/T(\d\d:\d\d):00Z$/, 'T$1Z');

const yearRoutes = ['GET /academic-years', 'GET /academic-years/current', 'GET /academic-years/{id}'];

const createRoutes = ['POST /classes', 'POST /smart-ia/cohorts'];

/** Faults that plain use shows. */
export const shallow: readonly BlindFault[] = [
  {
    id: 'round-22.users.search-answers-201',
    chapter: 'users',
    story:
      'The framework answers every POST handler with 201 unless a decorator says otherwise, and the decorator ' +
      'was forgotten on the search.',
    rests: 'POST /users/search succeeds with 200.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) => {
        const response = await pass();
        return response.status === 200
          ? new Response(response.body, { status: 201, headers: response.headers })
          : response;
      }),
    witness: both(async ({ send }) => {
      const found = await send('POST', '/users/search', { search: { role: 'teacher' }, limit: 2 });
      return `${found.status} ${list(found.body['data']).length}`;
    }),
  },
  {
    id: 'round-22.pagination.total-of-cohorts-is-a-string',
    chapter: 'pagination',
    story:
      'COUNT(*) is a bigint, which the database driver hands over as a string. The other lists convert it, ' +
      'the newer list of cohorts does not.',
    rests: 'The field total of pagination is an integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editPagination(await pass(), (pagination) => ({ total: String(pagination['total']) })),
      ),
    witness: both(async ({ get }) => typeof paginationOf(await get('/smart-ia/cohorts'))['total']),
  },
  {
    id: 'round-22.errors.forbidden-body-lacks-the-status',
    chapter: 'errors',
    story:
      'Permissions moved into the gateway, whose own answer to a refusal is the JSON object with nothing but ' +
      'the message Forbidden.',
    rests: 'An error takes one of two formats, and both have the field status.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 403 || ask.method === 'HEAD') return response;
        return withBody(response, { message: 'Forbidden' }, { 'content-type': 'application/json' });
      }),
    witness: both(async ({ raw, keys }) => {
      const refused = await raw('GET /classes', { 'x-api-key': keys.restricted });
      return `${refused.status} ${textAt(refused.body, 'status')}`;
    }),
  },
  {
    id: 'round-22.academic-years.date-times-drop-zero-seconds',
    chapter: 'academic-years',
    story:
      'The year is mapped by hand and calls toString on the date-time of the language, which leaves out ' +
      'seconds and fractions that are zero.',
    rests: 'A date-time is YYYY-MM-DDTHH:MM:SS.SSSZ, and startDate of a year is one.',
    breaks: 'explicit',
    depth: 'shallow',
    at: yearRoutes,
    wrap: (service) =>
      on(service, yearRoutes, async ({ pass }) => {
        const short = (year: Fields): Fields => ({
          ...year,
          startDate: toDateTime(year['startDate']),
          endDate: toDateTime(year['endDate']),
        });
        return edit(await pass(), (body) =>
          'data' in body
            ? { data: list(body['data']).map((year) => short(fields(year))) }
            : { academicYear: short(fields(body['academicYear'])) },
        );
      }),
    witness: both(async ({ get }) =>
      textAt((await get('/academic-years/current')).body, 'academicYear', 'startDate'),
    ),
  },
  {
    id: 'round-22.classes.created-without-a-year-says-current',
    chapter: 'classes',
    story:
      'The default of the request object is the literal current, which the database layer resolves. The answer ' +
      'to a create is made from the request object and not from the row.',
    rests: 'academicYearId of a class or cohort is a UUID, that of the current year when none was sent.',
    breaks: 'explicit',
    depth: 'shallow',
    at: createRoutes,
    wrap: (service) =>
      on(service, createRoutes, async ({ ask, pass }) => {
        const wrapper = ask.path === '/classes' ? 'class' : 'cohort';
        const sent = fields(ask.body[wrapper]);
        const response = await pass();
        if (textAt(sent, 'academicYearId') !== '') return response;
        return edit(response, (body) => ({
          [wrapper]: { ...fields(body[wrapper]), academicYearId: 'current' },
        }));
      }),
    witness: both(async ({ send, word }) => {
      const created = await send('POST', '/classes', { class: { name: word() } });
      return textAt(created.body, 'class', 'academicYearId');
    }),
  },
];
