import { edit, editError, json, withHeaders } from '../answers.ts';
import { both, newClassId, newCohortId, nobody } from '../client.ts';
import { type BlindFault, type Fields, fields, on, textAt } from '../kit.ts';
import { bodyOf, inLondon } from './reading-helpers.ts';

/** Academic years, keys, errors and what HTTP has to say. */
export const http: readonly BlindFault[] = [
  {
    id: 'round-8.years.current-in-london-time',
    chapter: 'academic-years',
    story: 'The current year is cached by another job, whose container runs with TZ=Europe/London.',
    rests: 'Conventions 2: dates are in UTC, a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/current'],
    wrap: (service) =>
      on(service, 'GET /academic-years/current', async ({ pass }) =>
        edit(await pass(), (body) => {
          const year = fields(body['academicYear']);
          const local = (name: string) => inLondon(Date.parse(String(year[name])));
          return { academicYear: { ...year, startDate: local('startDate'), endDate: local('endDate') } };
        }),
      ),
    witness: both(async ({ get }) => (await get('/academic-years/current')).text),
  },
  {
    id: 'round-8.years.unknown-year-is-null',
    chapter: 'academic-years',
    story: 'The repository answers null for an unknown id, and the handler wraps it as it wraps a row.',
    rests: 'Academic years: GET /academic-years/{academicYearId} answers 404; Errors: year not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass }) => {
        const answer = await pass();
        return answer.status === 404 ? json(200, { academicYear: null }) : answer;
      }),
    witness: both(async ({ get }) => (await get(`/academic-years/${nobody}`)).status),
  },
  {
    id: 'round-8.auth.edge-cache-needs-no-key',
    chapter: 'authentication',
    story: 'Academic years hardly change, so the CDN keeps them by address, in front of the key check.',
    rests: 'Authentication 2: a request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years', 'GET /academic-years/{id}'],
    wrap: (service) => {
      const kept = new Map<string, Fields>();
      return on(service, ['GET /academic-years', 'GET /academic-years/{id}'], async ({ ask, pass }) => {
        const known = kept.get(`${ask.path}?${ask.query}`);
        if (known) return json(200, known);
        const answer = await pass();
        if (answer.ok) kept.set(`${ask.path}?${ask.query}`, await bodyOf(answer));
        return answer;
      });
    },
    witness: both(async ({ get, raw }) => {
      await get('/academic-years');
      return [(await raw('GET /academic-years')).status, (await raw('GET /academic-years/x')).status];
    }),
  },
  {
    id: 'round-8.auth.schema-wants-header',
    chapter: 'authentication',
    story: 'The header is declared as required in the schema, and the schema is checked before the key.',
    rests: 'Authentication 2: a request without a key gets 401.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, ['GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'], async ({ ask, pass }) =>
        ask.headers.has('x-api-key')
          ? pass()
          : json(400, { status: 400, message: 'The header x-api-key is required.' }),
      ),
    witness: both(async ({ raw }) => (await raw('GET /smart-ia/cohorts')).status),
  },
  {
    id: 'round-8.auth.refusal-kept-for-all',
    chapter: 'authentication',
    story:
      'The policy engine keeps its decisions by resource; the key is missing from the name they are kept by.',
    rests: 'Authentication 3: 403 is for a request whose key lacks the permissions; GET cohort: 200.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const denied = new Set<string>();
      return on(service, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status === 403) denied.add(ask.id);
        if (!answer.ok || !denied.has(ask.id)) return answer;
        return json(403, { status: 403, message: 'Not authorised.' });
      });
    },
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      const before = await client.get(path);
      await client.raw(`GET ${path}`, { 'x-api-key': client.keys.restricted });
      return [before.status, (await client.get(path)).status];
    }),
  },
  {
    id: 'round-8.cors.first-origin-stays',
    chapter: 'conventions',
    story: 'The middleware echoes the origin into a header set that is built once and then shared.',
    rests: 'Conventions 4: browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      let first: string | undefined;
      return on(service, '*', async ({ ask, pass }) => {
        const origin = ask.headers.get('origin');
        const answer = await pass();
        if (origin === null) return answer;
        first ??= origin;
        const echoed = first;
        return withHeaders(answer, (headers) => headers.set('access-control-allow-origin', echoed));
      });
    },
    witness: both(async ({ raw, keys }) => {
      const allowed = async (origin: string) => {
        const answer = await raw('GET /academic-years', { 'x-api-key': keys.full, origin });
        const told = answer.headers.get('access-control-allow-origin');
        return told === '*' || told === origin;
      };
      return [await allowed('https://one.example'), await allowed('https://two.example')];
    }),
  },
  {
    id: 'round-8.errors.one-problem-for-all',
    chapter: 'errors',
    story: 'The error handler of the route fills a problem object that lives as long as the process, once.',
    rests: 'Errors, problem details: status is the HTTP status.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) => {
      let first: Fields | undefined;
      return on(service, 'GET /classes/{id}', async ({ pass }) =>
        editError(await pass(), (body) => {
          first ??= body;
          return first;
        }),
      );
    },
    witness: both(async (client) => {
      const told = async (path: string, key = client.keys.full) => {
        const answer = await client.raw(`GET ${path}`, { 'x-api-key': key });
        return [answer.status, answer.body['status']];
      };
      const id = await newClassId(client);
      return [await told(`/classes/${nobody}`), await told(`/classes/${id}`, 'wrong')];
    }),
  },
  {
    id: 'round-8.errors.instance-unescaped',
    chapter: 'errors',
    story: 'The instance is the address of the request, as the framework hands it out: decoded.',
    rests: 'Errors, problem details: instance is a URI (no spaces, no raw letters beyond ASCII).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'GET /classes'],
    wrap: (service) =>
      on(service, ['GET /users', 'GET /classes'], async ({ ask, pass }) => {
        const asked = [...ask.query].map(([name, value]) => `${name}=${value}`).join('&');
        return editError(await pass(), (body) =>
          'instance' in body
            ? { ...body, instance: `https://roster.example/api/v1${ask.path}?${asked}` }
            : body,
        );
      }),
    witness: both(async ({ get }) => {
      const refused = await get('/users', { email: 'no é-mail at all' });
      return [
        refused.status,
        /^[a-z][a-z0-9+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]*$/i.test(textAt(refused.body, 'instance')),
      ];
    }),
  },
];
