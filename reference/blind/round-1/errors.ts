import { editError, json, withText } from '../answers.ts';
import { both, nobody } from '../client.ts';
import { type BlindFault, on, textAt } from '../kit.ts';

const formats = 'an error response takes one of two JSON formats';
const chapter = 'errors';

export const errors: readonly BlindFault[] = [
  {
    id: 'round-1.errors.messages-as-a-list',
    chapter,
    story: 'The validator of the framework answers a list of messages where one text is declared.',
    rests: 'the message of a basic error is human-readable detail, a string',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 400) return response;
        return editError(response, (body) => ({ ...body, message: [textAt(body, 'message')] }));
      }),
    witness: both(async (client) => {
      const user = { gender: 'green' };
      const { body } = await client.send('PATCH', `/students/${nobody}/details`, { user });
      return Array.isArray(body['message']) ? 'list' : typeof body['message'];
    }),
  },
  {
    id: 'round-1.errors.conflict-carries-another-status',
    chapter,
    story: 'The conflict inherits from the validation error, whose constructor fills in the status.',
    rests: 'status of an error equals the HTTP status of the response',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 409) return response;
        return editError(response, (body) => ({ ...body, status: 400 }));
      }),
    witness: both(async (client) => {
      const cohort = { name: client.word() };
      await client.send('POST', '/smart-ia/cohorts', { cohort });
      const { status, body } = await client.send('POST', '/smart-ia/cohorts', { cohort });
      return [status, body['status']];
    }),
  },
  {
    id: 'round-1.errors.half-an-escape-in-the-path',
    chapter,
    story: 'The router fails to decode the path and answers with the page of the framework.',
    rests: formats,
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 && response.status !== 404) return response;
        try {
          decodeURIComponent(ask.path);
          return response;
        } catch {
          const html = '<!DOCTYPE html><pre>URIError: Failed to decode param</pre>';
          return withText(response, html, { 'content-type': 'text/html; charset=utf-8' });
        }
      }),
    witness: both(async (client) => {
      const { status, body } = await client.get('/academic-years/%E0%A4%A');
      return [status, body['status'] ?? 'no JSON'];
    }),
  },
  {
    id: 'round-1.errors.first-status-sticks',
    chapter,
    story: 'Each route keeps one error object, whose status is only filled in while it is empty.',
    rests: 'status of an error equals the HTTP status of the response',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}', 'DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) => {
      const first = new Map<string, unknown>();
      return on(
        service,
        ['GET /smart-ia/cohorts/{id}', 'DELETE /smart-ia/cohorts/{id}/tests'],
        async ({ ask, pass }) => {
          const response = await pass();
          const denied = response.status === 401 || response.status === 403;
          if (denied) return response;
          return editError(response, (body) => {
            if (!first.has(ask.method)) first.set(ask.method, body['status']);
            return { ...body, status: first.get(ask.method) };
          });
        },
      );
    },
    witness: both(async (client) => {
      await client.get('/smart-ia/cohorts/seven');
      const { status, body } = await client.get(`/smart-ia/cohorts/${nobody}`);
      return [status, body['status']];
    }),
  },
  {
    id: 'round-1.errors.page-for-browsers',
    chapter,
    story: 'The error handler negotiates: whoever accepts HTML gets the page meant for people.',
    rests: formats,
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const html = ask.headers.get('accept')?.startsWith('text/html') ?? false;
        if (response.status < 400 || !html) return response;
        const page = `<h1>Error ${response.status}</h1>`;
        return withText(response, page, { 'content-type': 'text/html; charset=utf-8' });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, accept: 'text/html,application/json;q=0.9,*/*;q=0.8' };
      const { status, body } = await client.raw(`GET /classes/${nobody}`, headers);
      return [status, body['status'] ?? 'no JSON'];
    }),
  },
  {
    id: 'round-1.errors.unknown-year-is-null',
    chapter: 'years',
    story: 'The mapper answers an empty object of the database as null, and nobody looks.',
    rests: 'GET of an academic year: 404 when it is not found',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass }) => {
        const response = await pass();
        return response.status === 404 ? json(200, { academicYear: null }) : response;
      }),
    witness: both(async (client) => (await client.get(`/academic-years/${nobody}`)).status),
  },
];
