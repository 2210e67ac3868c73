// Bugs of keys, permissions, CORS, errors and content types – part two.
import {
  C1,
  CL,
  CO,
  CO1,
  CP,
  CS,
  CT,
  DHS,
  DS,
  DT,
  forms,
  HT,
  kind,
  PC,
  PCO,
  PS,
  PT,
  SE,
  SS,
  SU,
  TS,
  UE,
  US,
  Y1,
  YC,
  YS,
} from './bugs-wire-kit.ts';
import { type Bug, D, inError, M, onError, P, restatus, without } from './hooks.ts';
import { listOf, objectOf } from './types.ts';

export const bodies: Bug[] = [
  P('er-401-text', 'r', CL, forms, '401 is plain text', {
    reply: onError(401, (_b, r) => ({
      ...r,
      headers: { ...r.headers, 'content-type': 'text/plain' },
      raw: 'Unauthorized',
    })),
  }),
  P('er-401-empty', 'r', TS, forms, '401 has no body', {
    reply: onError(401, (_b, r) => {
      const o = { ...r };
      delete o.body;
      return o;
    }),
  }),
  M('er-403-wrapped', 'r', US, forms, '403 wraps the error in error', {
    reply: onError(403, (b, r) => ({ ...r, body: { error: b } })),
  }),
  M('er-403-string', 'w', PT, forms, '403 is a JSON text', {
    reply: onError(403, (_b, r) => ({ ...r, body: 'Forbidden' })),
  }),
  P('er-404-html', 'r', C1, forms, '404 is a page of HTML', {
    reply: onError(404, (_b, r) => ({
      ...r,
      headers: { ...r.headers, 'content-type': 'text/html' },
      raw: '<h1>Not Found</h1>',
    })),
  }),
  P('er-404-status-text', 'r', CO1, 'status of an error is an integer', 'a text', {
    reply: inError(404, (b) => {
      b['status'] = '404';
    }),
  }),
  M(
    'er-404-status-other',
    'r',
    Y1,
    'status of an error is that of the response',
    '400 in the body of a 404',
    {
      reply: inError(404, (b) => {
        b['status'] = 400;
      }),
    },
  ),
  M(
    'er-400-status-other',
    'r',
    US,
    'status of an error is that of the response',
    '422 in the body of a 400',
    {
      reply: inError(400, (b) => {
        b['status'] = 422;
      }),
    },
  ),
  P('er-400-bare', 'r', CL, forms, '400 is a list of texts', {
    reply: onError(400, (b, r) => ({ ...r, body: [b['detail']] })),
  }),
  M('er-400-no-status', 'r', CO, forms, 'neither form: errors alone', {
    reply: onError(400, (b, r) => ({ ...r, body: { errors: [{ field: 'limit', error: b['detail'] }] } })),
  }),
  M('er-400-detail-object', 'r', SE, 'detail is a string', 'an object', {
    reply: inError(400, (b) => {
      b['detail'] = { en: b['detail'] };
    }),
  }),
  M('er-400-type-number', 'r', SU, 'type is a URI as a string', 'a number', {
    reply: inError(400, (b) => {
      b['type'] = 1007;
    }),
  }),
  M('er-400-title-list', 'r', C1, 'title is a string', 'a list', {
    reply: inError(400, (b) => {
      b['title'] = [b['title']];
    }),
  }),
  D('er-409-status', 'w', PC, 'status of an error is that of the response', '400 in the body of a 409', {
    reply: inError(409, (b) => {
      b['status'] = 400;
    }),
  }),
  D('er-409-no-message', 'w', PCO, forms, '409 has a code and nothing else', {
    reply: onError(409, (_b, r) => ({ ...r, body: { code: 'cohort_exists' } })),
  }),
  P('er-401-message-null', 'r', SS, 'message is a string', 'null', {
    reply: inError(401, (b) => {
      b['message'] = null;
    }),
  }),
  M('er-401-status-code', 'r', CP, forms, 'statusCode for status', {
    reply: inError(401, (b) => {
      b['statusCode'] = b['status'];
      delete b['status'];
    }),
  }),
  M('er-403-message-list', 'r', CL, 'message is a string', 'a list of texts', {
    reply: inError(403, (b) => {
      b['message'] = [b['message']];
    }),
  }),
  P('er-404-200', 'r', C1, 'an unknown class gets 404', 'the error comes with 200', {
    reply: (r) => (r.status === 404 ? { ...r, status: 200 } : r),
  }),
  M('er-400-members', 'w', DT, forms, '400 is plain text', {
    reply: onError(400, (_b, r) => ({
      ...r,
      headers: { ...r.headers, 'content-type': 'text/plain' },
      raw: 'Bad Request',
    })),
  }),
  M('er-404-members', 'w', HT, 'status of an error is that of the response', '500 in the body of a 404', {
    reply: inError(404, (b) => {
      b['status'] = 500;
    }),
  }),
  M('er-401-write', 'w', UE, forms, '401 is an empty object', {
    reply: onError(401, (_b, r) => ({ ...r, body: {} })),
  }),
  D(
    'er-second-body',
    'r',
    Y1,
    forms,
    'from the second refusal on, the body of the last one is used with its status',
    {
      reply: (r, c) => {
        if (r.status < 400) return r;
        const last = c.memory.get('er');
        c.memory.set('er', r.body);
        return last ? { ...r, body: last } : r;
      },
    },
  ),
];

export const types: Bug[] = [
  P('ct-html-users', 'r', US, kind, 'text/html', {
    reply: (r) => ({ ...r, headers: { ...r.headers, 'content-type': 'text/html; charset=utf-8' } }),
  }),
  P('ct-text-class', 'r', C1, kind, 'text/plain', {
    reply: (r) => (r.status === 200 ? { ...r, headers: { ...r.headers, 'content-type': 'text/plain' } } : r),
  }),
  M('ct-absent-current', 'r', YC, kind, 'no content type', { reply: without('content-type') }),
  M('ct-javascript-sessions', 'r', CP, kind, 'text/javascript', {
    reply: (r) =>
      r.status === 200 ? { ...r, headers: { ...r.headers, 'content-type': 'text/javascript' } } : r,
  }),
  D('ct-accept-tests', 'r', TS, kind, 'XML for who does not ask for JSON by name', {
    reply: (r, c) =>
      r.status === 200 && !(c.headers.get('accept') ?? '').includes('json')
        ? { ...r, headers: { ...r.headers, 'content-type': 'application/xml' }, raw: '<tests/>' }
        : r,
  }),
  M('ct-ndjson-cohorts', 'r', CO, kind, 'one JSON text a line', {
    reply: (r) =>
      r.status === 200 && listOf(objectOf(r.body)['data']).length > 1
        ? {
            ...r,
            raw: listOf(objectOf(r.body)['data'])
              .map((x) => JSON.stringify(x))
              .join('\n'),
          }
        : r,
  }),
  M('ct-jsonp-years', 'r', YS, kind, 'wrapped in a function for a callback parameter that is always set', {
    reply: (r) => (r.status === 200 ? { ...r, raw: `callback(${JSON.stringify(r.body)})` } : r),
  }),
  M('ct-bom-search', 'r', SS, kind, 'two JSON texts: a debug line in front', {
    reply: (r) => (r.status === 200 ? { ...r, raw: `{"debug":true}\n${JSON.stringify(r.body)}` } : r),
  }),
  D('ct-cut-users', 'r', SU, kind, 'answers are cut after 64 KiB', {
    reply: (r) => {
      const t = JSON.stringify(r.body ?? null);
      return t.length > 40000 ? { ...r, raw: t.slice(0, 40000) } : r;
    },
  }),
  P('ct-created-html', 'w', PS, kind, 'text/html', {
    reply: (r) => (r.status === 201 ? { ...r, headers: { ...r.headers, 'content-type': 'text/html' } } : r),
  }),
  M('ct-twice-encoded', 'r', CO1, kind, 'the JSON text is encoded again, as a string', {
    reply: (r) => (r.status === 200 ? { ...r, body: JSON.stringify(r.body) } : r),
  }),
];

export const crashes: Bug[] = (
  [
    [DS, 'class-students-remove'],
    [CT, 'class-teachers-add'],
    [DHS, 'cohort-students-remove'],
    [CS, 'class-students-add'],
  ] as const
).map(([op, id]) =>
  P(`er-json-500-${id}`, 'w', op, 'an invalid request gets 400', 'a body that is no JSON throws', {
    rule: restatus(500, 'body.json', 'body.object'),
  }),
);
