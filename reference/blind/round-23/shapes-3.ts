import { edit, editItems, editUsers, withBody, withHeaders } from '../answers.ts';
import { itemsOf, newClassId, newCohortId, newUserId, nobody, testIds } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, type Service, textAt } from '../kit.ts';
import { fault } from './shapes-help.ts';

const cohort = '/smart-ia/cohorts/{id}';
const refusing = [
  'GET /smart-ia/cohorts',
  'POST /smart-ia/cohorts',
  ...['GET ', 'POST ', 'DELETE '].flatMap((method) => [
    ...(method === 'GET ' ? [method + cohort] : [`${method}${cohort}/students`, `${method}${cohort}/tests`]),
  ]),
];
const reference = [
  'GET /academic-years',
  'GET /academic-years/current',
  'GET /academic-years/{id}',
  'GET /smart-ia/tests',
];

/** Faults that take a sequence of requests. */
export const sequences: readonly BlindFault[] = [
  fault('conventions', 'reference-data-is-kept-with-the-origin-of-the-first-page-that-read-it', {
    story:
      'The origin is echoed, and the answers with reference data are kept by address together with their headers, without regard to the origin.',
    rests: 'Browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'deep',
    at: reference,
    wrap: firstOrigin,
    script: async (client) => {
      const allowed: (string | null)[] = [];
      for (const origin of ['https://one.example', 'https://two.example']) {
        const answer = await client.raw('GET /academic-years', { 'x-api-key': client.keys.full, origin });
        const header = answer.headers.get('access-control-allow-origin');
        allowed.push(header === '*' || header === origin ? 'readable' : header);
      }
      return allowed;
    },
  }),
  fault('errors', 'second-refusal-of-a-cohort-operation-repeats-the-body-of-the-first', {
    story:
      'The function that makes the bodies of errors was memoised, and the memoiser takes the first argument for its key: the operation, but not the status.',
    rests: 'The `status` in a basic error equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'deep',
    at: refusing,
    wrap: memoised,
    script: async (client) => {
      const invalid = await client.get('/smart-ia/cohorts/none');
      const missing = await client.get(`/smart-ia/cohorts/${nobody}`);
      return [invalid, missing].map(({ status, body }) => [status, body['status']]);
    },
  }),
  fault('versioning', 'renamed-user-has-the-classes-of-the-day-of-creation', {
    story:
      'The answer to a renaming is made from the cached account. The cache is filled when the account is created, and assigning classes and cohorts does not touch it.',
    rests:
      '`classIds` and `cohortIds`, the classes and cohorts of the user, are present in the response of PUT `/users/{userId}/name`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name'],
    wrap: cachedAccounts,
    script: async (client) => {
      const userId = await newUserId(client, 'student');
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds: [userId] });
      const user = { firstName: client.word(), lastName: 'Renamed' };
      const renamed = await client.send('PUT', `/users/${userId}/name`, { user });
      return list(at(renamed.body, 'user', 'classIds')).length;
    },
  }),
  fault('cohorts', 'tests-are-an-object-once-one-before-another-was-removed', {
    story:
      'Removing filters the array of tests, and in this language the remaining items keep their positions. The encoder makes an object of an array with gaps.',
    rests: '`tests` of a Cohort is an array of CohortTest.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'],
    wrap: gaps,
    script: async (client) => {
      const cohortId = await newCohortId(client);
      const [first = '', second = ''] = await testIds(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [first, second] });
      await client.send('DELETE', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [first] });
      const read = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return Array.isArray(at(read.body, 'cohort', 'tests')) ? 'array' : 'object';
    },
  }),
  fault('classes', 'class-is-in-the-year-of-its-older-namesake', {
    story:
      'The single read joins a view of classes and years, and the view has only names. A name that two years have is found in the older one.',
    rests: '`academicYearId` is the academic year that the class belongs to.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass, call }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        const found = fields((await answer.json())['class']);
        const query = new URLSearchParams({ search: textAt(found, 'name'), limit: '1' });
        const namesake = fields(list((await call(`GET /classes?${query}`)).body['data'])[0]);
        const academicYearId = namesake['academicYearId'] ?? found['academicYearId'];
        return withBody(answer, { class: { ...found, academicYearId } });
      }),
    script: async (client) => {
      const years = itemsOf(await client.get('/academic-years')).map((year) =>
        textAt(year, 'academicYearId'),
      );
      const name = client.word();
      const told: boolean[] = [];
      for (const academicYearId of years.slice(0, 2)) {
        const classId = await newClassId(client, { name, academicYearId });
        const read = await client.get(`/classes/${classId}`);
        told.push(textAt(read.body, 'class', 'academicYearId') === academicYearId);
      }
      return told;
    },
  }),
];

function firstOrigin(service: Service): Service {
  const kept = new Map<string, string>();
  return on(service, reference, async ({ ask, pass }) => {
    const answer = await pass();
    const origin = ask.headers.get('origin');
    if (!answer.ok || origin === null) return answer;
    const address = `${ask.path}?${ask.query}`;
    const first = kept.get(address) ?? origin;
    kept.set(address, first);
    return withHeaders(answer, (headers) => headers.set('access-control-allow-origin', first));
  });
}

function memoised(service: Service): Service {
  const bodies = new Map<string, unknown>();
  return on(service, refusing, async ({ ask, pass }) => {
    const answer = await pass();
    if (![400, 404, 409].includes(answer.status)) return answer;
    const operation = `${ask.method} ${ask.id === '' ? ask.path : ask.path.replace(ask.id, '{id}')}`;
    const body = bodies.get(operation) ?? (await answer.json());
    bodies.set(operation, body);
    return withBody(answer, body);
  });
}

function cachedAccounts(service: Service): Service {
  const created = new Set<unknown>();
  const routes = ['POST /students', 'POST /teachers', 'PUT /users/{id}/name'];
  return on(service, routes, async ({ ask, pass }) =>
    editUsers(await pass(), (user) => {
      if (ask.method === 'POST') created.add(user['userId']);
      if (!created.has(user['userId'])) return user;
      const { classIds, cohortIds, ...cached } = user;
      return cached;
    }),
  );
}

function gaps(service: Service): Service {
  const positions = new Map<string, readonly number[]>();
  const shown = (item: Fields): Fields => {
    const places = positions.get(textAt(item, 'cohortId'));
    if (!places) return item;
    const tests = list(item['tests']).map((test, index) => [places[index] ?? index, test]);
    return tests.length === 0 ? item : { ...item, tests: Object.fromEntries(tests) };
  };
  const change = ['POST /smart-ia/cohorts/{id}/tests', 'DELETE /smart-ia/cohorts/{id}/tests'];
  const changing = on(service, change, async ({ ask, pass, call }) => {
    const id = ask.id.toLowerCase();
    const read = async () =>
      list(at((await call(`GET /smart-ia/cohorts/${id}`)).body, 'cohort', 'tests')).map((test) =>
        textAt(test, 'testId'),
      );
    const before = await read();
    const answer = await pass();
    if (!answer.ok) return answer;
    const after = new Set(await read());
    const places = positions.get(id) ?? before.map((_test, index) => index);
    const kept = places.filter((_place, index) => after.has(before[index] ?? ''));
    const whole = ask.method === 'POST' || kept.every((place, index) => place === index);
    if (whole) positions.delete(id);
    else positions.set(id, kept);
    return answer;
  });
  const single = on(changing, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
    edit(await pass(), (body) => ({ ...body, cohort: shown(fields(body['cohort'])) })),
  );
  return on(single, 'GET /smart-ia/cohorts', async ({ pass }) => editItems(await pass(), shown));
}
