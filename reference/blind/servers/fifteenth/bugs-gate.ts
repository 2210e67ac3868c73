/** Bugs of the gateway. */

import { at, bugsOf, drop, op, put, turn } from './bugs-kit.ts';
import { keys } from './keys.ts';
import { isObject } from './reading.ts';

const TABLE = `
gate-key-in-query | d | the key is sent in a header; a request without it gets 401 | a key in the query is taken as well
gate-key-any-case | d | an invalid key gets 401 | the key is compared without regard to case
gate-key-start | d | an invalid key gets 401 | a key that begins like a valid one is taken
gate-empty-key | d | an invalid key gets 401 | an empty key is that of the tests of the team
gate-find-restricted | p | a key that lacks the permission gets 403 | the search is thought to be a write, and writes are checked elsewhere
gate-tests-restricted | p | a key that lacks the permission gets 403 | the experimental route has no permission
gate-403-as-401 | p | a key that lacks the permission gets 403 | it gets 401
gate-401-as-403 | p | a request without a valid key gets 401 | it gets 403
gate-401-status | p | the status of an error equals that of the response | the body of a 401 says 403
gate-403-html | p | responses are application/json | a 403 is sent as text/html
gate-401-without-cors | p | browser requests from any origin are permitted | a 401 has no CORS headers
gate-404-without-cors | p | browser requests from any origin are permitted | a 404 has no CORS headers
gate-204-without-cors | d | browser requests from any origin are permitted | a 204 has no CORS headers
gate-cors-null | d | browser requests from any origin are permitted | the origin null is answered with the address of the school
gate-preflight-key | p | browser requests from any origin are permitted | the preflight is answered with 401
gate-preflight-header | p | browser requests with x-api-key are permitted from any origin | the preflight does not allow x-api-key
gate-preflight-delete | p | browser requests from any origin are permitted | the preflight does not allow DELETE
gate-preflight-origin | p | browser requests from any origin are permitted | the preflight has no allowed origin
gate-404-before-401 | d | a request without a key gets 401 | an id that is no UUID is refused before the key is looked at
gate-400-before-403 | d | a key that lacks the permission gets 403 | a body without the property that wraps it is refused first
gate-problem-incomplete | d | problem details have type, title, status, detail and instance | a refusal has type and title only
`;

export const gateBugs = bugsOf(TABLE, {
  'gate-key-in-query': at([op.users, op.classes, op.sessions], {
    key: (c) =>
      c.key === 'none' &&
      (c.url.searchParams.get('x-api-key') === keys.full ||
        c.url.searchParams.get('apiKey') === keys.full ||
        c.url.searchParams.get('api_key') === keys.full)
        ? 'full'
        : undefined,
  }),
  'gate-key-any-case': at([op.class, op.cohort, op.cohorts], {
    key: (c) => (c.headers.get('x-api-key')?.toLowerCase() === keys.full.toLowerCase() ? 'full' : undefined),
  }),
  'gate-key-start': at([op.users, op.search], {
    key: (c) => (c.headers.get('x-api-key')?.startsWith(keys.full) === true ? 'full' : undefined),
  }),
  'gate-empty-key': at([op.progress, op.completed], {
    key: (c) => (c.headers.get('x-api-key') === '' ? 'full' : undefined),
  }),
  'gate-find-restricted': at(op.find, {
    key: (c) => (c.key === 'restricted' ? 'full' : undefined),
  }),
  'gate-tests-restricted': at(op.tests, {
    key: (c) => (c.key === 'restricted' ? 'full' : undefined),
  }),
  'gate-403-as-401': at([op.sessions, op.cohorts, op.newTeacher], {
    after: (_c, a) => {
      if (a.status === 403) turn(a, 401, { status: 401, message: 'Not allowed.' });
    },
  }),
  'gate-401-as-403': at([op.details, op.name, op.class, op.year], {
    after: (_c, a) => {
      if (a.status === 401) turn(a, 403, { status: 403, message: 'Not allowed.' });
    },
  }),
  'gate-401-status': at([op.cohort, op.tests, op.search], {
    after: (_c, a) => {
      if (a.status === 401 && isObject(a.body)) put(a.body, 'status', 403);
    },
  }),
  'gate-403-html': at([op.completed, op.newClass], {
    after: (_c, a) => {
      if (a.status === 403) a.headers['content-type'] = 'text/html; charset=utf-8';
    },
  }),
  'gate-401-without-cors': at([op.years, op.users, op.sessions], {
    after: (_c, a) => {
      if (a.status === 401) delete a.headers['access-control-allow-origin'];
    },
  }),
  'gate-404-without-cors': at([op.class, op.cohort, op.year], {
    after: (_c, a) => {
      if (a.status === 404) delete a.headers['access-control-allow-origin'];
    },
  }),
  'gate-204-without-cors': at([op.addStudents, op.dropStudents, op.addTests], {
    after: (_c, a) => {
      if (a.status === 204) delete a.headers['access-control-allow-origin'];
    },
  }),
  'gate-cors-null': at([op.current, op.studies, op.tests], {
    after: (c, a) => {
      if (c.headers.get('origin') === 'null')
        a.headers['access-control-allow-origin'] = 'https://school.example';
    },
  }),
  'gate-preflight-key': at(op.details, {
    preflight: (_c, a) => turn(a, 401, { status: 401, message: 'The key is missing.' }),
  }),
  'gate-preflight-header': at(op.newTeacher, {
    preflight: (_c, a) => {
      a.headers['access-control-allow-headers'] = 'content-type';
    },
  }),
  'gate-preflight-delete': at(op.addTeachers, {
    preflight: (_c, a) => {
      a.headers['access-control-allow-methods'] = 'GET, POST, OPTIONS';
    },
  }),
  'gate-preflight-origin': at(op.external, {
    preflight: (_c, a) => {
      delete a.headers['access-control-allow-origin'];
    },
  }),
  'gate-404-before-401': at([op.cohort, op.class], {
    after: (c, a) => {
      if (a.status === 401 && !/[0-9a-f-]{36}$/i.test(c.path))
        turn(a, 400, { status: 400, message: 'No UUID.' });
    },
  }),
  'gate-400-before-403': at([op.newStudent, op.newCohort, op.email], {
    after: (c, a) => {
      if (a.status === 403 && c.headers.get('content-type') === null)
        turn(a, 400, { status: 400, message: 'No body.' });
    },
  }),
  'gate-problem-incomplete': at([op.cohorts, op.newCohort], {
    after: (_c, a) => {
      if (a.status === 400 && isObject(a.body)) drop(a.body, 'status', 'detail', 'instance');
    },
  }),
});
