import { editItems, editUsers, json, Trail, withHeaders } from '../answers.ts';
import { both, column, itemsOf, newCohortId, newUserId, testIds, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, on, textAt } from '../kit.ts';
import { inherited, knowingKey, userRoutes, withKey } from './shapes-keys.ts';

/** Deep faults: off the beaten path. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-19.auth.names-that-objects-inherit-are-keys',
    chapter: 'auth',
    story:
      'Keys are looked up in a plain object, where a name that every object inherits is found too, and what is found there bears no restriction.',
    rests: 'Authentication 2: a request with an invalid key gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      knowingKey(service, '*', async ({ ask, pass }, key) => {
        const sent = ask.headers.get('x-api-key') ?? '';
        return inherited.has(sent) && key !== '' ? pass({ headers: withKey(ask.headers, key) }) : pass();
      }),
    witness: both(async (client) => {
      await client.get('/smart-ia/tests');
      const { status } = await client.raw('GET /users', { 'x-api-key': 'constructor' });
      return `the key "constructor" gets ${status}`;
    }),
  },
  {
    id: 'round-19.auth.kept-catalogue-needs-no-key',
    chapter: 'auth',
    story:
      'The catalogue never changes, so a cache by address was put in front of it, and it stands in front of the check of keys as well.',
    rests:
      'Authentication 2: a request without a key, or with an invalid key, gets 401. The first answer to GET /smart-ia/tests opens it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/tests'],
    wrap: (service) => {
      const kept = new Map<string, Response>();
      return on(service, 'GET /smart-ia/tests', async ({ ask, pass }) => {
        const address = `${ask.path}?${ask.query}`;
        const known = kept.get(address);
        if (known) return known.clone();
        const response = await pass();
        if (response.ok) kept.set(address, response.clone());
        return response;
      });
    },
    witness: both(async (client) => {
      const before = await client.raw('GET /smart-ia/tests');
      await testIds(client);
      const after = await client.raw('GET /smart-ia/tests');
      return `without a key ${before.status}, and once it was read with one ${after.status}`;
    }),
  },
  {
    id: 'round-19.shapes.role-filter-cuts-the-roles',
    chapter: 'shapes',
    story:
      'The filter by role is a condition on the eager join that also fills `roles`, so that only the role that was asked for is loaded.',
    rests: 'User: roles holds all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        trail.note(ask, fields(await response.clone().json()));
        const role = (trail.queryOf(ask) ?? ask.query).get('role');
        return role === null ? response : editItems(response, (user) => ({ ...user, roles: [role] }));
      });
    },
    witness: both(async (client) => {
      const [found] = itemsOf(await client.get('/users', { role: 'administrator', limit: 1 }));
      const plain = await userOf(client, textAt(found, 'userId'));
      return `roles by the filter ${String(found?.['roles'])}, by the id ${String(plain['roles'])}`;
    }),
  },
  {
    id: 'round-19.parsing.sort-of-a-search-stays-for-the-next',
    chapter: 'parsing',
    story:
      'The search merges the sort of the body into the object of defaults instead of into a copy, so that it stays there for whoever searches next.',
    rests: 'POST /users/search: sort is the same as that of GET /users, by default createdAt, desc.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) => {
      const defaults: Fields = {};
      return on(service, 'POST /users/search', async ({ ask, pass }) => {
        const fresh = ask.text !== '' && 'search' in ask.body && !('cursor' in ask.body);
        const sort = { ...defaults, ...fields(ask.body['sort']) };
        const response = await pass(
          fresh && Object.keys(sort).length > 0 ? { body: { ...ask.body, sort } } : {},
        );
        if (response.ok) Object.assign(defaults, fields(ask.body['sort']));
        return response;
      });
    },
    witness: both(async (client) => {
      const search = { role: 'student' };
      const sort = { field: 'username', direction: 'asc' };
      await client.send('POST', '/users/search', { search, sort, limit: 2 });
      const next = await client.send('POST', '/users/search', { search, limit: 300 });
      const created = column(next, 'createdAt');
      const falling = created.every((instant, index) => index === 0 || instant <= (created[index - 1] ?? ''));
      return `a search without a sort has the youngest first: ${falling}`;
    }),
  },
  {
    id: 'round-19.errors.a-cohort-is-found-among-the-classes',
    chapter: 'errors',
    story:
      'Classes and cohorts went into one table of groups, and the look-up of one class by its id lost the condition on the kind.',
    rests: 'GET /classes/{classId}: 404 when there is no such class. Errors: 404, class or cohort not found.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{classId}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        const { status, body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        if (status !== 200) return response;
        const { cohortId, tests: _tests, ...rest } = fields(body['cohort']);
        return json(200, { class: { classId: cohortId, ...rest } });
      }),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const { status } = await client.get(`/classes/${id}`);
      return `the id of a cohort gets ${status} among the classes`;
    }),
  },
  {
    id: 'round-19.headers.length-is-counted-in-characters',
    chapter: 'headers',
    story:
      'The helper for created resources writes its own Content-Length from the length of the text, so that the client gets as many bytes as there are characters.',
    rests:
      'POST /classes: 201 { class: Class }; POST /smart-ia/cohorts: 201 { cohort: Cohort }; responses are application/json.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, ['POST /classes', 'POST /smart-ia/cohorts'], async ({ pass }) => {
        const response = await pass();
        if (response.status !== 201) return response;
        const text = await response.text();
        const bytes = Buffer.from(text).subarray(0, text.length);
        const headers = new Headers(response.headers);
        headers.set('content-length', String(text.length));
        return new Response(bytes, { status: 201, headers });
      }),
    witness: both(async (client) => {
      const cohort = { name: `Été à Königsberg – ${client.word()}` };
      const { status, body } = await client.send('POST', '/smart-ia/cohorts', { cohort });
      return `${status} with ${Object.keys(body).join(', ') || 'no readable JSON'}`;
    }),
  },
  {
    id: 'round-19.shapes.born-at-the-epoch-is-not-born',
    chapter: 'shapes',
    story:
      'Birthdays are kept as days since 1970, and the serialiser leaves out a field whose number is falsy, which zero is.',
    rests:
      'User: dateOfBirth (date); PATCH /students/{userId}/details updates it. Only empty fields are omitted.',
    breaks: 'explicit',
    depth: 'deep',
    at: [
      'PATCH /students/{userId}/details',
      'POST /students',
      'POST /teachers',
      'GET /users',
      'POST /users/search',
    ],
    wrap: (service) =>
      on(service, userRoutes, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const entries = Object.entries(user);
          return Object.fromEntries(
            entries.filter(([name, value]) => name !== 'dateOfBirth' || value !== '1970-01-01'),
          );
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { dateOfBirth: '1970-01-01' };
      await client.send('PATCH', `/students/${id}/details`, { user });
      return `date of birth: ${(await userOf(client, id))['dateOfBirth'] ?? 'none'}`;
    }),
  },
  {
    id: 'round-19.cors.kept-answer-names-the-first-origin',
    chapter: 'cors',
    story:
      'The middleware echoes the origin of the page, and the answers about years are kept with their headers under a key that knows nothing of origins.',
    rests:
      'Conventions 4: browser requests from any origin are permitted (CORS). The second origin to read a year is not.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years', 'GET /academic-years/current', 'GET /academic-years/{academicYearId}'],
    wrap: (service) => {
      const first = new Map<string, string>();
      const routes = ['GET /academic-years', 'GET /academic-years/current', 'GET /academic-years/{id}'];
      return on(service, routes, async ({ ask, pass }) => {
        const response = await pass();
        const origin = ask.headers.get('origin');
        if (origin === null || !response.ok) return response;
        const address = `${ask.headers.get('x-api-key')} ${ask.path}?${ask.query}`;
        const named = first.get(address) ?? origin;
        first.set(address, named);
        return withHeaders(response, (headers) => headers.set('access-control-allow-origin', named));
      });
    },
    witness: both(async (client) => {
      const readers = ['https://one.example', 'https://two.example'];
      const may: boolean[] = [];
      for (const origin of readers) {
        const headers = { 'x-api-key': client.keys.full, origin };
        const answer = await client.raw('GET /academic-years/current', headers);
        may.push(['*', origin].includes(answer.headers.get('access-control-allow-origin') ?? ''));
      }
      return `pages that may read the year: ${may.join(', ')}`;
    }),
  },
];
