import { editError } from '../answers.ts';
import { both, nobody } from '../client.ts';
import { type BlindFault, on, textAt } from '../kit.ts';

const chapter = 'errors';

/** Faults of refusals: their formats and statuses. */
export const errorFaults: readonly BlindFault[] = [
  {
    id: 'round-2.errors.unknown-year-in-plain-text',
    chapter,
    story: 'The handler of one academic year ends with `sendStatus(404)`, which writes the words of HTTP.',
    rests: 'Errors: an error response takes one of two JSON formats; 404 at GET /academic-years/{id}.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        const headers = { 'content-type': 'text/plain; charset=utf-8', 'access-control-allow-origin': '*' };
        return new Response('Not Found', { status: 404, headers });
      }),
    witness: both(async ({ get }) => {
      const { status, text } = await get(`/academic-years/${nobody}`);
      return [status, text];
    }),
  },
  {
    id: 'round-2.errors.inner-status-of-the-validator',
    chapter,
    story:
      'The validator of date filters throws its own error with 422, and only the status of the response is mapped to 400.',
    rests: 'Errors, basic error: `status` equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const response = await pass();
        const dated = [...ask.query.keys()].some((name) => /^(start|end)Date\[/.test(name));
        if (response.status !== 400 || !dated) return response;
        return editError(response, (body) => ({ ...body, status: 422 }));
      }),
    witness: both(async ({ get }) => {
      const { status, body } = await get('/smart-ia/sessions', { 'endDate[lt]': 1, 'endDate[lte]': 1 });
      return [status, textAt(body, 'status')];
    }),
  },
  {
    id: 'round-2.errors.two-violations-are-a-list',
    chapter,
    story:
      'The pipe for validation joins messages with a helper that gives a lone one as text and several as a list.',
    rests: 'Errors, basic error: `message` is a string.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const told = violations(ask.query);
        const response = await pass();
        if (response.status !== 400 || told.length < 2) return response;
        return editError(response, (body) => ({ ...body, message: told }));
      }),
    witness: both(async ({ get }) => {
      const filters = {
        'startDate[gt]': 1,
        'startDate[gte]': 1,
        'endDate[lt]': 1,
        'endDate[lte]': 1,
      };
      const { status, body } = await get('/smart-ia/sessions', filters);
      return [status, typeof body['message']];
    }),
  },
  {
    id: 'round-2.errors.page-for-browsers',
    chapter,
    story: 'The framework has an error page of its own for clients whose Accept header names HTML.',
    rests: 'Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status < 400 || !(ask.headers.get('accept') ?? '').includes('text/html'))
          return response;
        const headers = new Headers(response.headers);
        headers.set('content-type', 'text/html; charset=utf-8');
        headers.delete('content-length');
        return new Response(`<h1>Error ${response.status}</h1>`, { status: response.status, headers });
      }),
    witness: both(async ({ raw, keys }) => {
      const headers = { 'x-api-key': keys.full, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      const { status, body } = await raw(`GET /classes/${nobody}`, headers);
      return [status, textAt(body, 'status')];
    }),
  },
];

/** What the interface forbids about a query for sessions, each in a sentence. */
function violations(query: URLSearchParams): string[] {
  const told: string[] = [];
  for (const date of ['startDate', 'endDate']) {
    for (const [one, other] of [
      ['gt', 'gte'],
      ['lt', 'lte'],
    ]) {
      if (query.has(`${date}[${one}]`) && query.has(`${date}[${other}]`)) {
        told.push(`${date} cannot take both ${one} and ${other}.`);
      }
    }
  }
  for (const name of ['userId', 'testId', 'subject']) {
    if (query.getAll(name).length > 30) told.push(`${name} must have at most 30 values.`);
  }
  if (query.has('cursor') && query.has('offset')) told.push('offset cannot be combined with cursor.');
  return told;
}
