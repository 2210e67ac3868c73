import { withHeaders } from '../answers.ts';
import { both } from '../client.ts';
import { type BlindFault, on } from '../kit.ts';

const anyOrigin = 'Conventions 4: browser requests from any origin are permitted (CORS).';
const allow = 'access-control-allow-origin';

/** Faults of CORS. */
export const readingCors: readonly BlindFault[] = [
  {
    id: 'round-7.cors.refused-keys-have-no-cors-header',
    chapter: 'conventions',
    story: 'The key is checked in front of the CORS middleware, whose headers a 401 therefore lacks.',
    rests: anyOrigin,
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) => {
        const answer = await pass();
        return answer.status === 401 ? withHeaders(answer, (headers) => headers.delete(allow)) : answer;
      }),
    witness: both(async ({ raw }) =>
      String((await raw('GET /classes', { origin: 'https://app.example' })).headers.get(allow)),
    ),
  },
  {
    id: 'round-7.cors.preflight-of-search-forgets-key-header',
    chapter: 'conventions',
    story: 'The search routes came later and have a CORS entry of their own, copied without x-api-key.',
    rests: `${anyOrigin} A browser sends x-api-key only where the preflight allows it.`,
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search', 'POST /smart-ia/sessions/search'],
    wrap: (service) =>
      on(service, ['OPTIONS /users/search', 'OPTIONS /smart-ia/sessions/search'], async ({ pass }) =>
        withHeaders(await pass(), (headers) => headers.set('access-control-allow-headers', 'content-type')),
      ),
    witness: both(async ({ raw }) => {
      const answer = await raw('OPTIONS /users/search', {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key',
      });
      return (answer.headers.get('access-control-allow-headers') ?? '').includes('x-api-key');
    }),
  },
  {
    id: 'round-7.cors.origin-of-first-caller-sticks',
    chapter: 'conventions',
    story:
      'The origin is echoed and the answer kept in a cache without Vary: the next origin gets that of the first.',
    rests: anyOrigin,
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years', 'GET /academic-years/current', 'GET /smart-ia/tests'],
    wrap: (service) => {
      const first = new Map<string, string>();
      return on(
        service,
        ['GET /academic-years', 'GET /academic-years/current', 'GET /smart-ia/tests'],
        async ({ ask, pass }) => {
          const answer = await pass();
          const origin = ask.headers.get('origin');
          if (origin === null || !answer.ok) return answer;
          const told = first.get(ask.path) ?? origin;
          first.set(ask.path, told);
          return withHeaders(answer, (headers) => headers.set(allow, told));
        },
      );
    },
    witness: both(async ({ raw, keys }) => {
      const seen: boolean[] = [];
      for (const origin of ['https://one.example', 'https://two.example']) {
        const { headers } = await raw('GET /academic-years', { origin, 'x-api-key': keys.full });
        seen.push(['*', origin].includes(headers.get(allow) ?? ''));
      }
      return seen;
    }),
  },
];
