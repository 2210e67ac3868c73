import { userIdIn, userNow } from '../../faults/accounts/user.ts';
import { bodyOf, objects, read, remembering, resend } from '../../faults/kit/breaks.ts';
import { answer, answerBody, type Break, type Json } from '../../faults/kit/fault.ts';
import { accountChanges, type OperationId, operationOf } from '../../faults/kit/routes.ts';
import { mapResources, refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

/** The operations on the classes and cohorts of a user. */
const onGroupsOfUser: readonly OperationId[] = [
  'addStudentClasses',
  'removeStudentClasses',
  'addStudentCohorts',
  'addTeacherClasses',
  'removeTeacherClasses',
];

/** The operations on an account that exists. */
const onAccounts: readonly OperationId[] = [
  ...onGroupsOfUser,
  ...accountChanges,
  'setUserExternalId',
  'enableUser',
  'disableUser',
];

/** What another team's service may do with accounts, where the interface leaves it open. */
export const behaviours: readonly Variant[] = [
  variant('users.unknown-user!not-found-first', {
    fills: ['users.unknown-user', 'users.malformed-user-id'],
    story:
      'The user of the path is looked up before the body is read, and a malformed id is an unknown user.',
    on: onAccounts,
    with: async (request, service) => {
      const key = request.headers.get('x-api-key') ?? '';
      const id = encodeURIComponent(decodeURIComponent(userIdIn(request)));
      const found = await service(
        new Request(new URL(`/api/v1/users?userId=${id}`, request.url), { headers: { 'x-api-key': key } }),
      );
      if (found.status === 401 || found.status === 403) return service(request);
      const known = found.ok && objects(((await found.json()) as Json)['data']).length > 0;
      return known ? service(request) : refuse(404, 'There is no such user.');
    },
  }),
  variant('users.unknown-user!unprocessable', {
    fills: ['users.unknown-user', 'users.malformed-user-id', 'named-only.error-statuses'],
    story: 'Whatever is wrong with a change of an account is 422.',
    on: onAccounts,
    with: async (request, service) => {
      const response = await service(request);
      return [400, 404].includes(response.status) ? refuse(422, 'This cannot be done.') : response;
    },
  }),
  variant('named-only.error-statuses!nothing-to-do', {
    fills: ['named-only.error-statuses'],
    story:
      'A list of groups that is empty, or names one for which there is nothing to do, is 409 as a whole.',
    on: onGroupsOfUser,
    with: async (request, service) => {
      const [ids] = Object.values(await bodyOf(request));
      if (!Array.isArray(ids)) return service(request);
      const probe = await service(resend(request, { nothing: [] }));
      if (probe.status === 401 || probe.status === 403) return probe;
      const user = await userNow(request, service);
      const own = [user['classIds'], user['cohortIds']].flatMap((value) =>
        Array.isArray(value) ? value.map((id) => String(id).toLowerCase()) : [],
      );
      const isIdle = (id: unknown) => own.includes(String(id).toLowerCase()) === (request.method === 'POST');
      const isRefused = user['userId'] !== undefined && (ids.length === 0 || ids.some(isIdle));
      return isRefused ? refuse(409, 'There is nothing to do.') : service(request);
    },
  }),
  variant('update-user-primary-email.old-address!stays', {
    fills: ['update-user-primary-email.old-address'],
    story: 'The earlier addresses of a user stay in the list, after the primary one.',
    on: [
      'updateUserPrimaryEmail',
      'listUsers',
      'searchUsers',
      'updateUserName',
      'updateStudentDetails',
      'updateUserPassword',
      'setUserExternalId',
    ],
    with: remembering(() => {
      const earlier = new Map<string, string[]>();
      const withEarlier = answerBody((answered) =>
        mapResources(answered, (user) => {
          const old = earlier.get(String(user['userId'])) ?? [];
          const now = (user['emails'] ?? []) as string[];
          return old.length === 0 ? user : { ...user, emails: [...new Set([...now, ...old])] };
        }),
      );
      return async (request, service) => {
        if (operationOf(request) !== 'updateUserPrimaryEmail') return withEarlier(request, service);
        const id = userIdIn(request);
        const [user] = objects((await read(request, service, `/users?userId=${id}`))['data']);
        return withEarlier(request, async (sent) => {
          const answer = await service(sent);
          const addresses = (user?.['emails'] ?? []) as string[];
          // Whose change is refused has no earlier address.
          if (answer.ok) earlier.set(id, [...addresses, ...(earlier.get(id) ?? [])]);
          return answer;
        });
      };
    }),
  }),
  variant('accounts.managed-elsewhere!students', {
    fills: ['accounts.managed-elsewhere'],
    story: 'Students who came from another system are changed there; here, to change one is 409.',
    on: [
      'updateUserName',
      'updateUserPrimaryEmail',
      'setUserExternalId',
      'updateStudentDetails',
      'addStudentClasses',
      'removeStudentClasses',
    ],
    with: async (request, service) => {
      const { roles, externalId } = await userNow(request, service);
      const isManaged = String(roles).includes('student') && String(externalId).startsWith('MIS-');
      return isManaged ? refuse(409, 'This user is kept elsewhere.') : service(request);
    },
  }),
  variant('accounts.email-letter-case!lower', {
    fills: ['accounts.email-letter-case'],
    story: 'Addresses are kept in lower case.',
    on: ['updateUserPrimaryEmail'],
    with: async (request, service) => {
      const sent = await bodyOf(request);
      const user = (sent['user'] ?? {}) as Json;
      const email = user['email'];
      if (typeof email !== 'string') return service(request);
      return service(resend(request, { ...sent, user: { ...user, email: email.toLowerCase() } }));
    },
  }),
  variant('accounts.unusual-values!letters-only', {
    fills: ['accounts.unusual-values'],
    story:
      'Names have letters of the basic plane, digits, spaces, hyphens and apostrophes; identifiers letters and digits.',
    on: ['createStudent', 'createTeacher', 'updateUserName', 'updateUserPrimaryEmail', 'setUserExternalId'],
    with: async (request, service) => {
      const user = ((await bodyOf(request))['user'] ?? {}) as Json;
      const names = [user['firstName'], user['lastName']].filter((value) => typeof value === 'string');
      const fits =
        names.every(
          (value) => /^[\p{L}\p{M}\p{N} '-]+$/u.test(value) && !/[\u{10000}-\u{10ffff}]/u.test(value),
        ) &&
        !/[^\w. -]/.test(String(user['externalId'] ?? '')) &&
        !String(user['email'] ?? '').includes('+');
      return fits ? service(request) : refuse(400, 'There is a character that is not accepted.');
    },
  }),
  variant('accounts.unusual-values!no-capitals', {
    fills: ['accounts.unusual-values'],
    story: 'Usernames and addresses of new accounts are refused unless they are in small letters.',
    on: ['createStudent', 'createTeacher'],
    with: async (request, service) => {
      const { username, email } = ((await bodyOf(request))['user'] ?? {}) as Json;
      const isSmall = [username, email].every((one) => !/[A-Z]/.test(String(one ?? '')));
      return isSmall ? service(request) : refuse(400, 'There is a capital.');
    },
  }),
  variant('accounts.unusual-values!in-small-letters', {
    fills: ['accounts.unusual-values'],
    story: 'Usernames and addresses of new accounts are kept in small letters, whatever they are sent in.',
    on: ['createStudent', 'createTeacher'],
    with: async (request, service) => {
      const sent = await bodyOf(request);
      const user = sent['user'];
      if (typeof user !== 'object' || user === null) return service(request);
      const small = Object.entries(user).map(([name, value]) => [
        name,
        ['username', 'email'].includes(name) && typeof value === 'string' ? value.toLowerCase() : value,
      ]);
      return service(resend(request, { ...sent, user: Object.fromEntries(small) }));
    },
  }),
  variant('accounts.username-follows!address', {
    fills: ['accounts.username-follows'],
    story: 'Whoever is given a new primary address signs in with it: it becomes the username.',
    on: ['listUsers', 'searchUsers', 'setUserExternalId', ...accountChanges],
    with: remembering(() => {
      const moved = new Set<string>();
      const followed = answerBody((answered) =>
        mapResources(answered, (user) =>
          moved.has(String(user['userId'])) ? namedAfterAddress(user) : user,
        ),
      );
      return (request, service) =>
        followed(request, async (sent) => {
          const answer = await service(sent);
          // Whose change is refused keeps the username.
          if (answer.ok && operationOf(request) === 'updateUserPrimaryEmail') moved.add(userIdIn(request));
          return answer;
        });
    }),
  }),
  variant('enable-user.repeated!refused', {
    fills: ['enable-user.repeated'],
    story: 'Enabling a user who is enabled, or disabling one who is disabled, is a conflict.',
    on: ['enableUser', 'disableUser'],
    with: refusingRepetition(409),
  }),
  variant('enable-user.repeated!bad-request', {
    fills: ['enable-user.repeated'],
    story:
      'Enabling a user who is enabled, or disabling one who is disabled, is a request that makes no sense.',
    on: ['enableUser', 'disableUser'],
    with: refusingRepetition(400),
  }),
  variant('states.disabled-sessions!hidden', {
    fills: ['states.disabled-sessions'],
    story: 'A disabled user is not found by id, and takes no change but to be enabled.',
    on: [...onAccounts, 'listUsers', 'searchUsers'],
    with: remembering(() => {
      const disabled = new Set<string>();
      return async (request, service) => {
        const op = operationOf(request) as OperationId;
        const id = userIdIn(request);
        if (disabled.has(id) && !['enableUser', 'disableUser'].includes(op))
          return refuse(409, 'The user is disabled.');
        const asked = request.url + (await request.clone().text());
        const response = await service(request);
        if (response.ok && op === 'disableUser') disabled.add(id);
        if (response.ok && op === 'enableUser') disabled.delete(id);
        const named = [...disabled].filter((userId) => asked.includes(userId));
        if (!response.ok || named.length === 0 || id !== '') return response;
        const page = (await response.json()) as Json;
        const shown = objects(page['data']).filter((user) => !named.includes(String(user['userId'])));
        const hidden = objects(page['data']).length - shown.length;
        const pagination = page['pagination'] as Json;
        return answer(response, {
          data: shown,
          pagination: { ...pagination, total: Number(pagination['total']) - hidden },
        });
      };
    }),
  }),
];

function namedAfterAddress(user: Json): Json {
  const [address] = (user['emails'] ?? []) as string[];
  return address === undefined ? user : { ...user, username: address };
}

/** Refuses to enable whoever is enabled, and to disable whoever is disabled. */
function refusingRepetition(status: 400 | 409): Break {
  return remembering(() => {
    const disabled = new Set<string>();
    return async (request, service) => {
      const id = userIdIn(request);
      const disables = operationOf(request) === 'disableUser';
      const response = await service(request);
      if (!response.ok) return response;
      if (disabled.has(id) === disables) return refuse(status, 'There is nothing to do.');
      if (disables) disabled.add(id);
      else disabled.delete(id);
      return response;
    };
  });
}
