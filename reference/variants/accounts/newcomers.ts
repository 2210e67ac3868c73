import { bodyOf, objects, read, remembering, resend } from '../../faults/kit/breaks.ts';
import { answer, type Break, type Json } from '../../faults/kit/fault.ts';
import { type Variant, variant } from '../kit/variant.ts';

/** What this team wants to know of everybody: more than a name. */
const required = ['email', 'upn', 'externalId', 'dateOfBirth', 'gender', 'password'];

/** Which of it nobody else may have. */
const unique = ['email', 'upn', 'externalId'];

/** What other teams may do about what is new: ask more of an account, and find it late. */
export const newcomers: readonly Variant[] = [
  variant('accounts.bodies!more-required', {
    fills: ['create-student.body', 'create-teacher.body', 'create-student.address-of-record'],
    story:
      'An account needs an address, a UPN and an external identifier of its own, a birthday and a password.',
    overlay: ['students', 'teachers'].map((path) => ({
      target: `$.paths['/${path}'].post.requestBody.content['application/json'].schema.properties.user`,
      update: { required },
    })),
    on: ['createStudent', 'createTeacher'],
    with: remembering(() => {
      const taken = new Set<string>();
      return async (request, service) => {
        const user = ((await bodyOf(request))['user'] ?? {}) as Json;
        const values = unique.map((name) => `${name} ${user[name]}`);
        const isFree = !values.some((value) => taken.has(value));
        // What lacks something is to the service a body without anything; the key comes first.
        if (!isComplete(user) || !isFree) return service(resend(request, {}));
        const response = await service(request);
        if (response.status === 201) for (const value of values) taken.add(value);
        return response;
      };
    }),
  }),
  variant('users.enabled-field!waiting-for-a-password', {
    fills: ['users.enabled-field', 'create-student.body', 'create-teacher.body'],
    story: 'An account without a password cannot be used: it is disabled until it has one, and then enabled.',
    on: ['createStudent', 'createTeacher', 'updateUserPassword'],
    with: waitingForPassword(),
  }),
  variant('creation.visibility-delay!soon', {
    fills: ['creation.visibility-delay'],
    story: 'What was created is unknown to the first two requests that name it: they ask a copy.',
    readings: { 'membership.visibility-delay': 2000 },
    with: remembering(() => {
      const recent = new Map<string, number>();
      return async (request, service) => {
        const body = request.method === 'GET' ? '' : await request.clone().text();
        const named = [...recent.keys()].filter((id) => `${request.url} ${body}`.includes(id));
        for (const id of named) countDown(recent, id);
        if (named.length > 0) return service(without(request, body, named));
        const response = await service(request);
        if (response.status === 201) recent.set(idIn(await response.clone().text()), requestsUntilFound);
        return response;
      };
    }),
  }),
];

/** How many requests that name something new don't find it. */
const requestsUntilFound = 2;
const unknownId = '5b2d6c1e-8f4a-4d7b-9c3e-1a2b3c4d5e6f';

function countDown(recent: Map<string, number>, id: string): void {
  const left = (recent.get(id) ?? 0) - 1;
  if (left > 0) recent.set(id, left);
  else recent.delete(id);
}

/** The same request, with an id that names nothing in the place of others. */
function without(request: Request, body: string, ids: readonly string[]): Request {
  const hidden = (text: string) => ids.reduce((left, id) => left.replaceAll(id, unknownId), text);
  const { method, headers } = request;
  return new Request(hidden(request.url), {
    method,
    headers,
    ...(body === '' ? {} : { body: hidden(body) }),
  });
}

/** The id of the resource in an answer to a creation: its first member. */
function idIn(text: string): string {
  return /"(?:class|cohort|user)Id":"([^"]+)"/.exec(text)?.[1] ?? '';
}

function isComplete(user: Json): boolean {
  return (
    required.every((name) => typeof user[name] === 'string') &&
    /^[^@]+@[^@]+$/.test(String(user['email'])) &&
    /^\d{4}-\d\d-\d\d$/.test(String(user['dateOfBirth'])) &&
    String(user['password']).length >= 8
  );
}

/** Disables a new account that has no password, and enables it with its first one. */
function waitingForPassword(): Break {
  return remembering(() => {
    const waiting = new Set<unknown>();
    return async (request, service) => {
      const { user: sent } = await bodyOf(request);
      const response = await service(request.clone());
      if (!response.ok) return response;
      const { user } = (await response.clone().json()) as { user?: Json };
      const id = user?.['userId'];
      const isNew = response.status === 201;
      if (isNew ? (sent as Json)['password'] !== undefined : !waiting.has(id)) return response;
      const state = isNew ? 'disable' : 'enable';
      const url = new URL(`/api/v1/users/${id}/${state}`, request.url);
      await service(new Request(url, { method: 'POST', headers: request.headers }));
      if (isNew) waiting.add(id);
      else waiting.delete(id);
      const [now] = objects((await read(request, service, `/users?userId=${id}`))['data']);
      return answer(response, { user: { ...user, ...now } });
    };
  });
}
