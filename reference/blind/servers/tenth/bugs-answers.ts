// Bugs of envelopes, and of what browsers need.

import * as k from './kit.ts';
import { CL, deep, HL, on, pagination, plain, reply, SL, ST, success, TL, UL, US, YC, YL } from './kit.ts';
import type { Def } from './switches.ts';
import type { Json } from './types.ts';

const JSONTYPE = 'responses are application/json';
const CORS = 'browser requests from any origin are permitted';

const DATA = 'list responses use data';

const noOrigin = (ops: k.Ops, when: (status: number, op: string) => boolean) =>
  reply(ops, (r, c) => {
    if (when(r.status, c.op)) delete r.headers['access-control-allow-origin'];
  });
const preflight = (fn: (headers: Record<string, string>, path: string) => void) =>
  reply('', (r, c) => {
    if (c.req.method === 'OPTIONS' && r.status === 204) fn(r.headers, c.req.path);
  });

export const answerBugs: readonly Def[] = [
  // Envelopes
  plain(
    'envelope.users',
    DATA,
    'users stand under users',
    success(UL, (b, r) => {
      const { data = null, ...rest } = b;
      r.body = { users: data, ...rest };
    }),
  ),
  deep(
    'envelope.tests-object',
    DATA,
    'data of the test list is an object by id',
    success(TL, (b) => {
      const d = b['data'];
      if (Array.isArray(d))
        b['data'] = Object.fromEntries(d.map((t: Json) => [k.str(k.sub({ t }, 't'), 'testId'), t]));
    }),
  ),
  deep(
    'envelope.single-user',
    DATA,
    'data is no array where one user is found',
    success(UL, (b) => {
      if (Array.isArray(b['data']) && b['data'].length === 1) b['data'] = b['data'][0] ?? null;
    }),
  ),
  deep(
    'envelope.empty-missing',
    DATA,
    'data is left out where a search for users finds nobody',
    success(US, (b) => {
      if (Array.isArray(b['data']) && b['data'].length === 0) k.drop(b, 'data');
    }),
  ),
  plain(
    'envelope.meta',
    'a page has data and pagination',
    'the pagination of sessions stands under meta',
    pagination(SL, (p, b) => {
      k.drop(b, 'pagination');
      b['meta'] = p;
    }),
  ),
  deep(
    'envelope.type',
    JSONTYPE,
    'a list of classes is text/plain by its header',
    reply(CL, (r) => {
      if (r.status === 200) r.headers['content-type'] = 'text/plain';
    }),
  ),
  deep(
    'envelope.json-lines',
    JSONTYPE,
    'a list of study sessions has one item on each line',
    on('text', ST, (t, c) => (c.args?.f.userId && t.includes('},{') ? t.replaceAll('},{', '}\n{') : t)),
  ),
  // Browsers
  plain(
    'cors.none-on-401',
    CORS,
    'a 401 does not allow the origin',
    noOrigin(undefined, (s) => s === 401),
  ),
  deep(
    'cors.none-on-404',
    CORS,
    'a 404 does not allow the origin',
    noOrigin(undefined, (s) => s === 404),
  ),
  deep(
    'cors.none-on-204',
    CORS,
    'an answer without body does not allow the origin',
    noOrigin([k.CSA, k.CSD, k.HSA, k.HTA, k.SCA], (s) => s === 204),
  ),
  deep(
    'cors.none-on-201',
    CORS,
    'a creation does not allow the origin',
    noOrigin(undefined, (s) => s === 201),
  ),
  deep(
    'cors.one-origin',
    CORS,
    'the list of tests allows one origin',
    reply(TL, (r) => {
      r.headers['access-control-allow-origin'] = 'https://app.tenth.example';
    }),
  ),
  deep(
    'cors.https-only',
    CORS,
    'origins without https are not allowed for years',
    reply([YL, YC], (r, c) => {
      if ((c.req.headers.get('origin') ?? 'https:').startsWith('http:'))
        delete r.headers['access-control-allow-origin'];
    }),
  ),
  deep(
    'cors.twice',
    CORS,
    'the list of cohorts names two origins',
    reply(HL, (r, c) => {
      if (c.req.headers.has('origin'))
        r.headers['access-control-allow-origin'] = `${c.req.headers.get('origin')}, *`;
    }),
  ),
  plain(
    'cors.preflight-origin',
    CORS,
    'a preflight allows no origin',
    preflight((h) => {
      delete h['access-control-allow-origin'];
    }),
  ),
  deep(
    'cors.preflight-key',
    CORS,
    'a preflight does not allow the header x-api-key',
    preflight((h) => {
      h['access-control-allow-headers'] = 'content-type';
    }),
  ),
  deep(
    'cors.preflight-delete',
    CORS,
    'a preflight does not allow DELETE',
    preflight((h) => {
      h['access-control-allow-methods'] = (h['access-control-allow-methods'] ?? '').replace(/DELETE,? ?/, '');
    }),
  ),
  deep(
    'cors.preflight-put',
    CORS,
    'a preflight does not allow PUT',
    preflight((h) => {
      h['access-control-allow-methods'] = (h['access-control-allow-methods'] ?? '').replace(/PUT,? ?/, '');
    }),
  ),
  deep(
    'cors.preflight-401',
    CORS,
    'a preflight of users needs a key',
    reply('', (r, c) => {
      if (c.req.method === 'OPTIONS' && c.req.path.endsWith('/users')) {
        r.status = 401;
        r.headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
        r.body = { status: 401, message: 'A valid API key is required' };
      }
    }),
  ),
  deep(
    'cors.preflight-ids',
    CORS,
    'a preflight of a path with an id gives 404',
    reply('', (r, c) => {
      if (c.req.method === 'OPTIONS' && /[0-9a-f-]{36}/.test(c.req.path)) {
        r.status = 404;
        r.headers = {};
        r.body = { status: 404, message: 'No such resource' };
      }
    }),
  ),
];
