import { arr, data, nth, obj, str } from './tools.ts';
import type { Ctx, Json, Out, Switch } from './types.ts';

type Parts = Omit<Switch, 'id' | 'breaks'>;
const W = /^(POST|PUT|PATCH|DELETE) (?!.*\/search$)/;

function manner(id: string, breaks: string, parts: Parts): Switch {
  return { id: `m-${id}`, breaks, ...parts };
}
function head(id: string, breaks: string, name: string, value: string, ops?: RegExp): Switch {
  return manner(id, breaks, {
    ...(ops ? { ops } : {}),
    after: (o) => {
      o.headers[name] = value;
    },
  });
}
function reform(o: Out, c: Ctx, problem: boolean): void {
  if (o.status < 400 || !o.body) return;
  const message = str(o.body['message'] ?? o.body['detail']);
  o.body = problem
    ? {
        type: 'about:blank',
        title: 'Refused',
        status: o.status,
        detail: message,
        instance: `urn:uuid:00000000-0000-4000-8000-${String(nth(c, 'instance')).padStart(12, '0')}`,
      }
    : { status: o.status, message };
}
function userIn(o: Out): Json | undefined {
  const u = obj(o.body?.['user']);
  return u['userId'] ? u : undefined;
}
const groupOps = /^(POST|DELETE) \/(classes|smart-ia\/cohorts)\/.*(students|teachers)$/;
const texts = 'Texts of errors are not shown.';
const extra = 'Further fields are not forbidden; which fields a success carries besides is not shown.';
const silent = 'Request and response: not shown.';

export const manners: readonly Switch[] = [
  head(
    'created-location',
    'Headers of a 201 are not shown.',
    'location',
    '/api/v1/elsewhere',
    /^POST \/(classes|smart-ia\/cohorts|students|teachers)$/,
  ),
  head('write-no-store', 'Caching headers are not shown.', 'cache-control', 'no-store, private', W),
  head('write-etag', 'Other headers are not shown.', 'etag', 'W/"1"', W),
  manner('write-request-id', 'Other headers are not shown.', {
    ops: W,
    after: (o, c) => {
      o.headers['x-request-id'] = `w-${nth(c, 'rid')}`;
    },
  }),
  manner('write-problem', 'Which endpoint returns which of the two formats: not shown.', {
    ops: W,
    after: (o, c) => reform(o, c, true),
  }),
  manner('write-basic', 'Which endpoint returns which of the two formats: not shown.', {
    ops: W,
    after: (o, c) => reform(o, c, false),
  }),
  manner(
    'write-alternate',
    'Which endpoint returns which of the two formats: not shown; one may take turns.',
    { ops: W, after: (o, c) => reform(o, c, nth(c, 'turn') % 2 === 0) },
  ),
  manner('user-extra', extra, {
    ops: /^(POST|PUT|PATCH) \/(students|teachers|users)/,
    after: (o) => {
      const u = userIn(o);
      if (u) u['schoolName'] = 'Northgate';
    },
  }),
  manner('class-extra', extra, {
    ops: /^POST \/classes$/,
    klass: (v) => {
      v['archived'] = false;
    },
  }),
  manner('cohort-extra', extra, {
    ops: /^POST \/smart-ia\/cohorts$/,
    cohort: (v) => {
      v['createdBy'] = 'api';
    },
  }),
  manner('answer-meta', 'Properties beside the wrapped resource are not forbidden.', {
    ops: W,
    after: (o) => {
      if (o.body && o.status < 300) o.body['meta'] = { version: '1.7.0' };
    },
  }),
  manner('enable-groups', 'Request and response of enable and disable: not shown; classIds may be there.', {
    ops: /(enable|disable)$/,
    user: (v, u) => {
      if (u.classIds.length > 0) v['classIds'] = u.classIds;
    },
  }),
  manner('enable-touches', 'Whether updatedAt moves at each enable: not shown.', {
    ops: /(enable|disable)$/,
    before: (c) => {
      const now = Date.now();
      for (const m of [c.state.people, c.state.directory, c.state.finder]) {
        const u = m.get(str(c.params['userId']).toLowerCase());
        if (u) u.updatedAt = now;
      }
      c.state.log.push({ type: 'userChanged', userId: '', set: {} });
      return undefined;
    },
  }),
  manner('member-updated', 'Whether a membership updates the user: not shown.', {
    ops: groupOps,
    event: (e) => {
      if (e.type !== 'joined' && e.type !== 'left') return undefined;
      const updatedAt = Date.now();
      return [
        e,
        ...e.userIds.map((userId) => ({ type: 'userChanged' as const, userId, set: { updatedAt } })),
      ];
    },
  }),
  manner('newest-first', 'The order of classIds is not shown.', {
    user: (v) => {
      for (const k of ['classIds', 'cohortIds']) if (v[k]) v[k] = [...arr(v[k])].reverse();
    },
  }),
  manner('sorted-groups', 'The order of classIds is not shown.', {
    user: (v) => {
      for (const k of ['classIds', 'cohortIds']) if (v[k]) v[k] = [...arr(v[k])].sort();
    },
  }),
  manner('tests-reversed', 'The order of tests of a cohort is not shown.', {
    cohort: (v) => {
      if (v['tests']) v['tests'] = [...arr(v['tests'])].reverse();
    },
  }),
  manner(
    'new-test-scheduled',
    'Allowed values of activationStatus: not shown; nor which one a new test has.',
    {
      ops: /cohorts/,
      cohort: (v, k, c) => {
        if (!c.state.seed.cohorts.some((x) => x.id === k.id))
          for (const t of arr(v['tests'])) obj(t)['activationStatus'] = 'scheduled';
      },
    },
  ),
  manner(
    'unknown-member-404',
    'What becomes of an unknown user in userIds is not stated; 404 is among the statuses.',
    {
      ops: groupOps,
      after: (o) => {
        if (o.status === 400 && /no user/.test(str(o.body?.['message'] ?? o.body?.['detail'])))
          Object.assign(o, { status: 404, body: { status: 404, message: 'A user is not there.' } });
      },
    },
  ),
  manner('unknown-test-404', 'What becomes of an unknown test is not stated; 404 is among the statuses.', {
    ops: /tests$/,
    after: (o) => {
      if (o.status === 400 && /no test/.test(str(o.body?.['message'] ?? o.body?.['detail'])))
        Object.assign(o, { status: 404, body: { status: 404, message: 'A test is not there.' } });
    },
  }),
  manner('unknown-group-404', silent, {
    ops: /^(POST|DELETE) \/(students|teachers)\//,
    after: (o) => {
      if (o.status === 400 && /There is no (class|cohort)/.test(str(o.body?.['message'])))
        Object.assign(o, { status: 404, body: { status: 404, message: 'A group is not there.' } });
    },
  }),
  manner('keeps-old-mail', 'What becomes of the former primary address: not shown.', {
    ops: /primary$/,
    event: (e, c) => {
      if (e.type !== 'userChanged' || !e.set.emails) return undefined;
      const old = c.state.people.get(e.userId)?.emails ?? [];
      const first = e.set.emails[0] ?? '';
      return [
        {
          ...e,
          set: { ...e.set, emails: [first, ...old.filter((x) => x.toLowerCase() !== first.toLowerCase())] },
        },
      ];
    },
  }),
  manner('full-last-first', 'How fullName is made is not shown.', {
    ops: W,
    event: (e) => {
      if (e.type === 'userCreated')
        return [{ type: e.type, user: { ...e.user, fullName: `${e.user.lastName}, ${e.user.firstName}` } }];
      if (e.type === 'userChanged' && e.set.lastName)
        return [{ ...e, set: { ...e.set, fullName: `${e.set.lastName}, ${e.set.firstName}` } }];
      return undefined;
    },
  }),
  manner('ids-forms', 'A UUID may be of any version.', {
    ops: /^POST \/(students|teachers|classes|smart-ia\/cohorts)$/,
    event: (e) => {
      const v7 = (id: string): string => `${id.slice(0, 14)}7${id.slice(15)}`;
      if (e.type === 'userCreated') {
        e.user.id = v7(e.user.id);
        return [e];
      }
      if (e.type === 'classCreated') {
        e.klass.id = v7(e.klass.id);
        return [e];
      }
      if (e.type === 'cohortCreated') {
        e.cohort.id = v7(e.cohort.id);
        return [e];
      }
      return undefined;
    },
  }),
  manner('write-slow', 'Requests may take time, up to 30 seconds.', {
    ops: W,
    before: () => {
      const end = performance.now() + 2;
      while (performance.now() < end) Math.sqrt(2);
      return undefined;
    },
  }),
  manner('text-short', texts, {
    after: (o) => {
      if (o.status >= 400 && o.body?.['message']) o.body['message'] = 'No.';
    },
  }),
  manner('text-welsh', texts, {
    after: (o) => {
      if (o.status >= 400 && o.body?.['message']) o.body['message'] = `Nid yw’n ddilys – ${o.status}`;
    },
  }),
  manner(
    'error-extra',
    'Problem details may be extended (RFC 7807); further fields of a basic error are not forbidden.',
    {
      after: (o) => {
        if (o.status >= 400 && o.body) o.body['traceId'] = '00-4bf92f3577b34da6';
      },
    },
  ),
  manner('json-ascii', 'JSON may escape characters.', {
    after: (_o, c) => {
      c.memo.set('raw-answer', 1);
    },
  }),
  manner('json-pretty', 'JSON may have blanks.', {
    after: (_o, c) => {
      c.memo.set('raw-answer', 2);
    },
  }),
  manner('key-order', 'The order of properties has no meaning in JSON.', {
    after: (o) => {
      if (o.body) o.body = Object.fromEntries(Object.entries(o.body).reverse());
    },
  }),
  manner('bare-type', 'application/json may have parameters or none.', {
    after: (o) => {
      if (o.body) o.headers['content-type'] = 'application/json';
    },
  }),
  manner('type-upper', 'Media types are compared in any case.', {
    after: (o) => {
      if (o.body) o.headers['content-type'] = 'Application/JSON;charset=UTF-8';
    },
  }),
  manner('cors-echo', 'How any origin is permitted is not shown: its name may be sent back.', {
    after: (o, c) => {
      const origin = c.headers.get('origin');
      if (origin) Object.assign(o.headers, { 'access-control-allow-origin': origin, vary: 'Origin' });
    },
  }),
  manner('preflight-200', 'The status of a preflight is not shown.', {
    ops: /^OPTIONS/,
    after: (o) => {
      o.status = 200;
    },
  }),
  manner('preflight-echo', 'Which headers a preflight permits besides is not shown.', {
    ops: /^OPTIONS/,
    after: (o, c) => {
      o.headers['access-control-allow-headers'] =
        `x-api-key, content-type, ${c.headers.get('access-control-request-headers') ?? 'accept'}`;
    },
  }),
  manner('expose', 'Other headers are not shown.', {
    after: (o) => {
      o.headers['access-control-expose-headers'] = 'x-request-id';
    },
  }),
  manner('challenge', 'A 401 may carry a challenge.', {
    after: (o) => {
      if (o.status === 401) o.headers['www-authenticate'] = 'ApiKey realm="thirteenth"';
    },
  }),
  manner('rate-headers', 'Rate limits are not shown; headers may tell of them.', {
    after: (o) => {
      o.headers['ratelimit-remaining'] = '99999';
    },
  }),
  manner('other-world', 'The data of a service are its own.', { inline: 1 }),
  manner('item-extra', 'Further fields of sessions: the complete list is not shown.', {
    session: (v) => {
      v['device'] = { kind: 'tablet' };
    },
  }),
  manner('study-extra', 'Query and response: not shown.', {
    study: (v) => {
      v['questions'] = 12;
    },
  }),
  manner('classes-by-name', 'The order of classes is not shown.', {
    classes: (r) => [...r].sort((a, b) => (a.name + a.id < b.name + b.id ? -1 : 1)),
  }),
  manner('cohorts-reversed', 'The order of cohorts is not shown.', { cohorts: (r) => [...r].reverse() }),
  manner('tests-order', 'The order of tests is not shown.', {
    ops: /^GET \/smart-ia\/tests$/,
    after: (o) => {
      if (o.status === 200) data(o).reverse();
    },
  }),
  manner('years-order', 'The order of academic years is not shown.', {
    ops: /^GET \/academic-years$/,
    after: (o) => {
      if (o.status === 200) data(o).reverse();
    },
  }),
  manner('roles-order', 'The order of roles is not shown.', {
    user: (v) => {
      v['roles'] = [...arr(v['roles'])].reverse();
    },
  }),
  manner('page-links', 'Further fields of pagination are not forbidden.', {
    after: (o) => {
      const p = obj(o.body?.['pagination']);
      if ('total' in p) p['count'] = data(o).length;
    },
  }),
];
