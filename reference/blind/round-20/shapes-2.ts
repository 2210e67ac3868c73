import { edit, editItems, editUsers, refuse, withBody, withText } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  newClassId,
  newCohortId,
  newUser,
  newUserId,
  nobody,
  testIds,
  userOf,
} from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { sessionLists } from './shapes-1.ts';

export const second: readonly BlindFault[] = [
  {
    id: 'round-20.years.current-one-is-told-with-an-offset',
    chapter: 'years',
    story: 'The handler of the current year returns an OffsetDateTime and not the DTO that the list returns.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/current'],
    wrap: (service) =>
      on(service, 'GET /academic-years/current', async ({ pass }) =>
        edit(await pass(), (body) => {
          const year = fields(body['academicYear']);
          const offset = (name: string) => textAt(year, name).replace(/Z$/, '+00:00');
          return { academicYear: { ...year, startDate: offset('startDate'), endDate: offset('endDate') } };
        }),
      ),
    witness: both(async (client) =>
      textAt((await client.get('/academic-years/current')).body, 'academicYear', 'startDate'),
    ),
  },
  {
    id: 'round-20.shapes.new-teachers-carry-nulls',
    chapter: 'shapes',
    story:
      'The teacher DTO is a copy of the student DTO without the annotation that leaves out what is null.',
    rests: 'Conventions 3: empty fields are omitted from a response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          upn: user['upn'] ?? null,
          gender: user['gender'] ?? null,
          dateOfBirth: user['dateOfBirth'] ?? null,
        })),
      ),
    witness: both(async (client) => Object.keys(await newUser(client, 'teacher')).sort()),
  },
  {
    id: 'round-20.errors.gateway-refuses-in-words-of-its-own',
    chapter: 'errors',
    story: 'Permissions moved to the authoriser of the API gateway, whose own answer nobody replaced.',
    rests: 'Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 403) return response;
        const body = { Message: 'User is not authorized to access this resource with an explicit deny' };
        return withBody(response, body, { 'content-type': 'application/json' });
      }),
    witness: both(async (client) => {
      const refused = await client.raw('GET /users', { 'x-api-key': client.keys.restricted });
      return [refused.status, Object.keys(refused.body)];
    }),
  },
  {
    id: 'round-20.sessions.level-na-is-read-as-not-available',
    chapter: 'sessions',
    story: 'Levels come through a data frame, which reads the text NA as a missing value.',
    rests: 'Result levels: `NA` for an English writing assessment; the result holds the level.',
    breaks: 'explicit',
    depth: 'medium',
    at: sessionLists,
    wrap: (service) =>
      on(service, sessionLists, async ({ pass }) =>
        editItems(await pass(), (session) => {
          if (textAt(session, 'result', 'level') !== 'NA') return session;
          const { level: _level, ...result } = fields(session['result']);
          return { ...session, result };
        }),
      ),
    witness: both(async (client) => {
      const levels = column(
        await client.get('/smart-ia/sessions', { limit: 500, status: 'Completed' }),
        'result',
        'level',
      );
      return [levels.filter((level) => level === 'NA').length, levels.filter((level) => level === '').length];
    }),
  },
  {
    id: 'round-20.sessions.second-attempt-shares-the-result-of-the-first',
    chapter: 'sessions',
    story:
      'Results are loaded in one batch into a map by user and test, so two attempts at one test share an entry.',
    rests:
      'Session: the result holds the date it was calculated, the level and the total duration of the session.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions', 'GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, ['GET /smart-ia/sessions', 'GET /smart-ia/sessions/completed'], async ({ pass }) => {
        const results = new Map<string, unknown>();
        return editItems(await pass(), (session, _index, items) => {
          const key = (one: unknown) => `${textAt(one, 'user', 'userId')} ${textAt(one, 'test', 'testId')}`;
          if (results.size === 0) {
            for (const one of items) if (one['result'] !== null) results.set(key(one), one['result']);
          }
          return session['result'] === null ? session : { ...session, result: results.get(key(session)) };
        });
      }),
    witness: both(async (client) => {
      const sessions = itemsOf(await client.get('/smart-ia/sessions', { limit: 500, status: 'Completed' }));
      const apart = (one: unknown) =>
        Math.abs(Date.parse(textAt(one, 'result', 'calculatedDate')) - Date.parse(textAt(one, 'endDate')));
      return sessions.filter((one) => apart(one) > 60_000).length;
    }),
  },
  {
    id: 'round-20.shapes.who-has-no-address-has-one-that-is-null',
    chapter: 'shapes',
    story:
      'Addresses are gathered with array_agg over a left join, which makes a list of one null where there is none.',
    rests: 'User: emails is an array of string (email); Conventions 3: empty fields are omitted.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ pass }) =>
        editItems(await pass(), (user) => ({ ...user, emails: user['emails'] ?? [null] })),
      ),
    witness: both(async (client) => {
      const user = await userOf(client, await newUserId(client, 'student'));
      return list(user['emails']);
    }),
  },
  {
    id: 'round-20.tests.removed-from-a-cohort-is-gone-for-all',
    chapter: 'tests',
    story:
      'The collection of tests of the cohort is mapped with orphan removal, so taking one out deletes the test.',
    rests:
      'DELETE /smart-ia/cohorts/{cohortId}/tests removes tests of a cohort; GET /smart-ia/tests lists the tests.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/tests'],
    wrap: (service) => {
      const gone = new Set<string>();
      const routes = ['GET /smart-ia/tests', 'DELETE /smart-ia/cohorts/{id}/tests'];
      return on(service, routes, async ({ ask, pass, call }) => {
        if (ask.method === 'GET') {
          return edit(await pass(), (body) => ({
            data: list(body['data']).filter((test) => !gone.has(textAt(test, 'testId'))),
          }));
        }
        const { body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        const had = new Set(list(fields(body['cohort'])['tests']).map((test) => textAt(test, 'testId')));
        const response = await pass();
        if (response.ok) for (const id of texts(ask.body['testIds'])) if (had.has(id)) gone.add(id);
        return response;
      });
    },
    witness: both(async (client) => {
      const cohort = `/smart-ia/cohorts/${await newCohortId(client)}/tests`;
      const [testId = ''] = await testIds(client);
      await client.send('POST', cohort, { testIds: [testId] });
      await client.send('DELETE', cohort, { testIds: [testId] });
      return (await testIds(client)).includes(testId);
    }),
  },
  {
    id: 'round-20.errors.broken-json-gets-a-page',
    chapter: 'errors',
    story:
      'The body parser stands before the routes, and its error goes to the framework’s own handler, which writes a page.',
    rests:
      'Errors: an error response takes one of two JSON formats; Conventions 1: responses are application/json.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 || ask.text === '' || isJson(ask.text)) return response;
        const page =
          '<!DOCTYPE html>\n<html lang="en"><body><pre>SyntaxError: Unexpected end of JSON input</pre></body></html>\n';
        return withText(response, page, { 'content-type': 'text/html; charset=utf-8' });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const answer = await client.raw('POST /classes', headers, '{"class": {"name": "Half"');
      return [answer.status, answer.headers.get('content-type'), Object.keys(answer.body)];
    }),
  },
  {
    id: 'round-20.errors.unknown-cohort-is-told-as-a-bad-request',
    chapter: 'errors',
    story:
      'The members are inserted without a look at the cohort, and the foreign key error is mapped to 400.',
    rests: 'Errors: 404 when the cohort is not found; POST /smart-ia/cohorts/{cohortId}/students lists it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async ({ ask, pass }) => {
        const response = await pass();
        return response.status === 404 ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(async (client) => {
      const userIds = [await newUserId(client, 'student')];
      return (await client.send('POST', `/smart-ia/cohorts/${nobody}/students`, { userIds })).status;
    }),
  },
  {
    id: 'round-20.parsing.only-the-first-letters-of-an-id-count',
    chapter: 'parsing',
    story:
      'The pattern of the id has no end, and the driver cuts what it binds to the 36 characters of the column.',
    rests: 'Path parameters are UUID strings; GET /classes/{classId}: 400, 404.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', ({ ask, pass }) => pass({ path: `/classes/${ask.id.slice(0, 36)}` })),
    witness: both(async (client) => {
      const answer = await client.get(`/classes/${await newClassId(client)}-0001`);
      return [answer.status === 400 || answer.status === 404, textAt(answer.body, 'class', 'name')];
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
