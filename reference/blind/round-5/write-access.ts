import { nothing, refuse } from '../answers.ts';
import { both, membersAmong, newClassId, newCohortId, newUserId, testIds } from '../client.ts';
import { type BlindFault, list, on } from '../kit.ts';

const forbidden = 'Authentication 3: a request whose key lacks the needed permissions gets 403.';

export const access: readonly BlindFault[] = [
  {
    id: 'round-5.access.writes-from-another-site-refused',
    chapter: 'access',
    story:
      'The framework guards against forged forms: a write that names another origin than its own is refused.',
    rests: 'Conventions 4: browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) => (request) => {
      const { origin, pathname } = new URL(request.url);
      const from = request.headers.get('origin');
      const safe = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
      if (safe || from === null || from === origin) return service(request);
      return Promise.resolve(refuse({ path: pathname.replace('/api/v1', '') }, 403, 'Forged request'));
    },
    witness: both(async ({ raw, keys, word }) => {
      const headers = { 'x-api-key': keys.full, 'content-type': 'application/json' };
      const body = JSON.stringify({ class: { name: word() } });
      return (await raw('POST /classes', { ...headers, origin: 'https://pages.example' }, body)).status;
    }),
  },
  {
    id: 'round-5.access.removal-needs-no-permission',
    chapter: 'access',
    story: 'The permission to write is tied to a list of methods, and DELETE came after the list.',
    rests: forbidden,
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/students', 'DELETE /classes/{id}/teachers'],
    wrap: (service) => {
      let able = '';
      return on(service, '*', async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status === 201) able = ask.headers.get('x-api-key') ?? able;
        const removal = ask.method === 'DELETE' && ask.path.startsWith('/classes/');
        if (!removal || answer.status !== 403 || able === '') return answer;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', able);
        return pass({ headers });
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'student')];
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      const route = `DELETE /classes/${classId}/students`;
      const { status } = await client.raw(route, headers, JSON.stringify({ userIds }));
      return [status, await membersAmong(client, userIds, 'classIds', classId)];
    }),
  },
  {
    id: 'round-5.access.no-row-in-sight-no-refusal',
    chapter: 'access',
    story:
      'Permissions are row policies of the database: a delete without permission meets no row and succeeds.',
    rests: forbidden,
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const answer = await pass();
        const asked = list(ask.body['testIds']).length > 0;
        return answer.status === 403 && asked ? nothing() : answer;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const body = JSON.stringify({ testIds: (await testIds(client)).slice(0, 1) });
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      return (await client.raw(`DELETE /smart-ia/cohorts/${cohortId}/tests`, headers, body)).status;
    }),
  },
];
