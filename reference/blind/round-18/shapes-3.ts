import { editItems, editUsers, json, withBody } from '../answers.ts';
import { both, column, itemsOf, newCohortId, newUserId, nobody, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, on, readAnswer, textAt, texts } from '../kit.ts';

const byCohort = 'GET /smart-ia/cohorts/{id}';
const userLists: readonly string[] = ['GET /users', 'POST /users/search'];

/** What PHP takes for a number. */
const numeric = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Rows cut short, wrong types, look-ups in the wrong table, and state that outlives its request. */
export const faultsThree: readonly BlindFault[] = [
  {
    id: 'round-18.users.many-class-ids-end-in-a-stump',
    chapter: 'users',
    story: 'Class ids come from a GROUP_CONCAT, which MySQL cuts off after 1024 characters.',
    rests: 'User: `classIds`: Classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: userLists,
    wrap: (service) =>
      on(service, userLists, async ({ pass }) =>
        editItems(await pass(), (user) => {
          const joined = texts(user['classIds']).join(',');
          return joined.length > 1024 ? { ...user, classIds: joined.slice(0, 1024).split(',') } : user;
        }),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const classIds = column(await client.get('/classes', { limit: 30 }), 'classId');
      await client.send('POST', `/students/${userId}/classes`, { classIds });
      const shown = texts((await userOf(client, userId))['classIds']);
      return [shown.length, shown.at(-1)?.length];
    }),
  },
  {
    id: 'round-18.users.role-filter-narrows-the-roles-shown',
    chapter: 'users',
    story: 'The condition of the filter stands in the same join that loads the roles.',
    rests: 'User: `roles`: All platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: userLists,
    wrap: (service) =>
      on(service, userLists, async ({ ask, pass }) => {
        const role = ask.query.get('role') ?? fields(ask.body['search'])['role'];
        const response = await pass();
        if (typeof role !== 'string') return response;
        return editItems(response, (user) => ({ ...user, roles: [role] }));
      }),
    witness: both(async (client) => {
      const [user] = itemsOf(await client.get('/users', { role: 'administrator', limit: 1 }));
      return user?.['roles'];
    }),
  },
  {
    id: 'round-18.users.identifier-of-digits-becomes-a-number',
    chapter: 'users',
    story: 'Somebody sets JSON_NUMERIC_CHECK in PHP to get whole numbers in the pagination.',
    rests: 'User: `externalId` is a string.',
    breaks: 'explicit',
    depth: 'deep',
    at: userLists,
    wrap: (service) => on(service, userLists, async ({ pass }) => editUsers(await pass(), numbersIn)),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student', { externalId: '0047110' });
      const { externalId } = await userOf(client, userId);
      return { externalId };
    }),
  },
  {
    id: 'round-18.classes.cohort-is-found-as-a-class',
    chapter: 'classes',
    story: 'Classes and cohorts share one table, and the look-up by id forgets the type.',
    rests: 'GET `/classes/{classId}`: 404; Errors: 404 academic year, class or cohort not found.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        const found = await call(`GET /smart-ia/cohorts/${ask.id}`);
        if (found.status !== 200) return response;
        const { cohortId, tests: _tests, ...group } = fields(found.body['cohort']);
        return json(200, { class: { classId: cohortId, ...group } });
      }),
    witness: both(async (client) => (await client.get(`/classes/${await newCohortId(client)}`)).status),
  },
  {
    id: 'round-18.authentication.kept-cohort-is-served-before-the-permission',
    chapter: 'authentication',
    story:
      'The cache of single cohorts was put in behind the check of the key and before that of the permission.',
    rests: 'Authentication 3: A request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'deep',
    at: [byCohort],
    wrap: (service) => {
      const kept = new Map<string, Fields>();
      return on(service, byCohort, async ({ ask, pass }) => {
        const response = await pass();
        if (response.status === 200) kept.set(ask.id, (await readAnswer(response.clone())).body);
        const known = kept.get(ask.id);
        return response.status === 403 && known ? json(200, known) : response;
      });
    },
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      const restricted = () => client.raw(`GET ${path}`, { 'x-api-key': client.keys.restricted });
      const before = await restricted();
      await client.get(path);
      return [before.status, (await restricted()).status];
    }),
  },
  {
    id: 'round-18.errors.first-refusal-of-a-route-is-told-again',
    chapter: 'errors',
    story: 'The body of a refusal is made once for each route and kept, while the status is set each time.',
    rests: 'Basic error: `status` equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'deep',
    at: [byCohort],
    wrap: (service) => {
      let first: Fields | undefined;
      return on(service, byCohort, async ({ pass }) => {
        const response = await pass();
        if (response.status < 400) return response;
        first ??= (await readAnswer(response.clone())).body;
        return withBody(response, first);
      });
    },
    witness: both(async (client) => {
      const told: string[] = [];
      for (const key of [client.keys.full, client.keys.restricted]) {
        const answer = await client.raw(`GET /smart-ia/cohorts/${nobody}`, { 'x-api-key': key });
        told.push(`${answer.status} ${textAt(answer.body, 'status')}`);
      }
      return told;
    }),
  },
  {
    id: 'round-18.authentication.checked-keys-are-remembered-by-their-beginning',
    chapter: 'authentication',
    story:
      'The cache of checked keys has the shortened form of the key as its name, the one meant for the log.',
    rests: 'Authentication 2: A request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      const checked = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const key = ask.headers.get('x-api-key') ?? '';
        const short = key.slice(0, 24);
        const known = checked.get(short);
        if (known !== undefined && key !== known) {
          const headers = new Headers(ask.headers);
          headers.set('x-api-key', known);
          return pass({ headers });
        }
        const response = await pass();
        const accepted = response.status < 400 && ask.method !== 'OPTIONS';
        if (accepted && key !== '') checked.set(short, key);
        return response;
      });
    },
    witness: both(async (client) => {
      const read = (key: string) => client.raw('GET /academic-years', { 'x-api-key': key });
      const right = client.keys.full;
      const wrong = `${right.slice(0, -4)}0000`;
      return [(await read(wrong)).status, (await read(right)).status, (await read(wrong)).status];
    }),
  },
];

function numbersIn(user: Fields): Fields {
  const entries = Object.entries(user).map(([name, value]) => [
    name,
    typeof value === 'string' && numeric.test(value) ? Number(value) : value,
  ]);
  return fields(Object.fromEntries(entries));
}
