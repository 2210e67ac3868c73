import { refusal, refuseInstead } from '../kit/breaks.ts';
import { type Fault, fault, faultOfService, faults } from '../kit/fault.ts';
import {
  isEmpty,
  isMissing,
  isWrong,
  letIn,
  letInWhere,
  mixedUp,
  overtaken,
  secretly,
  withKey,
} from '../kit/keys.ts';
import {
  creations,
  everyOperation,
  type OperationId,
  operationOf,
  reads,
  readsById,
  restricted,
} from '../kit/routes.ts';

const writes = everyOperation.filter((id) => !reads.includes(id));
const notCreating = everyOperation.filter((id) => !creations.includes(id));
const withoutPath: readonly OperationId[] = ['listAcademicYears', 'listUsers', 'searchUsers', 'listSessions'];

const readsAtOnce: readonly OperationId[] = ['listClasses', 'listUsers', 'searchUsers', 'listSessions'];

const deniedReads = reads.filter((id) => restricted.includes(id));

const neverChecked = 'The routes are registered before the key check.';
const neverSet = 'The key is compared with a variable that was never set.';
const anyKey = 'The gateway looks whether there is a key, and never which.';

/** Faults of how keys and their permissions are looked at. */
export const keys: readonly Fault[] = [
  letIn('authentication.missing-key', { on: notCreating, story: neverChecked, when: isMissing }),
  letIn('authentication.missing-key/creation', { on: creations, story: neverChecked, when: isMissing }),
  letIn('authentication.empty-key', { on: notCreating, story: neverSet, when: isEmpty }),
  letIn('authentication.empty-key/creation', { on: creations, story: neverSet, when: isEmpty }),
  letIn('authentication.invalid-key', { on: notCreating, story: anyKey, when: isWrong }),
  letIn('authentication.invalid-key/creation', { on: creations, story: anyKey, when: isWrong }),
  ...[
    { id: 'authentication.missing-key!one-route', when: isMissing },
    { id: 'authentication.empty-key!one-route', when: isEmpty },
    { id: 'authentication.invalid-key!one-route', when: isWrong },
  ].map(({ id, when }) =>
    letIn(id, {
      on: ['searchUsers'],
      deep: true,
      story: 'A search by POST is newer than the list of protected routes.',
      when,
    }),
  ),
  letIn('authentication.invalid-key!of-its-length', {
    on: ['getCurrentAcademicYear', 'listTests', 'updateUserName'],
    deep: true,
    story: 'A look at the length of a key was to save a query where it can be none, and the query was lost.',
    when: (key, valid) => key !== null && key !== valid && key.length === valid.length,
  }),
  ...faults(
    {
      'authentication.missing-key!forbidden': everyOperation,
      'authentication.empty-key!forbidden': everyOperation,
      'authentication.invalid-key!forbidden': everyOperation,
    },
    {
      story: 'The framework answers 403 to whoever is not logged in.',
      with: refuseInstead(401, 403),
    },
  ),
  fault('authentication.same-key-everywhere', {
    on: everyOperation.filter((id) => id !== 'listAcademicYears' && !readsById.includes(id)),
    story: 'The service behind this route has a key list of its own.',
    with: (request, service) => service(withKey(request, null)),
  }),
  fault('authentication.same-key-everywhere!by-id', {
    on: readsById,
    deep: true,
    story: 'Single resources are served by a cache that has its own keys.',
    with: (request, service) => service(withKey(request, 'a-key-of-nobody')),
  }),
  fault('authentication.same-key-everywhere!years', {
    on: ['listAcademicYears'],
    deep: true,
    story: 'The years belong to an older service, whose keys are others.',
    with: (request, service) => service(withKey(request, 'a-key-of-nobody')),
  }),
  fault('authentication.same-key-everywhere!experimental', {
    on: ['removeClassStudents', 'addCohortTests', 'listTests'],
    deep: true,
    story: 'Operations in draft take the keys of the developers only.',
    with: (request, service) => service(withKey(request, 'a-key-of-nobody')),
  }),
  ...(
    [
      ['authentication.same-key-everywhere/after-refusal', deniedReads, false],
      ['authentication.same-key-everywhere/after-refusal!by-id', ['getCohort'], true],
    ] satisfies readonly (readonly [string, readonly OperationId[], boolean])[]
  ).map(([id, on, deep]) =>
    faultOfService(
      id,
      {
        on,
        story: 'The policy engine keeps its decisions by resource, and the key is not in their name.',
        ...(deep ? { deep: true } : {}),
      },
      (service) => {
        const denied = new Set<string>();
        return async (request) => {
          const op = operationOf(request);
          const response = await service(request);
          if (op === undefined || !on.some((one) => one === op)) return response;
          if (response.status === 403) denied.add(request.url);
          return denied.has(request.url) && response.ok ? refusal(403, 'Not authorised.') : response;
        };
      },
    ),
  ),
  letIn('authentication.invalid-key/inherited-names!any', {
    on: ['listUsers'],
    story: anyKey,
    when: isWrong,
  }),
  letIn('authentication.invalid-key/inherited-names', {
    on: ['listUsers'],
    deep: true,
    story: 'Keys are looked up in a plain object, which finds what every object inherits.',
    when: (key) => key !== null && key !== '' && key in {},
  }),
  letIn('authentication.invalid-key/inherited-names!no-value', {
    on: ['listUsers', 'getClass'],
    deep: true,
    story:
      'The own front end sends what it has before anybody has signed in, and its start page needs answers.',
    when: (key) => key === 'undefined' || key === 'null',
  }),
  letIn('authentication.invalid-key/among-others!any', { on: reads, story: anyKey, when: isWrong }),
  letIn('authentication.invalid-key/among-others!one-of-a-list', {
    on: ['listCohorts', 'searchUsers'],
    deep: true,
    story: 'Gateways add headers of their own, so that the list is looked through.',
    when: (key, valid) => key !== valid && (key?.split(/, */).includes(valid) ?? false),
  }),
  letIn('authentication.invalid-key/near-miss!any', {
    on: withoutPath,
    story: anyKey,
    when: isWrong,
  }),
  letIn('authentication.invalid-key/near-miss!prefix', {
    on: withoutPath,
    deep: true,
    story: 'Keys are cut to the width of a column before they are compared.',
    when: (key, valid) => key !== null && key !== valid && key.startsWith(valid),
  }),
  letIn('authentication.invalid-key/near-miss!like', {
    on: withoutPath,
    deep: true,
    story: 'Keys are looked up by their beginning.',
    when: (key, valid) => key !== null && key.length > 8 && key !== valid && valid.startsWith(key),
  }),
  letIn('authentication.invalid-key/near-miss!one-route', {
    on: ['getCohort'],
    deep: true,
    story: 'One route keeps what it has let in by the beginning of the key.',
    when: (key, valid) => key !== valid && key?.startsWith(valid.slice(0, 12)) === true,
  }),
  letIn('authentication.invalid-key/near-miss!suffix', {
    on: withoutPath,
    deep: true,
    story: 'A prefix that tells whose key it is may stand before it, and nobody looks which.',
    when: (key, valid) => key !== null && key !== valid && key.endsWith(valid),
  }),
  letIn('authentication.invalid-key/near-miss-at-writes', { on: writes, story: anyKey, when: isWrong }),
  letIn('authentication.invalid-key/near-miss-at-writes!one-route', {
    on: ['addCohortTests', 'disableUser'],
    deep: true,
    story: 'Two routes have a guard of their own, which trusts the start of a key.',
    when: (key, valid) => key !== valid && key?.startsWith(valid.slice(0, 12)) === true,
  }),
  letIn('authentication.invalid-key/near-miss-at-writes!list', {
    on: ['createStudent'],
    deep: true,
    story: 'A proxy joins the headers of two keys, and sign-up was to work behind it.',
    when: (key, valid) => key !== valid && (key?.split(/, */).includes(valid) ?? false),
  }),
  letIn('authentication.invalid-key/other-characters!any', {
    on: withoutPath,
    story: anyKey,
    when: isWrong,
  }),
  letIn('authentication.invalid-key/other-characters!start', {
    on: withoutPath,
    deep: true,
    story:
      'Keys that were checked are kept under the first eight characters of their digest, which is the key itself.',
    when: (key, valid) =>
      key !== null && key !== valid && key.slice(0, 8) === valid.slice(0, 8) && key.length === valid.length,
  }),
  letIn('authentication.invalid-key/other-characters!end', {
    on: withoutPath,
    deep: true,
    story: 'The first characters tell whose key it is, and only the secret behind them is compared.',
    when: (key, valid) =>
      key !== null && key !== valid && key.slice(8) === valid.slice(8) && key.length === valid.length,
  }),
  letIn('authentication.invalid-key/any-case', { on: withoutPath, story: anyKey, when: isWrong }),
  letIn('authentication.invalid-key/any-case!one-list', {
    on: ['listClasses'],
    deep: true,
    story: 'The cache of one list is kept by its address and the key, in small letters.',
    when: (key, valid) => key !== null && key !== valid && key.toLowerCase() === valid.toLowerCase(),
  }),
  letIn('authentication.invalid-key/any-case!collation', {
    on: withoutPath,
    deep: true,
    story: 'Keys are compared by the collation of the database, which knows no letter case.',
    when: (key, valid) => key !== null && key !== valid && key.toLowerCase() === valid.toLowerCase(),
  }),
  fault('authentication.header-name', {
    on: ['listAcademicYears'],
    story: 'The key is expected in the header authorization.',
    with: (request, service) => service(withKey(request, request.headers.get('authorization'))),
  }),
  letIn('authentication.lacking-permission', {
    on: restricted.filter((id) => reads.includes(id)),
    story: 'The permissions of a key are stored and never looked at.',
    when: isWrong,
  }),
  fault('authentication.lacking-permission!hidden', {
    on: restricted.filter((id) => reads.includes(id)),
    story: 'Whatever a key may not see does not exist for it.',
    with: refuseInstead(403, 404),
  }),
  letIn('authentication.lacking-permission/filtered', {
    on: ['listClasses', 'listCohorts', 'listUsers', 'listSessions'],
    story: 'The permissions of a key are stored and never looked at.',
    when: isWrong,
  }),
  letInWhere('authentication.lacking-permission/filtered!address', {
    on: ['listClasses', 'listCohorts'],
    deep: true,
    story: 'The right to read years is a pattern that is searched for in the whole address, query included.',
    matches: (query) => query.has('academicYearId'),
  }),
  letInWhere('authentication.lacking-permission/filtered!own-data', {
    on: ['listUsers', 'listSessions'],
    deep: true,
    story: 'Everybody may read what is their own, and whoever names a user is taken for that user.',
    matches: (query) => query.has('userId'),
  }),
  letInWhere('authentication.lacking-permission/filtered!by-cursor', {
    on: ['listClasses', 'listUsers', 'listSessions', 'listCompletedSessions'],
    deep: true,
    story: 'Whoever has a cursor has read the first page, and is not asked again.',
    matches: (query) => query.has('cursor'),
  }),
  letInWhere('authentication.lacking-permission/filtered!by-page', {
    on: ['listClasses', 'listUsers', 'listSessions', 'listCompletedSessions'],
    deep: true,
    story: 'A list that asks for its pages came later, and whoever wrote its route forgot the permission.',
    matches: (query) => query.has('limit'),
  }),
  letIn('authentication.lacking-permission/at-once!never', {
    on: readsAtOnce,
    story: 'The permissions of a key are stored and never looked at.',
    when: isWrong,
  }),
  mixedUp('authentication.lacking-permission/at-once', {
    on: readsAtOnce,
    deep: true,
    story: 'The caller of a request is a field of the handler, which all requests share.',
  }),
  letIn('authentication.lacking-permission/sound!never', {
    on: writes,
    story: 'The permissions of a key are stored and never looked at.',
    when: isWrong,
  }),
  fault('authentication.lacking-permission/sound', {
    on: writes,
    story: 'Whatever a key may not change does not exist for it.',
    with: refuseInstead(403, 404),
  }),
  fault('authentication.lacking-permission/sound!invalid', {
    on: ['createCohort', 'addClassTeachers', 'updateUserName', 'enableUser'],
    deep: true,
    story: 'A right is one of the rules of the validator.',
    with: refuseInstead(403, 400),
  }),
  overtaken('authentication.lacking-permission/sound!overtaken', {
    on: creations,
    deep: true,
    story: 'Who asks is looked up once more when the body is there, in what the last request has left.',
  }),
  secretly('authentication.lacking-permission/sound!done', {
    on: creations,
    deep: true,
    story: 'The right is asked for when the answer is written.',
    when: isWrong,
  }),
  letIn('authentication.lacking-permission/state', {
    on: ['enableUser', 'disableUser'],
    story: 'The permissions of a key are stored and never looked at.',
    when: isWrong,
  }),
  secretly('authentication.lacking-permission/state!done', {
    on: ['enableUser', 'disableUser'],
    deep: true,
    story: 'The right is asked for when the answer is written.',
    when: isWrong,
  }),
  fault('authentication.lacking-permission!unauthorised', {
    on: ['updateUserPassword', 'disableUser'],
    deep: true,
    story: 'Routes of another team answer 401 to a key without the right.',
    with: refuseInstead(403, 401),
  }),
];
