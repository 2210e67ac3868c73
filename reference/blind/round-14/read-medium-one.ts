import { edit, editError, refuse, withHeaders, withText } from '../answers.ts';
import { both, column, newClassId, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, fields, on, requery } from '../kit.ts';

/** Faults of conventions, errors and pages that some special input shows. */
export const mediumOne: readonly BlindFault[] = [
  {
    id: 'round-14.conventions.html-for-browsers',
    chapter: 'conventions',
    story: 'The framework negotiates: whoever accepts HTML first gets the browsable view of the interface.',
    rests: 'Conventions 1: responses are `application/json` unless an endpoint says otherwise.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /academic-years'],
    wrap: (service) =>
      on(service, 'GET /academic-years', async ({ ask, pass }) => {
        const response = await pass();
        if (!ask.headers.get('accept')?.startsWith('text/html') || !response.ok) return response;
        const text = (await response.text()).replaceAll('<', '&lt;');
        return withText(response, `<!doctype html><title>Years</title><pre>${text}</pre>`, {
          'content-type': 'text/html; charset=utf-8',
        });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      return (await client.raw('GET /academic-years', headers)).headers.get('content-type');
    }),
  },
  {
    id: 'round-14.conventions.no-cors-for-ports',
    chapter: 'conventions',
    story: 'The origin is matched with a pattern of host names that has no room for a port.',
    rests: 'Conventions 4: browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const origin = ask.headers.get('origin');
        if (origin === null || /^https?:\/\/[\w.-]+$/.test(origin)) return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, origin: 'http://localhost:3000' };
      const answer = await client.raw('GET /classes?limit=1', headers);
      return answer.headers.get('access-control-allow-origin') ?? 'none';
    }),
  },
  {
    id: 'round-14.conventions.empty-description-kept',
    chapter: 'conventions',
    story: 'The serialiser leaves out what is null, and an empty text is not null.',
    rests: 'Conventions 3: empty fields are omitted from a response.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}', 'POST /classes'],
    wrap: (service) => {
      const empty = new Set<unknown>();
      const noting = on(service, 'POST /classes', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const made = fields(body['class']);
          if (fields(ask.body['class'])['description'] !== '') return body;
          empty.add(made['classId']);
          return { class: { ...made, description: '' } };
        }),
      );
      return on(noting, 'GET /classes/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const shown = fields(body['class']);
          return empty.has(shown['classId']) ? { class: { ...shown, description: '' } } : body;
        }),
      );
    },
    witness: both(async (client) => {
      const classId = await newClassId(client, { description: '' });
      return Object.keys(fields((await client.get(`/classes/${classId}`)).body['class']));
    }),
  },
  {
    id: 'round-14.errors.list-of-messages',
    chapter: 'errors',
    story: 'The validator collects its complaints in a list, and the handler of errors passes the list on.',
    rests: 'Basic error: `message` is a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 400) return response;
        return editError(response, (body) => ({ ...body, message: [body['message']] }));
      }),
    witness: both(async (client) => (await client.get('/smart-ia/cohorts', { academicYearId: 'last' })).body),
  },
  {
    id: 'round-14.errors.page-for-broken-json',
    chapter: 'errors',
    story:
      'The body parser fails before the handler of errors is in place; the framework answers with a page.',
    rests: 'Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 || isJson(ask.text)) return response;
        return withText(response, '<!DOCTYPE html><pre>SyntaxError: Unexpected token in JSON</pre>', {
          'content-type': 'text/html; charset=utf-8',
        });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const answer = await client.raw('POST /classes', headers, '{"class": {"name": ');
      return `${answer.status} ${Object.keys(answer.body).length > 0}`;
    }),
  },
  {
    id: 'round-14.errors.key-in-any-case',
    chapter: 'errors',
    story: 'Keys are looked up in a column whose collation ignores letter case.',
    rests: 'Authentication 2: a request with an invalid key gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const key = ask.headers.get('x-api-key');
        if (response.status !== 401 || !key || key === key.toLowerCase()) return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', key.toLowerCase());
        return pass({ headers });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full.toUpperCase() };
      return (await client.raw('GET /users?limit=1', headers)).status;
    }),
  },
  {
    id: 'round-14.errors.malformed-user-fails',
    chapter: 'errors',
    story: 'The value goes to the database unchecked, which cannot cast it to uuid and throws.',
    rests: 'GET /users: `userId` takes UUIDs, and the error of an invalid request is 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        const malformed = ask.query.getAll('userId').some((id) => !/^[0-9a-f-]{36}$/i.test(id));
        return response.status === 400 && malformed ? refuse(ask, 500, 'Internal error') : response;
      }),
    witness: both(async (client) => (await client.get('/users', { userId: 'not-an-id' })).status),
  },
  {
    id: 'round-14.pagination.offset-in-whole-pages',
    chapter: 'pagination',
    story: 'The offset becomes a number of pages, because the list library knows pages only.',
    rests: 'Pagination: `offset` is the zero-based start index.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      const limit = Number(query.get('limit') ?? 100);
      const offset = Number(query.get('offset') ?? 0);
      if (limit > 0 && offset > 0) query.set('offset', String(Math.floor(offset / limit) * limit));
    }),
    witness: both(async (client) => {
      const all = column(await client.get('/smart-ia/sessions', { limit: 30 }), 'sessionId');
      const some = column(await client.get('/smart-ia/sessions', { limit: 10, offset: 15 }), 'sessionId');
      return all.indexOf(some[0] ?? '');
    }),
  },
  {
    id: 'round-14.pagination.null-cursor-refused',
    chapter: 'pagination',
    story: 'The schema of the body says that the cursor is optional, and forgets that it may be null.',
    rests: 'Pagination: `cursor` is a string or null, in the body of the search too.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const response = await pass();
        return response.ok && ask.body['cursor'] === null ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(
      async (client) =>
        (await client.send('POST', '/users/search', { search: {}, limit: 5, cursor: null })).status,
    ),
  },
  {
    id: 'round-14.pagination.cursor-with-offset-zero',
    chapter: 'pagination',
    story: 'Whether both are there is asked with `if (offset && cursor)`, and zero counts as absent.',
    rests: 'Pagination and Limits: `offset` cannot be combined with `cursor`; it is not allowed together.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      if (query.has('cursor') && query.getAll('offset').join() === '0') query.delete('offset');
    }),
    witness: both(async (client) => {
      const first = await client.get('/classes', { limit: 5 });
      const second = await client.get('/classes', { limit: 5, offset: 0, cursor: nextOf(first) });
      return `${second.status} ${paginationOf(second)['total'] ?? 'none'}`;
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
