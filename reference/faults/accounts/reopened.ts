import { answerBody, type Break, type Fault, faults, faultsFrom, type Json } from '../kit/fault.ts';
import type { OperationId } from '../kit/routes.ts';
import { isTeacher, requestTo, userIdIn } from './user.ts';
import { whileDisabled } from './whole-account.ts';

/** Faults of changes that enable somebody, and of answers about teachers. */
export const reopened: readonly Fault[] = [
  ...faultsFrom(
    {
      'update-student-details.date-of-birth/disabled!reopened': 'updateStudentDetails',
      'update-user-name.effect/disabled!reopened': 'updateUserName',
      'update-user-primary-email.effect/disabled!reopened': 'updateUserPrimaryEmail',
      'set-user-external-id.effect/disabled!reopened': 'setUserExternalId',
      'update-user-password.keeps-the-rest/disabled!reopened': 'updateUserPassword',
    } satisfies Readonly<Record<string, OperationId>>,
    (op) => ({
      on: [op],
      touches: [op, 'disableUser', 'enableUser'],
      story: 'Whoever is saved is active, for the form has no box for it.',
      with: whileDisabled(reopening(() => true)),
    }),
  ),
  ...faultsFrom(
    {
      'update-student-details.date-of-birth/disabled!second-time': 'updateStudentDetails',
      'update-user-name.effect/disabled!second-time': 'updateUserName',
      'update-user-primary-email.effect/disabled!second-time': 'updateUserPrimaryEmail',
      'set-user-external-id.effect/disabled!second-time': 'setUserExternalId',
      'update-user-password.keeps-the-rest/disabled!second-time': 'updateUserPassword',
    } satisfies Readonly<Record<string, OperationId>>,
    (op) => ({
      on: [op],
      touches: [op, 'disableUser', 'enableUser'],
      story: 'An account that has logged in before, by its UPN, is unlocked by whatever is changed in it.',
      deep: true,
      with: whileDisabled(reopening((user) => user['upn'] !== undefined)),
    }),
  ),
  ...faults(
    {
      'update-user-name.class-ids/teacher!none': 'updateUserName',
      'update-user-password.class-ids/teacher!none': 'updateUserPassword',
      'update-user-primary-email.class-ids/teacher!none': 'updateUserPrimaryEmail',
    },
    {
      story: 'The answer looks for the classes of a user among those of students.',
      with: ofTeachers(({ classIds: _, ...user }) => user),
    },
  ),
  ...faults(
    {
      'update-user-name.class-ids/teacher!one': 'updateUserName',
      'update-user-password.class-ids/teacher!one': 'updateUserPassword',
      'update-user-primary-email.class-ids/teacher!one': 'updateUserPrimaryEmail',
    },
    {
      story: 'A teacher is joined with the class that comes first.',
      deep: true,
      with: ofTeachers((user) => ({ ...user, classIds: firstOf(user['classIds']) })),
    },
  ),
];

/** Enables the user once the change was accepted. */
function reopening(when: (user: Json) => boolean): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    const { user } = (await response
      .clone()
      .json()
      .catch(() => ({}))) as { readonly user?: Json };
    const path = `/users/${userIdIn(request)}/enable`;
    if (response.ok && when(user ?? {})) await service(requestTo(request, 'POST', path, {}));
    return response;
  };
}

function ofTeachers(change: (user: Json) => Json): Break {
  return answerBody((body) => {
    const user = body['user'] as Json;
    return isTeacher(user) ? { ...body, user: change(user) } : body;
  });
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list.slice(0, 1) : list;
}
