import { objects, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault, faultsFrom, type Json } from '../kit/fault.ts';
import type { OperationId } from '../kit/routes.ts';
import { also, isNamed, renaming } from '../kit/side-effects.ts';
import { requestTo, userIdIn, userNow } from './user.ts';

const reads: readonly OperationId[] = ['listUsers', 'searchUsers'];

/** Faults of changes that save a whole account, and of those that are taken for a repetition. */
export const wholeAccount: readonly Fault[] = [
  ...faultsFrom(
    {
      'update-student-details.date-of-birth/nothing-else!upn': 'updateStudentDetails',
      'update-user-name.effect/nothing-else!upn': 'updateUserName',
      'update-user-primary-email.effect/nothing-else!upn': 'updateUserPrimaryEmail',
      'set-user-external-id.effect/nothing-else!upn': 'setUserExternalId',
      'update-user-password.keeps-the-rest!upn': 'updateUserPassword',
    } satisfies Readonly<Record<string, OperationId>>,
    (op) => ({
      on: [op],
      touches: [op, ...reads],
      story: 'The account is loaded with the columns of the form, and saved with all: the UPN is gone.',
      deep: true,
      with: shownOnceSaved(({ upn: _, ...user }) => user),
    }),
  ),
  ...faultsFrom(
    {
      'update-student-details.date-of-birth/disabled': 'updateStudentDetails',
      'update-user-name.effect/disabled': 'updateUserName',
      'update-user-primary-email.effect/disabled': 'updateUserPrimaryEmail',
      'set-user-external-id.effect/disabled': 'setUserExternalId',
    } satisfies Readonly<Record<string, OperationId>>,
    (op) => ({
      on: [op],
      touches: [op, 'disableUser', 'enableUser'],
      story: 'The default scope hides who is disabled, and the update of no row is a success.',
      with: whileDisabled(async (request, service) => {
        const user = await userNow(request, service);
        return Response.json({ user }, { headers: { 'access-control-allow-origin': '*' } });
      }),
    }),
  ),
  ...faultsFrom(
    {
      'update-student-details.date-of-birth/disabled!undone': 'updateStudentDetails',
      'update-user-name.effect/disabled!undone': 'updateUserName',
      'update-user-primary-email.effect/disabled!undone': 'updateUserPrimaryEmail',
      'set-user-external-id.effect/disabled!undone': 'setUserExternalId',
    } satisfies Readonly<Record<string, OperationId>>,
    (op) => ({
      on: [op],
      touches: [op, 'disableUser', 'enableUser', ...reads],
      story: 'Enabling restores the account from the copy that was made when it was disabled.',
      deep: true,
      with: restoredOnceEnabled(),
    }),
  ),
  fault('disable-user.keeps-the-rest/alike', {
    on: ['disableUser'],
    story: 'Those who share an address are one person to the provider of identities.',
    with: also(
      ({ emails }, named, all) =>
        all.some(
          (one) =>
            isNamed(one, named) && String(one['emails'] ?? '') === String(emails) && String(emails) !== '',
        ),
      ({ userId }, send) => send(['POST', `/users/${userId}/disable`], {}),
    ),
  }),
  fault('disable-user.keeps-the-rest/alike!named', {
    on: ['disableUser'],
    story: 'Who is disabled is renamed in all tables where the name stands.',
    deep: true,
    with: also(
      ({ fullName, userId }, named, all) =>
        all.some((one) => isNamed(one, named) && one['fullName'] === fullName && one['userId'] !== userId),
      renaming,
    ),
  }),
  fault('enable-user.keeps-the-rest!born-again', {
    on: ['enableUser'],
    touches: ['enableUser', 'disableUser', ...reads],
    story: 'Enabling is an upsert, and a row that is enabled already gets the defaults of a new one.',
    deep: true,
    with: remembering(() => {
      const disabled = new Set<string>();
      const born = new Set<string>();
      return async (request, service) => {
        const id = userIdIn(request).toLowerCase();
        const does = /\/(disable|enable)$/.exec(new URL(request.url).pathname)?.[1];
        const response = await service(request);
        if (!response.ok) return response;
        if (does === 'disable') disabled.add(id);
        if (does === 'enable' && !disabled.delete(id)) born.add(id);
        if (does !== undefined) return response;
        const body = (await response.json()) as Json;
        const data = objects(body['data']).map((user) =>
          born.has(String(user['userId']).toLowerCase()) ? { ...user, createdAt: user['updatedAt'] } : user,
        );
        return answer(response, { ...body, data });
      };
    }),
  }),
  fault('update-user-password.body/same-password', {
    on: ['updateUserPassword'],
    story: 'Double clicks are known by a digest of the body alone, and answered as before.',
    with: remembering(() => {
      const answers = new Map<string, unknown>();
      return async (request, service) => {
        const text = await request.clone().text();
        const response = await service(request);
        if (!response.ok) return response;
        const body: unknown = await response.json();
        if (!answers.has(text)) answers.set(text, body);
        return answer(response, answers.get(text));
      };
    }),
  }),
  fault('update-user-password.body/same-password!by-digest', {
    on: ['updateUserPassword'],
    story: 'The answer is looked up by the digest of the password, and has the id of whoever had it first.',
    deep: true,
    with: remembering(() => {
      const first = new Map<string, string>();
      return async (request, service) => {
        const text = await request.clone().text();
        const id = userIdIn(request);
        const response = await service(request);
        if (!response.ok) return response;
        if (!first.has(text)) first.set(text, id);
        const body = (await response.json()) as { user: Json };
        return answer(response, { user: { ...body.user, userId: first.get(text) } });
      };
    }),
  }),
  fault('update-user-name.effect/letter-case', {
    on: ['updateUserName'],
    story: 'An update without a change is left out, and names are compared as the database does.',
    with: async (request, service) => {
      const sent = namesIn((await request.clone().json()) as Json);
      const user = await userNow(request, service);
      const isSame = ['firstName', 'lastName'].every((part) => small(user[part]) === small(sent[part]));
      return isSame ? Response.json({ user }) : service(request);
    },
  }),
  fault('update-user-name.effect/letter-case!one-capital', {
    on: ['updateUserName'],
    story: 'A name is written with one capital for each of its words.',
    deep: true,
    with: async (request, service) => {
      const sent = namesIn((await request.clone().json()) as Json);
      const oneCapital = (name: unknown) =>
        String(name).replace(/\p{L}[\p{L}\d]*/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase());
      const user = { firstName: oneCapital(sent['firstName']), lastName: oneCapital(sent['lastName']) };
      return service(requestTo(request, 'PUT', `/users/${userIdIn(request)}/name`, { user }));
    },
  }),
];

/** Shows users otherwise once they were changed. */
function shownOnceSaved(change: (user: Json) => Json): Break {
  return remembering(() => {
    const saved = new Set<string>();
    return async (request, service) => {
      const id = userIdIn(request).toLowerCase();
      const response = await service(request);
      if (!response.ok) return response;
      if (id !== '') {
        saved.add(id);
        return response;
      }
      const body = (await response.json()) as Json;
      const data = objects(body['data']).map((user) =>
        saved.has(String(user['userId']).toLowerCase()) ? change(user) : user,
      );
      return answer(response, { ...body, data });
    };
  });
}

/** Answers changes otherwise while a user is disabled. */
export function whileDisabled(otherwise: Break): Break {
  return remembering(() => {
    const disabled = new Set<string>();
    return async (request, service) => {
      const id = userIdIn(request).toLowerCase();
      const does = /\/(disable|enable)$/.exec(new URL(request.url).pathname)?.[1];
      if (does === undefined) return disabled.has(id) ? otherwise(request, service) : service(request);
      const response = await service(request);
      if (response.ok && does === 'disable') disabled.add(id);
      else if (response.ok) disabled.delete(id);
      return response;
    };
  });
}

/** Shows a user, once enabled, as the user was when disabled, until the next change. */
function restoredOnceEnabled(): Break {
  return remembering(() => {
    const copies = new Map<string, Json>();
    const restored = new Map<string, Json>();
    return async (request, service) => {
      const id = userIdIn(request).toLowerCase();
      const does = /\/(disable|enable)$/.exec(new URL(request.url).pathname)?.[1];
      const before = does === 'disable' ? await userNow(request, service) : undefined;
      const response = await service(request);
      if (!response.ok) return response;
      if (before !== undefined) copies.set(id, before);
      else if (does === 'enable') restored.set(id, copies.get(id) ?? {});
      else if (id !== '') restored.delete(id);
      if (id !== '') return response;
      const body = (await response.json()) as Json;
      const data = objects(body['data']).map((user) => ({
        ...user,
        ...restored.get(String(user['userId']).toLowerCase()),
      }));
      return answer(response, { ...body, data });
    };
  });
}

function namesIn(body: Json): Json {
  return (body['user'] ?? body) as Json;
}

function small(value: unknown): string {
  return String(value).toLowerCase();
}
