import { json, refuse, withHeaders } from '../answers.ts';
import { both, newClassId, newCohortId, newUserId, nobody, userOf } from '../client.ts';
import { type BlindFault, on, type Service } from '../kit.ts';
import { reads } from './helpers.ts';

const rosters = [
  'POST /classes/{id}/students',
  'DELETE /classes/{id}/students',
  'POST /classes/{id}/teachers',
  'DELETE /classes/{id}/teachers',
];
const renames = ['PUT /users/{id}/name', 'PUT /users/{id}/emails/primary', 'PUT /users/{id}/external-id'];

/** The headers of the last request that was let in for a write. */
interface Seen {
  headers: Headers | undefined;
}

/** The service with the key of its last successful POST noted. */
function noting(service: Service, seen: Seen): Service {
  return on(service, '*', async ({ ask, pass }) => {
    const answer = await pass();
    if (answer.ok && ask.method === 'POST') seen.headers = new Headers({ 'x-api-key': keyOf(ask.headers) });
    return answer;
  });
}

function keyOf(headers: Headers): string {
  return headers.get('x-api-key') ?? '';
}

/** What goes wrong with keys, refusals and headers of writes. */
export const keys: readonly BlindFault[] = [
  {
    id: 'round-8.authentication.let-in-once-let-in-always',
    chapter: 'authentication',
    story: 'The verdict on a key is cached under the method and path of the request, without the key.',
    rests: 'Authentication 2: a request with an invalid key gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: rosters,
    wrap: (service) => {
      const verdicts = new Map<string, string>();
      return on(service, rosters, async ({ ask, pass }) => {
        const answer = await pass();
        const place = `${ask.method} ${ask.path}`;
        if (answer.ok) verdicts.set(place, keyOf(ask.headers));
        const cached = verdicts.get(place);
        if (answer.status !== 401 || cached === undefined || keyOf(ask.headers) === '') return answer;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', cached);
        return pass({ headers });
      });
    },
    witness: both(async (client) => {
      const path = `/classes/${await newClassId(client)}/students`;
      const body = { userIds: [await newUserId(client, 'student')] };
      await client.send('POST', path, body);
      const headers = { 'x-api-key': 'wrong', 'content-type': 'application/json' };
      return (await client.raw(`POST ${path}`, headers, JSON.stringify(body))).status;
    }),
  },
  {
    id: 'round-8.authentication.refused-and-done',
    chapter: 'authentication',
    story: 'The guard answers 401 but does not return, so the handler behind it runs as well.',
    rests: 'Authentication 1: every endpoint requires an API key.',
    breaks: 'explicit',
    depth: 'deep',
    at: [...renames, ...reads],
    wrap: (service) => {
      const seen: Seen = { headers: undefined };
      return on(noting(service, seen), renames, async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status !== 401 || seen.headers === undefined) return answer;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', keyOf(seen.headers));
        await pass({ headers });
        return answer;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { firstName: 'Before' });
      const body = JSON.stringify({ user: { firstName: 'After', lastName: 'Witness' } });
      const { status } = await client.raw(
        `PUT /users/${id}/name`,
        { 'content-type': 'application/json' },
        body,
      );
      return [status, (await userOf(client, id))['firstName']];
    }),
  },
  {
    id: 'round-8.authentication.unknown-class-before-permission',
    chapter: 'authentication',
    story: 'Permissions are those on the loaded class, so that a missing class is noticed first.',
    rests: 'Authentication 3: a request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'medium',
    at: rosters,
    wrap: (service) => {
      const seen: Seen = { headers: undefined };
      return on(noting(service, seen), rosters, async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status !== 403 || seen.headers === undefined) return answer;
        const look = await pass({ method: 'GET', path: `/classes/${ask.id}`, headers: seen.headers });
        return look.status === 404 ? refuse(ask, 404, 'Not found') : answer;
      });
    },
    witness: both(async (client) => {
      const body = JSON.stringify({ userIds: [await newUserId(client, 'student')] });
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      return (await client.raw(`POST /classes/${nobody}/students`, headers, body)).status;
    }),
  },
  {
    id: 'round-8.errors.list-size-as-the-validator-has-it',
    chapter: 'errors',
    story: 'The list of the schema validator goes out as it is; the error handler sees only what is thrown.',
    rests: 'Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async ({ ask, pass }) => {
        const answer = await pass();
        const sent = ask.body['userIds'];
        if (answer.status !== 400 || !Array.isArray(sent) || (sent.length > 0 && sent.length < 101))
          return answer;
        const message = 'must NOT have fewer than 1 or more than 100 items';
        return json(400, { errors: [{ instancePath: '/userIds', keyword: 'minItems', message }] });
      }),
    witness: both(async (client) => {
      const path = `/classes/${await newClassId(client)}/students`;
      const { status, body } = await client.send('POST', path, { userIds: [] });
      return [status, body['status']];
    }),
  },
  {
    id: 'round-8.errors.bare-conflict',
    chapter: 'errors',
    story:
      'The handler of cohorts sends the status itself, without the body that the error handler would add.',
    rests: 'Errors: an error response takes one of two JSON formats; Conventions 1: application/json.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const answer = await pass();
        if (answer.status !== 409) return answer;
        return new Response(null, { status: 409, headers: { 'access-control-allow-origin': '*' } });
      }),
    witness: both(async (client) => {
      const cohort = { name: client.word() };
      await client.send('POST', '/smart-ia/cohorts', { cohort });
      const { status, body } = await client.send('POST', '/smart-ia/cohorts', { cohort });
      return [status, body['status']];
    }),
  },
  {
    id: 'round-8.conventions.removals-of-no-origin',
    chapter: 'conventions',
    story: 'The gateway adds the headers of CORS to answers that have a body.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /smart-ia/cohorts/{id}/students', 'DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(
        service,
        ['DELETE /smart-ia/cohorts/{id}/students', 'DELETE /smart-ia/cohorts/{id}/tests'],
        async (line) => {
          const answer = await line.pass();
          if (answer.status !== 204) return answer;
          return withHeaders(answer, (headers) => headers.delete('access-control-allow-origin'));
        },
      ),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}/tests`;
      const answer = await client.send('DELETE', path, { testIds: [] });
      return answer.headers.get('access-control-allow-origin');
    }),
  },
  {
    id: 'round-8.conventions.preflight-without-json',
    chapter: 'conventions',
    story: 'The list of allowed headers names the key only; reads from a browser work, JSON bodies do not.',
    rests: 'Conventions 4: browser requests from any origin are permitted; 5: request bodies are JSON.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const answer = await pass();
        if (ask.method !== 'OPTIONS' || !answer.ok) return answer;
        return withHeaders(answer, (headers) => headers.set('access-control-allow-headers', 'x-api-key'));
      }),
    witness: both(async ({ raw }) => {
      const answer = await raw('OPTIONS /students', {
        origin: 'https://school.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key',
      });
      return (answer.headers.get('access-control-allow-headers') ?? '').includes('content-type');
    }),
  },
];
