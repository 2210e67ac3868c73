import { edit, editItems, editPagination, json, withHeaders, withText } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  newClassId,
  newCohortId,
  newUser,
  newUserId,
  paginationOf,
  userOf,
} from '../client.ts';
import { at, type BlindFault, fields, list, on, requery, textAt } from '../kit.ts';

/** Whether a text can be decoded as part of an address. */
function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Faults that need a sequence of requests, state, or what few clients send. */
export const deepState: readonly BlindFault[] = [
  {
    id: 'round-15.users.comma-parts-an-external-id',
    chapter: 'users',
    story: 'The parser of queries takes each array parameter in both styles, repeated and parted by commas.',
    rests: 'GET /users: externalId, array of string; Repeat the parameter.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      const values = query.getAll('externalId').flatMap((value) => value.split(','));
      query.delete('externalId');
      for (const value of values) query.append('externalId', value);
    }),
    witness: both(async (client) => {
      const externalId = `${client.word()}, left`;
      await newUser(client, 'student', { externalId });
      return column(await client.get('/users', { externalId }), 'externalId');
    }),
  },
  {
    id: 'round-15.http.origin-of-the-first-page',
    chapter: 'http',
    story: 'The origin is echoed, and what was made for the first page is kept: nothing says Vary.',
    rests: 'Browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      let first: string | null = null;
      return on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const origin = ask.headers.get('origin');
        if (origin === null) return response;
        first ??= origin;
        const kept = first;
        return withHeaders(response, (headers) => headers.set('access-control-allow-origin', kept));
      });
    },
    witness: both(async (client) => {
      const from = async (origin: string) => {
        const headers = { origin, 'x-api-key': client.keys.full };
        const answer = await client.raw('GET /academic-years', headers);
        return ['*', origin].includes(answer.headers.get('access-control-allow-origin') ?? '');
      };
      return [await from('https://one.example'), await from('https://two.example')];
    }),
  },
  {
    id: 'round-15.errors.page-for-a-broken-escape',
    chapter: 'errors',
    story: 'The router decodes the path before any handler of the service; its own error is an HTML page.',
    rests: 'An error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status < 400 || response.status === 401 || decodes(ask.path)) return response;
        const text = '<!DOCTYPE html><html><body><pre>Bad Request</pre></body></html>';
        return withText(response, text, { 'content-type': 'text/html; charset=utf-8' });
      }),
    witness: both(async (client) => {
      const answer = await client.raw('GET /smart-ia/cohorts/%E0%A4%A', { 'x-api-key': client.keys.full });
      return [answer.status, answer.headers.get('content-type'), Object.keys(answer.body)];
    }),
  },
  {
    id: 'round-15.authentication.kept-class-for-any-key',
    chapter: 'authentication',
    story: 'Single classes are kept by address; the check of permissions stands behind what is kept.',
    rests: 'A request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) => {
      const kept = new Map<string, unknown>();
      return on(service, 'GET /classes/{id}', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status === 403 && kept.has(ask.id)) return json(200, kept.get(ask.id));
        return edit(response, (body) => {
          kept.set(ask.id, body);
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const path = `/classes/${await newClassId(client)}`;
      const headers = { 'x-api-key': client.keys.restricted };
      const before = await client.raw(`GET ${path}`, headers);
      await client.get(path);
      return [before.status, (await client.raw(`GET ${path}`, headers)).status];
    }),
  },
  {
    id: 'round-15.academic-years.known-by-the-first-block',
    chapter: 'academic-years',
    story: 'The years are kept in memory under the first eight digits of their ids, as the logs show them.',
    rests: 'GET /academic-years/{academicYearId}: 404 Academic year not found.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 404 || ask.id.length !== 36) return response;
        const years = list((await call('GET /academic-years')).body['data']);
        const academicYear = years.find((year) =>
          textAt(year, 'academicYearId').startsWith(ask.id.slice(0, 8)),
        );
        return academicYear === undefined ? response : json(200, { academicYear });
      }),
    witness: both(async (client) => {
      const id = column(await client.get('/academic-years'), 'academicYearId')[0] ?? '';
      return (await client.get(`/academic-years/${id.slice(0, 24)}00000000dead`)).status;
    }),
  },
  {
    id: 'round-15.cohorts.total-of-the-first-search',
    chapter: 'cohorts',
    story: 'The count of a search is dear, so it is kept by query; a new cohort does not clear it.',
    rests: 'pagination.total: Total number of results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const totals = new Map<string, unknown>();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const name = ask.query.get('search');
        if (name === null) return pass();
        const key = `${name.toLowerCase()} ${ask.query.get('academicYearId')}`;
        return editPagination(await pass(), ({ total }) => {
          if (!totals.has(key)) totals.set(key, total);
          return { total: totals.get(key) };
        });
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      await client.get('/smart-ia/cohorts', { search: name });
      await newCohortId(client, { name });
      const found = await client.get('/smart-ia/cohorts', { search: name });
      return [itemsOf(found).length, paginationOf(found)['total']];
    }),
  },
  {
    id: 'round-15.users.found-by-the-former-external-id',
    chapter: 'users',
    story: 'The index of external ids gets the new entry when one is set, and the old entry stays.',
    rests: 'GET /users: externalId filters by the identifier from an outside system.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const former = new Map<string, string>();
      const noting = on(service, 'PUT /users/{id}/external-id', async ({ ask, pass, call }) => {
        const before = await call(`GET /users?userId=${ask.id}`);
        const response = await pass();
        const old = textAt(before.body, 'data', 0, 'externalId');
        if (response.ok && old !== '') former.set(old, ask.id);
        return response;
      });
      return on(noting, 'GET /users', async ({ ask, pass }) => {
        const [value, ...others] = ask.query.getAll('externalId');
        const userId = others.length === 0 && value !== undefined ? former.get(value) : undefined;
        if (userId === undefined || ask.query.has('cursor')) return pass();
        const query = new URLSearchParams(ask.query);
        query.delete('externalId');
        query.append('userId', userId);
        return pass({ query });
      });
    },
    witness: both(async (client) => {
      const externalId = client.word();
      const id = await newUserId(client, 'student', { externalId });
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: client.word() } });
      return itemsOf(await client.get('/users', { externalId })).length;
    }),
  },
  {
    id: 'round-15.members.five-cohorts-shown',
    chapter: 'members',
    story: 'A lateral join with LIMIT 5, made for the tiles of a page, also feeds the list of users.',
    rests: 'User.cohortIds: Cohorts of the user; present in user responses of GET /users.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user) =>
          'cohortIds' in user ? { ...user, cohortIds: list(user['cohortIds']).slice(0, 5) } : user,
        ),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const cohortIds = column(await client.get('/smart-ia/cohorts', { limit: 7 }), 'cohortId');
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds });
      return list((await userOf(client, id))['cohortIds']).length;
    }),
  },
  {
    id: 'round-15.users.external-id-of-digits-is-a-number',
    chapter: 'users',
    story: 'The encoder runs with a flag that turns texts of digits into numbers, leading noughts and all.',
    rests: 'User.externalId: string.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ pass }) =>
        editItems(await pass(), (user) =>
          /^\d{1,15}$/.test(textAt(user, 'externalId'))
            ? { ...user, externalId: Number(user['externalId']) }
            : user,
        ),
      ),
    witness: both(async (client) => {
      const { userId } = await newUser(client, 'student', { externalId: '00420815' });
      return JSON.stringify((await userOf(client, String(userId)))['externalId']);
    }),
  },
  {
    id: 'round-15.http.page-for-a-browser',
    chapter: 'http',
    story: 'The framework has a page for browsing the interface, for whoever accepts HTML before JSON.',
    rests: 'Responses are application/json unless an endpoint says otherwise.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (ask.method !== 'GET' || !/^text\/html/i.test(ask.headers.get('accept') ?? '')) return response;
        const text = `<html><body><pre>${await response.text()}</pre></body></html>`;
        return withText(response, text, { 'content-type': 'text/html; charset=utf-8' });
      }),
    witness: both(async (client) => {
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
      const answer = await client.raw('GET /smart-ia/tests', { 'x-api-key': client.keys.full, accept });
      return [answer.headers.get('content-type'), at(fields(answer.body), 'data', 0) !== undefined];
    }),
  },
];
