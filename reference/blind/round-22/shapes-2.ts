import { json, refuse, withBody, withHeaders } from '../answers.ts';
import { both, newClassId, newCohortId, nobody } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';
import { isJson, mapTexts, retext, toXml } from './shapes-help.ts';

const singles = [
  'GET /academic-years/current',
  'GET /academic-years/{id}',
  'GET /classes/{id}',
  'POST /classes',
  'GET /smart-ia/cohorts/{id}',
  'POST /smart-ia/cohorts',
];

const numeric = /^-?\d+(\.\d+)?$/;

const bodyRoutes = [
  'POST /classes/{id}/students',
  'DELETE /classes/{id}/students',
  'POST /classes/{id}/teachers',
  'DELETE /classes/{id}/teachers',
  'POST /smart-ia/cohorts/{id}/students',
  'DELETE /smart-ia/cohorts/{id}/students',
  'POST /smart-ia/cohorts/{id}/tests',
  'DELETE /smart-ia/cohorts/{id}/tests',
  'POST /classes',
  'POST /smart-ia/cohorts',
  'POST /users/search',
];

/** Faults of the protocol that take a certain header or value. */
export const protocol: readonly BlindFault[] = [
  {
    id: 'round-22.conventions.preflight-allows-only-the-first-header',
    chapter: 'conventions',
    story:
      'A CORS filter of our own echoes the headers that the browser asks for. It splits them at the comma and ' +
      'keeps the first, which was all that the first page ever sent.',
    rests:
      'Browser requests from any origin are permitted, so a page may send the key and a content type at once.',
    breaks: 'implied',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const asked = ask.headers.get('access-control-request-headers');
        if (ask.method !== 'OPTIONS' || asked === null) return response;
        const first = asked.split(',')[0] ?? '';
        return withHeaders(response, (headers) => headers.set('access-control-allow-headers', first.trim()));
      }),
    witness: both(async ({ raw }) => {
      const answer = await raw('OPTIONS /users/search', {
        origin: 'https://page.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key',
      });
      const allowed = answer.headers.get('access-control-allow-headers') ?? '';
      return ['content-type', 'x-api-key'].filter((name) => allowed.includes(name)).join(' ');
    }),
  },
  {
    id: 'round-22.conventions.xml-for-whom-the-accept-header-lets',
    chapter: 'conventions',
    story:
      'A library for another integration brought an XML serialiser onto the class path, and the framework now ' +
      'prefers it for the Accept header that browsers send.',
    rests: 'Responses are application/json, other formats only where a parameter format lists them.',
    breaks: 'explicit',
    depth: 'medium',
    at: singles,
    wrap: (service) =>
      on(service, singles, async ({ ask, pass }) => {
        const response = await pass();
        const accept = ask.headers.get('accept') ?? '';
        if (!response.ok || !accept.includes('application/xml') || accept.includes('json')) return response;
        const text = await retext(response, (json) => {
          const [name = '', value] = Object.entries(fields(JSON.parse(json)))[0] ?? [];
          return toXml(name, value);
        });
        return withHeaders(text, (headers) => headers.set('content-type', 'application/xml'));
      }),
    witness: both(async ({ raw, keys }) => {
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
      const answer = await raw('GET /academic-years/current', { 'x-api-key': keys.full, accept });
      return `${answer.headers.get('content-type')} ${isJson(answer.text)}`;
    }),
  },
  {
    id: 'round-22.errors.unparsable-body-answered-by-the-framework',
    chapter: 'errors',
    story:
      'The body parser runs before the error handler of the routes is in place, so what it throws is answered ' +
      'in the format of the framework.',
    rests: 'An error response takes one of two formats, of which both have an integer field status.',
    breaks: 'explicit',
    depth: 'medium',
    at: bodyRoutes,
    wrap: (service) =>
      on(service, bodyRoutes, async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 || ask.text === '' || isJson(ask.text)) return response;
        return json(400, {
          statusCode: 400,
          code: 'FST_ERR_CTP_INVALID_JSON_BODY',
          error: 'Bad Request',
          message: 'Body is not valid JSON but content-type is set to application/json',
        });
      }),
    witness: both(async ({ raw, keys }) => {
      const headers = { 'x-api-key': keys.full, 'content-type': 'application/json' };
      const refused = await raw('POST /smart-ia/cohorts', headers, '{"cohort": {"name": ');
      return Object.keys(refused.body).join(' ');
    }),
  },
  {
    id: 'round-22.conventions.texts-of-digits-become-numbers',
    chapter: 'conventions',
    story:
      'The serialiser is told to write numeric strings as numbers, because the database hands out counts as strings.',
    rests: 'name and description of a class and a cohort are strings, whatever characters they consist of.',
    breaks: 'explicit',
    depth: 'medium',
    at: [...singles, 'GET /classes', 'GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, [...singles, 'GET /classes', 'GET /smart-ia/cohorts'], async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const body: unknown = await response.json();
        return withBody(
          response,
          mapTexts(body, (text) => (numeric.test(text) ? Number(text) : text)),
        );
      }),
    witness: both(async (client) => {
      const id = await newClassId(client, { name: '2031' });
      const { body } = await client.get(`/classes/${id}`);
      return typeof fields(body['class'])['name'];
    }),
  },
  {
    id: 'round-22.conventions.length-of-the-body-counted-in-characters',
    chapter: 'conventions',
    story:
      'The answer of a single resource is written with a length that was counted in characters, so that letters ' +
      'of more than one byte push the end of the JSON off.',
    rests: 'Responses are application/json: a class or cohort with any name arrives as valid JSON.',
    breaks: 'explicit',
    depth: 'medium',
    at: singles,
    wrap: (service) =>
      on(service, singles, async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const text = await response.text();
        const cut = Buffer.from(text).subarray(0, text.length);
        return new Response(cut, { status: response.status, headers: response.headers });
      }),
    witness: both(async (client) => {
      const created = await client.send('POST', '/smart-ia/cohorts', { cohort: { name: 'Après-midi ΑΒΓ' } });
      return `${created.status} ${isJson(created.text)}`;
    }),
  },
  {
    id: 'round-22.errors.a-body-of-null-is-a-server-error',
    chapter: 'errors',
    story:
      'The body parser accepts every JSON value, and the handler reads a property of what came. Of a number or a ' +
      'list that is undefined and refused, of null it throws.',
    rests: 'The body of these operations is required to be an object; an invalid request gets 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: bodyRoutes,
    wrap: (service) =>
      on(service, bodyRoutes, async ({ ask, pass }) => {
        const response = await pass();
        return response.status === 400 && ask.text.trim() === 'null'
          ? refuse(ask, 500, 'Internal error')
          : response;
      }),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const refused = await client.raw(`POST /smart-ia/cohorts/${id}/students`, headers, 'null');
      const other = await client.get(`/classes/${nobody}`);
      return `${refused.status} ${textAt(other.body, 'status')}`;
    }),
  },
];
