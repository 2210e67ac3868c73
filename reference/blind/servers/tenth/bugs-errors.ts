// Bugs of refusals, of envelopes, and of what browsers need.

import * as k from './kit.ts';
import {
  CC,
  CG,
  CL,
  deep,
  HC,
  HG,
  HL,
  lax,
  on,
  plain,
  refused,
  reply,
  SC,
  SL,
  SP,
  ST,
  turned,
  UL,
  US,
  YG,
} from './kit.ts';
import type { Def } from './switches.ts';

const FORMAT = 'an error has one of two JSON formats';
const STATUS = 'status equals the HTTP status';
const JSONTYPE = 'responses are application/json';

const E400 = '400 is for an invalid request';
const E404 = '404 is for what is not found';

const INT = 'limit and offset are integers';
const UUIDS = 'path parameters are UUID strings';
const CURSOR = 'a cursor is one of an earlier response';

const GROUPS = [CL, CC, CG, HL, HC, HG];
const LISTS = [CL, HL, UL, SL, SC, SP, ST];
const as = (text: string, type: string) => (c: { headers: Record<string, string> }) => {
  c.headers['content-type'] = type;
  return text;
};

export const errorBugs: readonly Def[] = [
  // The formats
  plain(
    'error.status-missing',
    FORMAT,
    'a 401 has no status in its body',
    refused(undefined, [401], (b) => k.drop(b, 'status')),
  ),
  deep(
    'error.status-text',
    FORMAT,
    'the status of a 403 is a text',
    refused(undefined, [403], (b) => {
      b['status'] = '403';
    }),
  ),
  deep(
    'error.status-other',
    STATUS,
    'a refused cursor shows status 422',
    refused(LISTS, [400], (b, _r, c) => {
      if (c.code === 'cursor.bad') b['status'] = 422;
    }),
  ),
  deep(
    'error.status-of-404',
    STATUS,
    'a class that is missing shows status 400',
    refused(CG, [404], (b) => {
      b['status'] = 400;
    }),
  ),
  plain(
    'error.message-missing',
    FORMAT,
    'a 400 of users has no message',
    refused([UL, US], [400], (b) => k.drop(b, 'message')),
  ),
  deep(
    'error.message-null',
    FORMAT,
    'the message for too many values is null',
    refused(undefined, [400], (b, _r, c) => {
      if (c.code.startsWith('count.')) b['message'] = null;
    }),
  ),
  plain(
    'error.wrapped',
    FORMAT,
    'a 404 of cohorts stands under error',
    refused(HG, [404], (b, r) => {
      r.body = { error: b };
    }),
  ),
  deep(
    'error.title-missing',
    FORMAT,
    'a problem with a class id has no title',
    refused(CG, [400], (b) => k.drop(b, 'title')),
  ),
  deep(
    'error.type-word',
    FORMAT,
    'the type of a problem is not a URI',
    refused(GROUPS, [400, 404, 409], (b) => {
      if (b['type']) b['type'] = 'Invalid request!';
    }),
  ),
  deep(
    'error.instance-spaces',
    FORMAT,
    'the instance of a problem is not a URI',
    refused(GROUPS, [404], (b) => {
      if (b['instance']) b['instance'] = 'request number 1';
    }),
  ),
  deep(
    'error.empty-404',
    FORMAT,
    'a missing year has no body',
    refused(YG, [404], (_b, r) => {
      r.body = undefined;
    }),
  ),
  deep(
    'error.empty-401',
    FORMAT,
    'with an invalid key the body is empty',
    refused(undefined, [401], (_b, r, c) => {
      if (c.req.key) r.body = undefined;
    }),
  ),
  deep(
    'error.html-400',
    FORMAT,
    'a body that is no JSON gives a page of HTML',
    refused(undefined, [400], (_b, r, c) => {
      if (c.code === 'body.json') r.headers['content-type'] = 'text/html';
    }),
    on('text', undefined, (t, c) => (c.code === 'body.json' ? '<html><body>Bad Request</body></html>' : t)),
  ),
  deep(
    'error.text-400',
    FORMAT,
    'a wrong sort gives plain text',
    on('text', undefined, (t, c) => (c.code.startsWith('sort.') ? 'Invalid sort' : t)),
  ),
  deep(
    'error.json-text',
    FORMAT,
    'a 403 of a write is a JSON text',
    refused(undefined, [403], (b, r, c) => {
      if (c.req.method !== 'GET') r.body = JSON.stringify(b);
    }),
  ),
  deep(
    'error.type-header',
    JSONTYPE,
    'a 404 is text/html by its header',
    reply(undefined, (r) => {
      if (r.status === 404) as('', 'text/html')(r);
    }),
  ),
  deep(
    'error.success-status',
    STATUS,
    'a refused search parameter leaves with 200',
    refused([UL, US], [400], (_b, r, c) => {
      if (c.code === 'name' || c.code === 'role') r.status = 200;
    }),
  ),
  // The statuses
  plain('status.class-id-500', UUIDS, 'a class id that is no UUID gives 500', turned(CG, 400, 500)),
  deep(
    'status.year-id-500',
    E404,
    'a year id that is no UUID gives 500',
    turned(YG, 404, 500, (c) => !/[0-9a-f-]{36}$/i.test(c.req.path)),
  ),
  deep('status.cohort-missing-410', E404, 'an unknown cohort gives 410', turned(HG, 404, 410)),
  deep('status.year-missing-400', E404, 'an unknown year gives 400', turned(YG, 404, 400)),
  deep(
    'status.class-missing-204',
    E404,
    'an unknown class gives 204',
    reply(CG, (r) => {
      if (r.status === 404) {
        r.status = 204;
        r.body = undefined;
      }
    }),
  ),
  deep(
    'status.cursor-500',
    CURSOR,
    'a cursor that is no base64 gives 500',
    turned([CL, HL, UL, SL, SC, SP, ST], 400, 500, (c) => c.code === 'cursor.bad'),
  ),
  deep(
    'status.limit-500',
    E400,
    'a limit beyond int32 gives 500',
    turned([CL, HL, UL], 400, 500, (c) => c.req.query.some(([n, v]) => n === 'limit' && v.length > 9)),
  ),
  deep(
    'status.role-422',
    E400,
    'an unknown role gives 422',
    turned(UL, 400, 422, (c) => c.code === 'role'),
  ),
  deep(
    'status.email-500',
    E400,
    'an email filter that is no email gives 500',
    turned(UL, 400, 500, (c) => c.code === 'email'),
  ),
  deep(
    'status.empty-404',
    'a list that is empty gives 200',
    'a search for classes that finds nothing gives 404',
    reply(CL, (r, c) => {
      const b = r.body;
      if (
        r.status === 200 &&
        c.args?.f.search !== undefined &&
        typeof b === 'object' &&
        b !== null &&
        !Array.isArray(b) &&
        Array.isArray(b['data']) &&
        b['data'].length === 0
      ) {
        r.status = 404;
        r.body = { status: 404, message: 'Nothing found' };
      }
    }),
  ),
  deep(
    'status.search-201',
    'a search gives 200',
    'POST /users/search gives 201',
    reply(US, (r) => {
      if (r.status === 200) r.status = 201;
    }),
  ),
  // Checks left out
  deep('check.classes-limit-word', INT, 'a limit that is no number counts as none', lax(CL, 'limit.type')),
  deep('check.users-offset-word', INT, 'an offset that is no number counts as none', lax(UL, 'offset.type')),
  deep(
    'check.classes-offset-negative',
    INT,
    'a negative offset counts as none',
    lax(CL, 'offset.range'),
    on('args', CL, (a) => {
      a.offset = Math.max(0, a.offset);
    }),
  ),
  deep(
    'check.users-cursor',
    CURSOR,
    'an unknown cursor starts at the first page',
    on('args', UL, (a) => {
      if (a.cursor !== null && !/^[YZ]/.test(a.cursor)) a.cursor = null;
    }),
  ),
  deep(
    'check.classes-id',
    UUIDS,
    'a class id is cut to the length of a UUID',
    on('request', CG, (req) => {
      const parts = req.path.split('/');
      const last = parts.at(-1) ?? '';
      if (last.length > 36) req.path = [...parts.slice(0, -1), last.slice(0, 36)].join('/');
    }),
  ),
  deep(
    'check.users-email',
    E400,
    'an email filter that is no email finds everybody',
    lax(UL, 'email'),
    on('args', UL, (a) => {
      if (a.f.email !== undefined && !a.f.email.includes('@')) delete a.f.email;
    }),
  ),
  deep(
    'check.classes-limit-zero-negative',
    INT,
    'a negative limit gives all classes',
    lax(CL, 'limit.range', (c) => c.req.query.some(([n, v]) => n === 'limit' && v.startsWith('-'))),
    on('args', CL, (a) => {
      if (a.limit < 0) a.limit = 500;
    }),
  ),
];
