import { edit, editError, refuse, withHeaders } from '../answers.ts';
import { both, newClassId, nobody } from '../client.ts';
import { at, type BlindFault, list, on, readAnswer } from '../kit.ts';

/** Faults in the errors of reads. */
export const errors: readonly BlindFault[] = [
  {
    id: 'round-5.errors.status-in-quotes',
    chapter: 'errors',
    story: 'The error object is filled in from a table of texts, and the status is one of the texts.',
    rests: 'Errors: status is an integer that equals the HTTP status.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        editError(await pass(), (body) => ({ ...body, status: String(body['status']) })),
      ),
    witness: both(async ({ get }) => {
      const { status, body } = await get(`/smart-ia/cohorts/${nobody}`);
      return [status, body['status']];
    }),
  },
  {
    id: 'round-5.errors.nobody-found-is-404',
    chapter: 'errors',
    story:
      'The controller answers 404 whenever the repository comes back empty, as it should for one user but not for a list.',
    rests:
      'GET /users answers 200 with data and pagination; 404 is only on endpoints that list it, and this one lists 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const answer = await pass();
        const { body } = await readAnswer(answer.clone());
        return answer.ok && at(body, 'pagination', 'total') === 0 ? refuse(ask, 404, 'Not found') : answer;
      }),
    witness: both(async ({ get }) => {
      const { status, body } = await get('/users', { username: 'nobody-is-called-so' });
      return [status, list(body['data']).length];
    }),
  },
  {
    id: 'round-5.errors.unknown-year-of-a-filter-is-404',
    chapter: 'errors',
    story:
      'The filter loads its academic year through the service of years, whose exception for unknown ones goes through to the caller.',
    rests: 'GET /classes lists 400 and no 404; 404 is for endpoints that list it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass, call }) => {
        const answer = await pass();
        const year = ask.query.get('academicYearId');
        if (!answer.ok || year === null) return answer;
        const { status } = await call(`GET /academic-years/${year}`);
        return status === 404 ? refuse(ask, 404, 'Not found') : answer;
      }),
    witness: both(async ({ get }) => (await get('/classes', { academicYearId: nobody })).status),
  },
  {
    id: 'round-5.conventions.preflight-of-the-search-not-found',
    chapter: 'conventions',
    story:
      'The table of preflights is generated from the paths with ids, and takes search for the id of a user without operations.',
    rests: 'Conventions: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) => on(service, 'OPTIONS /users/search', async ({ ask }) => refuse(ask, 404, 'Not found')),
    witness: both(async ({ raw }) => {
      const { status, headers } = await raw('OPTIONS /users/search', {
        origin: 'https://school.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key',
      });
      return [status < 300, headers.get('access-control-allow-methods')?.includes('POST') ?? false];
    }),
  },
  {
    id: 'round-5.conventions.type-echoes-what-is-accepted',
    chapter: 'conventions',
    story:
      'Content negotiation takes the first type that the caller accepts for the type of the answer, and the body stays JSON.',
    rests: 'Conventions: responses are application/json unless an endpoint says otherwise.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /academic-years'],
    wrap: (service) =>
      on(service, 'GET /academic-years', async ({ ask, pass }) => {
        const answer = await pass();
        const [first = ''] = (ask.headers.get('accept') ?? '').split(/[,;]/);
        if (!answer.ok || first === '' || first.includes('*')) return answer;
        return withHeaders(answer, (headers) => headers.set('content-type', first.trim()));
      }),
    witness: both(async ({ raw, keys }) => {
      const headers = { 'x-api-key': keys.full, accept: 'text/plain, application/json, */*' };
      return (await raw('GET /academic-years', headers)).headers.get('content-type');
    }),
  },
  {
    id: 'round-5.conventions.one-class-in-data',
    chapter: 'conventions',
    story: 'A common envelope puts every result under one name, whether it is a list or not.',
    rests:
      'Conventions: single-resource responses wrap the resource in class; GET /classes/{classId} answers { class }.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass }) =>
        edit(await pass(), (body) => ({ data: body['class'] })),
      ),
    witness: both(async (client) => {
      const id = await newClassId(client);
      return Object.keys((await client.get(`/classes/${id}`)).body);
    }),
  },
];
