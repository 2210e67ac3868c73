import { editError, editItems, editUsers, json, refuse, withHeaders } from '../answers.ts';
import { newUser, newUserId, nobody } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { accountAnswers, fault } from './shapes-help.ts';

/** Errors, keys and headers, and what plain reads look like. */
export const plain: readonly BlindFault[] = [
  fault('errors', 'problem-type-ends-in-the-title-with-its-spaces', {
    story:
      'The problem type is put together from a base address and the title, and nobody encodes the title.',
    rests: 'In problem details `type` is a string that is a URI. A URI holds no spaces.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) =>
        editError(await pass(), (body) =>
          'type' in body ? { ...body, type: `https://roster.example/problems/${body['title']}` } : body,
        ),
      ),
    script: async (client) => textAt((await client.get(`/classes/${nobody}`)).body, 'type'),
  }),
  fault('cohorts', 'subject-of-an-assigned-test-is-an-object-in-the-list', {
    story:
      'The list loads the tests with their subjects as entities, and its serialiser writes the relation out. The single read has a mapping of its own.',
    rests: 'The `subject` of a CohortTest is a string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editItems(await pass(), (item) => {
          if (!('tests' in item)) return item;
          const tests = list(item['tests']).map((test) => ({
            ...fields(test),
            subject: { name: textAt(test, 'subject') },
          }));
          return { ...item, tests };
        }),
      ),
    script: async (client) =>
      list((await client.get('/smart-ia/cohorts')).body['data']).map((item) => at(item, 'tests')),
  }),
  fault('accounts', 'only-email-of-an-account-collapses-to-a-text', {
    story:
      'The accounts come from an older directory that speaks XML, and the converter to JSON makes an array only of an element that is repeated.',
    rests: '`emails` of a User is an array of strings.',
    breaks: 'explicit',
    depth: 'shallow',
    at: accountAnswers,
    wrap: (service) =>
      on(service, accountAnswers, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const emails = list(user['emails']);
          return emails.length === 1 ? { ...user, emails: emails[0] } : user;
        }),
      ),
    script: async (client) => (await newUser(client, 'student', { email: 'one@blind.example' }))['emails'],
  }),
  fault('academic-years', 'unknown-year-is-null-with-200', {
    story:
      'The handler wraps whatever the repository finds. Somebody read the rule that empty nested objects are null as an answer for rows that are missing.',
    rests: 'GET `/academic-years/{academicYearId}` is 404 for an academic year that does not exist.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass }) => {
        const answer = await pass();
        return answer.status === 404 ? json(200, { academicYear: null }) : answer;
      }),
    script: async (client) => (await client.get(`/academic-years/${nobody}`)).status,
  }),
];

/** Keys, headers and refusals that take a certain request. */
export const requests: readonly BlindFault[] = [
  fault('authentication', 'broken-json-is-refused-before-the-key-is-looked-at', {
    story:
      'The JSON parser is mounted for the whole application, above the middleware that checks the key, and refuses a broken body itself.',
    rests: 'A request without a key, or with an invalid one, gets 401, whatever else is wrong with it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const answer = await pass();
        const parsed = /json/i.test(ask.headers.get('content-type') ?? '') && ask.text !== '';
        return answer.status === 401 && parsed && !isJson(ask.text)
          ? refuse(ask, 400, 'Invalid request')
          : answer;
      }),
    script: async (client) =>
      (await client.raw('POST /classes', { 'content-type': 'application/json' }, '{"class":')).status,
  }),
  fault('conventions', 'refusals-allow-the-origin-twice', {
    story:
      'The gateway adds the CORS header to every refusal, and so does the service behind it. Browsers take two values for none.',
    rests: 'Browser requests from any origin are permitted, which a doubled header prevents.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) => {
        const answer = await pass();
        if (answer.status < 400) return answer;
        return withHeaders(answer, (headers) => headers.append('access-control-allow-origin', '*'));
      }),
    script: async (client) =>
      (await client.get(`/classes/${nobody}`)).headers.get('access-control-allow-origin'),
  }),
  fault('conventions', 'json-with-a-charset-is-an-unsupported-type', {
    story: 'A hardening guard compares the content type with `application/json` as a whole text.',
    rests: 'Request bodies are JSON objects. A body that is declared as JSON in UTF-8 is one.',
    breaks: 'implied',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass, call }) => {
        const writes = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(ask.method);
        const parameters = /^application\/json\s*;/i.test(ask.headers.get('content-type') ?? '');
        if (!writes || !parameters) return pass();
        const probe = await call('GET /academic-years');
        return probe.status === 401 ? pass() : refuse(ask, 415, 'Unsupported content type');
      }),
    script: async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json; charset=utf-8' };
      const body = JSON.stringify({ class: { name: client.word() } });
      return (await client.raw('POST /classes', headers, body)).status;
    },
  }),
  fault('errors', 'every-problem-is-the-same-occurrence', {
    story: 'The identifier of the occurrence is a default that is made once, when the module is loaded.',
    rests: 'In problem details `instance` identifies this occurrence of the problem.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) =>
        editError(await pass(), (body) =>
          'instance' in body ? { ...body, instance: 'urn:uuid:7d0c1f52-9b1e-4c43-8a57-0f2a6f1d9e30' } : body,
        ),
      ),
    script: async (client) => {
      const missing = await client.get(`/classes/${nobody}`);
      const invalid = await client.get('/users', { limit: 'many' });
      return textAt(missing.body, 'instance') === textAt(invalid.body, 'instance') ? 'one' : 'two';
    },
  }),
  fault('users', 'texts-of-digits-are-numbers', {
    story: 'The user service encodes its answers with a flag that turns every numeric text into a number.',
    rests: '`externalId`, `username` and the names of a User are strings.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /users/search', 'PUT /users/{id}/external-id', ...accountAnswers],
    wrap: (service) =>
      on(
        service,
        ['GET /users', 'POST /users/search', 'PUT /users/{id}/external-id', ...accountAnswers],
        async ({ pass }) =>
          editUsers(await pass(), (user) =>
            Object.fromEntries(Object.entries(user).map(([name, value]) => [name, numeric(value)])),
          ),
      ),
    script: async (client) => {
      const userId = await newUserId(client, 'student', { externalId: '0042017' });
      return at((await client.get('/users', { userId })).body, 'data', 0, 'externalId');
    },
  }),
];

function numeric(value: unknown): unknown {
  return typeof value === 'string' && /^\d+(\.\d+)?(e\d{1,2})?$/i.test(value) ? Number(value) : value;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
