import { edit, editError, json, refuse, withHeaders, withText } from '../answers.ts';
import { both, newClassId, nobody } from '../client.ts';
import { at, type BlindFault, fields, on, readAnswer, textAt } from '../kit.ts';

/** Faults of conventions, keys and errors. */
export const conventions: readonly BlindFault[] = [
  {
    id: 'round-13.conventions.preflight-needs-a-key',
    chapter: 'conventions',
    story: 'The middleware that checks keys was put before the one for CORS; a preflight never has a key.',
    rests: 'Conventions 4: browser requests from any origin are permitted, so a preflight is answered.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const keyless = ask.method === 'OPTIONS' && !ask.headers.has('x-api-key');
        return keyless ? refuse(ask, 401, 'Invalid credentials') : pass();
      }),
    witness: both(async (client) => {
      const { status, headers } = await client.raw('OPTIONS /smart-ia/cohorts', {
        origin: 'https://school.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      });
      return [status < 300, headers.get('access-control-allow-headers')];
    }),
  },
  {
    id: 'round-13.conventions.page-for-those-who-accept-html',
    chapter: 'conventions',
    story: 'The framework has a browsable view of its answers, left on, chosen by the Accept header.',
    rests: 'Conventions 1: responses are application/json; another format needs a `format` parameter.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const wanted = ask.headers.get('accept')?.includes('text/html') ?? false;
        if (ask.method !== 'GET' || !wanted || !response.ok) return response;
        const text = (await response.text()).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        return withText(response, `<!doctype html><title>API</title><pre>${text}</pre>`, {
          'content-type': 'text/html; charset=utf-8',
        });
      }),
    witness: both(async ({ raw, keys }) => {
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
      const answer = await raw('GET /academic-years', { 'x-api-key': keys.full, accept });
      return [answer.headers.get('content-type'), answer.text.startsWith('{')];
    }),
  },
  {
    id: 'round-13.conventions.first-origin-is-kept',
    chapter: 'conventions',
    story: 'The origin is echoed, and a proxy keeps the header of the first answer because Vary is missing.',
    rests: 'Conventions 4: requests from any origin are permitted, not only from the first one that came.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      let kept: string | undefined;
      return on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const origin = ask.headers.get('origin');
        if (origin === null) return response;
        kept ??= origin;
        const allowed = kept;
        return withHeaders(response, (headers) => headers.set('access-control-allow-origin', allowed));
      });
    },
    witness: both(async ({ raw, keys }) => {
      const seen: boolean[] = [];
      for (const origin of ['https://one.example', 'https://two.example:8443']) {
        const { headers } = await raw('GET /smart-ia/tests', { 'x-api-key': keys.full, origin });
        seen.push(['*', origin].includes(headers.get('access-control-allow-origin') ?? ''));
      }
      return seen;
    }),
  },
  {
    id: 'round-13.years.current-without-milliseconds',
    chapter: 'years',
    story: 'One view formats with the pattern of the standard library, which drops a fraction of zero.',
    rests: 'Conventions 2: a date-time is `YYYY-MM-DDTHH:MM:SS.SSSZ`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/current'],
    wrap: (service) =>
      on(service, 'GET /academic-years/current', async ({ pass }) =>
        edit(await pass(), (body) => {
          const year = fields(body['academicYear']);
          const startDate = textAt(year, 'startDate').replace('.000Z', 'Z');
          return { ...body, academicYear: { ...year, startDate } };
        }),
      ),
    witness: both(async (client) =>
      textAt((await client.get('/academic-years/current')).body, 'academicYear', 'startDate'),
    ),
  },
  {
    id: 'round-13.conventions.empty-description-shown',
    chapter: 'conventions',
    story: 'The serialiser leaves out what is null, and a form saves an empty text as an empty text.',
    rests: 'Conventions 3: empty fields are omitted from a response.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}'],
    wrap: (service) => {
      const blank = new Set<string>();
      const creating = on(service, 'POST /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (at(ask.body, 'class', 'description') === '') {
          blank.add(textAt((await readAnswer(response.clone())).body, 'class', 'classId'));
        }
        return response;
      });
      return on(creating, 'GET /classes/{id}', async ({ ask, pass }) => {
        const response = await pass();
        if (!blank.has(ask.id)) return response;
        return edit(response, (body) => ({ class: { ...fields(body['class']), description: '' } }));
      });
    },
    witness: both(async (client) => {
      const id = await newClassId(client, { description: '' });
      return Object.keys(fields((await client.get(`/classes/${id}`)).body['class'])).sort();
    }),
  },
  {
    id: 'round-13.errors.status-as-text',
    chapter: 'errors',
    story: 'The error is built from a template in which every value is put between quotes.',
    rests: 'Errors, basic error: `status` is an integer that equals the HTTP status.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        editError(await pass(), (body) => ({ ...body, status: String(body['status']) })),
      ),
    witness: both(async (client) =>
      JSON.stringify((await client.get(`/smart-ia/cohorts/${nobody}`)).body['status']),
    ),
  },
  {
    id: 'round-13.errors.unreadable-json-in-other-words',
    chapter: 'errors',
    story:
      'The body parser fails before the error handler of the service is in place; the framework answers.',
    rests: 'Errors: an error response takes one of two formats, each with the integer `status`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 || isJson(ask.text)) return response;
        const error = { statusCode: 400, code: 'INVALID_JSON_BODY', error: 'Bad Request' };
        return json(400, error);
      }),
    witness: both(async ({ raw, keys }) => {
      const headers = { 'x-api-key': keys.full, 'content-type': 'application/json' };
      const { status, body } = await raw('POST /users/search', headers, '{"search": {"name": ');
      return [status, body['status'], 'message' in body || 'detail' in body];
    }),
  },
  {
    id: 'round-13.errors.unknown-class-is-null-with-200',
    chapter: 'errors',
    story: 'The handler sends on what the repository found, and it found nothing.',
    rests: 'GET `/classes/{classId}`: 404 for a class that is not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass }) => {
        const response = await pass();
        return response.status === 404 ? json(200, { class: null }) : response;
      }),
    witness: both(async (client) => (await client.get(`/classes/${nobody}`)).status),
  },
  {
    id: 'round-13.errors.forbidden-cohort-seems-missing',
    chapter: 'errors',
    story: 'The row policy of the database hides what a key may not see, so the look-up finds nothing.',
    rests: 'Authentication 3: a request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass }) => {
        const response = await pass();
        return response.status === 403 ? refuse(ask, 404, 'No such cohort') : response;
      }),
    witness: both(async ({ get, raw, keys }) => {
      const id = textAt((await get('/smart-ia/cohorts', { limit: 1 })).body, 'data', 0, 'cohortId');
      return (await raw(`GET /smart-ia/cohorts/${id}`, { 'x-api-key': keys.restricted })).status;
    }),
  },
  {
    id: 'round-13.conventions.key-in-any-case',
    chapter: 'conventions',
    story: 'Keys are looked up in a column whose collation ignores letter case.',
    rests: 'Authentication 2: a request with an invalid key gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const key = ask.headers.get('x-api-key');
        if (response.status !== 401 || key === null) return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', key.toLowerCase());
        return pass({ headers });
      }),
    witness: both(async ({ raw, keys }) => {
      return (await raw('GET /smart-ia/tests', { 'x-api-key': keys.full.toUpperCase() })).status;
    }),
  },
  {
    id: 'round-13.tests.kept-in-front-of-the-key',
    chapter: 'tests',
    story: 'The list hardly changes, so a cache was put in front of the service, keyed by address alone.',
    rests: 'Authentication 2: a request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/tests'],
    wrap: (service) => {
      let kept: string | undefined;
      return on(service, 'GET /smart-ia/tests', async ({ pass }) => {
        const response = await pass();
        if (response.ok) kept = await response.clone().text();
        const cached = response.status === 401 || response.status === 403 ? kept : undefined;
        return cached === undefined ? response : json(200, JSON.parse(cached));
      });
    },
    witness: both(async ({ get, raw }) => {
      const before = await raw('GET /smart-ia/tests', { 'x-api-key': 'wrong' });
      await get('/smart-ia/tests');
      const after = await raw('GET /smart-ia/tests', { 'x-api-key': 'wrong' });
      return [before.status, after.status];
    }),
  },
  {
    id: 'round-13.errors.no-cross-origin-when-refused',
    chapter: 'errors',
    story: 'The gateway that refuses bad keys adds no CORS header; a page cannot read why it was refused.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS), whatever is answered.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 401) return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async ({ raw }) => {
      const { headers } = await raw('GET /smart-ia/sessions', { origin: 'https://school.example' });
      return headers.get('access-control-allow-origin');
    }),
  },
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
