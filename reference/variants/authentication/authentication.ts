import { remembering } from '../../faults/kit/breaks.ts';
import type { Json, Service } from '../../faults/kit/fault.ts';
import { operationOf } from '../../faults/kit/routes.ts';
import { refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

const lists = ['listClasses', 'listCohorts', 'listUsers', 'listSessions', 'listTests'] as const;

const beyondEveryKey = [
  'createTeacher',
  'disableUser',
  'searchSessions',
  'updateUserPassword',
  'addCohortTests',
  'listTests',
] as const;

/** What another team may do about keys. */
export const authentication: readonly Variant[] = [
  variant('authentication.key-permissions!named', {
    fills: ['authentication.key-permissions'],
    story: 'The profile names the few operations that the restricted key may not use.',
    readings: {
      'authentication.key-permissions': {
        'restricted-may-not-use': ['listUsers', 'createClass', 'disableUser'],
      },
    },
  }),
  variant('authentication.restricted-lists!shorter', {
    fills: [
      'authentication.restricted-lists',
      'authentication.hidden-resource',
      'authentication.key-permissions',
    ],
    story: 'A restricted key gets lists of what it may see, and 404 for the rest.',
    readings: { 'authentication.key-permissions': { 'restricted-may-not-use': ['createStudent'] } },
    with: async (request, service) => {
      const response = await service(request);
      const op = operationOf(request);
      if (response.status !== 403 || op === 'createStudent') return response;
      const page = {
        data: [],
        pagination: { total: 0, limit: 100, offset: 0, previousCursor: null, nextCursor: null },
      };
      return lists.some((id) => id === op) ? Response.json(page) : refuse(404, 'There is nothing here.');
    },
  }),
  variant('authentication.key-permissions!not-every-operation', {
    fills: ['authentication.key-permissions'],
    story: 'Not even the key with the most permissions makes teachers, disables users or searches sessions.',
    with: async (request, service) => {
      const op = operationOf(request);
      if (!beyondEveryKey.some((id) => id === op)) return service(request);
      // Whether the key is valid at all, asked without doing anything.
      const years = new URL('/api/v1/academic-years', request.url);
      const known = await service(new Request(years, { headers: request.headers }));
      return known.ok ? refuse(403, 'No key may do this.') : known;
    },
  }),
  variant('authentication.unauthorised-body!gateway', {
    inFront: true,
    fills: ['authentication.unauthorised-body', 'authentication.empty-key'],
    story: 'A gateway refuses keys in a format of its own, and tells a missing key from a wrong one.',
    with: async (request, service) => {
      const response = await service(request);
      if (response.status !== 401) return response;
      return refuse(401, request.headers.get('x-api-key') ? 'The key is wrong.' : 'There is no key.');
    },
  }),
  variant('authentication.permission-order!last', {
    fills: ['authentication.permission-order'],
    story: 'What a request names is looked for, and its body validated, before anybody asks who may send it.',
    with: remembering(() => {
      let full: string | undefined;
      return async (request, service) => {
        const body = await request.clone().text();
        const response = await service(request.clone());
        if (response.ok && !request.url.includes('/academic-years')) full ??= keyIn(request);
        const op = operationOf(request);
        if (response.status !== 403 || op === undefined || full === undefined) return response;
        if (!isWellFormed(op, body || undefined)) return refuse(400, 'The body is invalid.');
        // A search names nothing: it finds nothing.
        const isMissing = !op.startsWith('search') && (await namesNothing(request, body, full, service));
        return isMissing ? refuse(404, 'There is no such thing.') : response;
      };
    }),
  }),
];

/** Whether a request names a class, a cohort or a user that does not exist, in its path or as the first in its body. */
async function namesNothing(request: Request, body: string, key: string, service: Service): Promise<boolean> {
  const base = new URL('/api/v1', request.url).href;
  const ask = (path: string) => service(new Request(`${base}${path}`, { headers: { 'x-api-key': key } }));
  const group = /\/((?:classes|smart-ia\/cohorts)\/[^/?]+)/.exec(request.url)?.[1];
  if (group !== undefined && (await ask(`/${group}`)).status === 404) return true;
  const user =
    /\/(?:students|teachers|users)\/([0-9a-f-]{36})/.exec(request.url)?.[1] ??
    /"userIds":\["([0-9a-f-]{36})/.exec(body)?.[1];
  if (user === undefined) return false;
  const { data } = (await (await ask(`/users?userId=${user}`)).json()) as { data: readonly unknown[] };
  return data.length === 0;
}

function keyIn(request: Request): string | undefined {
  return request.headers.get('x-api-key') ?? undefined;
}

/** Whether a body has the form that this service wants, whoever sends it. */
function isWellFormed(op: string, text: string | undefined): boolean {
  if (/^(?:list|get|enable|disable|search)/.test(op)) return true;
  const body = parsed(text);
  if (body === undefined) return false;
  if (op.startsWith('create')) return says(Object.values(body)) || Object.values(body).some(saysInside);
  return Object.keys(body).length > 0;
}

function parsed(text = ''): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether there is a text among the values. */
function says(values: readonly unknown[]): boolean {
  return values.some((value) => typeof value === 'string');
}

function saysInside(value: unknown): boolean {
  return typeof value === 'object' && value !== null && says(Object.values(value));
}
