import { refuse, withHeaders } from '../answers.ts';
import { both, newUserId } from '../client.ts';
import { type BlindFault, on } from '../kit.ts';

const writes = [
  'POST /classes',
  'POST /smart-ia/cohorts',
  'POST /students',
  'POST /teachers',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
];
const patch = 'OPTIONS /students/{id}/details';

/** Faults of who may write, and from where. */
export const access: readonly BlindFault[] = [
  {
    id: 'round-4.access.writes-from-other-origins-refused',
    chapter: 'conventions',
    story: 'The guard of the framework against forged forms refuses writes whose origin is not its own host.',
    rests: 'Conventions: browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'medium',
    at: writes,
    wrap: (service) =>
      on(service, writes, async ({ ask, pass }) => {
        const origin = ask.headers.get('origin');
        const own = origin === null || origin === `http://${ask.headers.get('host')}`;
        return own ? pass() : refuse(ask, 403, 'Cross-site request forbidden');
      }),
    witness: both(async ({ raw, keys, word }) => {
      const origin = 'https://school.example';
      const headers = { 'x-api-key': keys.full, 'content-type': 'application/json', origin };
      const text = JSON.stringify({ class: { name: word() } });
      return (await raw('POST /classes', headers, text)).status;
    }),
  },
  {
    id: 'round-4.access.preflight-in-small-letters',
    chapter: 'conventions',
    story:
      'The list of methods is taken from the router, which has them in small letters; browsers tell patch from PATCH.',
    rests: 'Conventions: browser requests from any origin are permitted, also those that change details.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, patch, async ({ pass }) =>
        withHeaders(await pass(), (headers) => {
          const methods = headers.get('access-control-allow-methods') ?? '';
          headers.set('access-control-allow-methods', methods.toLowerCase());
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const asked = {
        origin: 'https://school.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-api-key, content-type',
      };
      const { headers } = await client.raw(`OPTIONS /students/${id}/details`, asked);
      const methods = (headers.get('access-control-allow-methods') ?? '').split(/,\s*/);
      return methods.includes('PATCH') || methods.includes('*') ? 'permitted' : 'refused';
    }),
  },
];
