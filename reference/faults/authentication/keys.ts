import { answer, type Break, type Fault, fault } from '../kit/fault.ts';
import { letIn, withKey } from '../kit/keys.ts';
import { creations, everyOperation, type OperationId, readsById, restricted } from '../kit/routes.ts';

const telling = everyOperation.filter((id) => !creations.includes(id));
const withoutPath: readonly OperationId[] = ['listAcademicYears', 'listUsers', 'searchUsers', 'listSessions'];

/** The keys that no server takes, and how a team comes to take them. */
const keyless = [
  {
    clause: 'authentication.missing-key',
    story: 'The routes are registered before the key check.',
    when: (key: string | null) => key === null,
  },
  {
    clause: 'authentication.empty-key',
    story: 'The key is compared with a variable that was never set.',
    when: (key: string | null) => key === '',
  },
  {
    clause: 'authentication.invalid-key',
    story: 'The gateway looks whether there is a key, and never which.',
    when: (key: string | null, valid: string) => key !== null && key !== '' && key !== valid,
  },
] as const;

const open = keyless.flatMap(({ clause, story, when }) => [
  letIn(clause, { on: telling, story, when }),
  letIn(`${clause}/creation`, { on: creations, story, when }),
  letIn(`${clause}!one-route`, {
    on: ['searchUsers'],
    deep: true,
    story: 'A search by POST is newer than the list of protected routes.',
    when,
  }),
  fault(`${clause}!forbidden`, {
    on: everyOperation,
    story: 'The framework answers 403 to whoever is not logged in.',
    with: instead(401, 403),
  }),
]);

/** Faults of chapter Authentication. */
export const authentication: readonly Fault[] = [
  ...open,
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
  letIn('authentication.invalid-key/near-miss!any', {
    on: withoutPath,
    story: 'The gateway looks whether there is a key, and never which.',
    when: (key, valid) => key !== null && key !== '' && key !== valid,
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
  fault('authentication.header-name', {
    on: ['listAcademicYears'],
    story: 'The key is expected in the header authorization.',
    with: (request, service) => service(withKey(request, request.headers.get('authorization'))),
  }),
  letIn('authentication.lacking-permission', {
    on: restricted.filter((id) => !creations.includes(id)),
    story: 'The permissions of a key are stored and never looked at.',
    when: (key, valid) => key !== null && key !== '' && key !== valid,
  }),
  fault('authentication.lacking-permission!hidden', {
    on: restricted,
    story: 'Whatever a key may not see does not exist for it.',
    with: instead(403, 404),
  }),
  fault('authentication.lacking-permission!unauthorised', {
    on: ['updateUserPassword', 'disableUser'],
    deep: true,
    story: 'Routes of another team answer 401 to a key without the right.',
    with: instead(403, 401),
  }),
];

/** Answers with another status where the service refuses with this one. */
function instead(status: number, other: number): Break {
  return async (request, service) => {
    const response = await service(request);
    if (response.status !== status) return response;
    const body = (await response.json()) as Record<string, unknown>;
    return answer(response, { ...body, status: other }, { status: other });
  };
}
