import { refuse } from '../answers.ts';
import { both, newCohortId } from '../client.ts';
import { type BlindFault, on } from '../kit.ts';

const invalidKey = 'a request with an invalid key gets 401';
const forbidden = 'a request whose key lacks the needed permissions gets 403';
const chapter = 'keys';

export const keys: readonly BlindFault[] = [
  {
    id: 'reserve.keys.compared-under-a-collation',
    chapter,
    story: 'The key is looked up in a table whose collation ignores letter case.',
    rests: invalidKey,
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) => {
      const seen = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const key = ask.headers.get('x-api-key') ?? '';
        const known = seen.get(key.toLowerCase());
        const headers = new Headers(ask.headers);
        if (known !== undefined) headers.set('x-api-key', known);
        const response = await pass({ headers });
        if (response.status !== 401) seen.set(key.toLowerCase(), known ?? key);
        return response;
      });
    },
    witness: both(async (client) => {
      await client.get('/academic-years');
      return (await client.raw('GET /users', { 'x-api-key': client.keys.full.toUpperCase() })).status;
    }),
  },
  {
    id: 'reserve.keys.path-checked-first',
    chapter,
    story: 'A pipe that checks the UUID of the path runs before the guard that checks the key.',
    rests: 'a request without a key, or with an invalid key, gets 401',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}', 'POST /teachers/{id}/classes', 'DELETE /students/{id}/classes'],
    wrap: (service) =>
      on(
        service,
        ['GET /smart-ia/cohorts/{id}', 'POST /teachers/{id}/classes', 'DELETE /students/{id}/classes'],
        async ({ ask, pass }) =>
          /^[0-9a-f-]{36}$/i.test(ask.id) ? pass() : refuse(ask, 400, 'The id must be a UUID'),
      ),
    witness: both(async (client) => (await client.raw('GET /smart-ia/cohorts/seven')).status),
  },
  {
    id: 'reserve.keys.resource-hidden-from-weak-keys',
    chapter,
    story: 'Assignments are looked up within what the key may see, so a weak key finds no such cohort.',
    rests: forbidden,
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/tests', 'DELETE /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(
        service,
        ['POST /smart-ia/cohorts/{id}/tests', 'DELETE /smart-ia/cohorts/{id}/students'],
        async ({ ask, pass }) => {
          const response = await pass();
          return response.status === 403 ? refuse(ask, 404, 'There is no such cohort') : response;
        },
      ),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      return (await client.raw(`POST /smart-ia/cohorts/${id}/tests`, headers, '{"testIds":[]}')).status;
    }),
  },
];
