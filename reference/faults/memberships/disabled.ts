import { refusal, remembering, resend } from '../kit/breaks.ts';
import { type Break, type Fault, faultsFrom, type Json } from '../kit/fault.ts';
import type { OperationId } from '../kit/routes.ts';
import { idsOf } from './membership.ts';

const places = ['removeClassStudents', 'removeClassTeachers', 'removeCohortStudents'] as const;

/** Faults of removals of who is disabled. */
export const disabled: readonly Fault[] = [
  ...faultsFrom(
    {
      'remove-class-students.effect/disabled': places[0],
      'remove-class-teachers.effect/disabled': places[1],
      'remove-cohort-students.effect/disabled': places[2],
    },
    (op) => ({
      on: [op],
      touches: [op, 'disableUser', 'enableUser'],
      story: 'The default scope of the model hides who is disabled, so that the removal finds nobody.',
      with: whereDisabled((ids, isHidden) => ids.filter((id) => !isHidden(id))),
    }),
  ),
  ...faultsFrom(
    {
      'remove-class-students.effect/disabled!back-again': ['removeClassStudents', 'addClassStudents'],
      'remove-class-teachers.effect/disabled!back-again': ['removeClassTeachers', 'addClassTeachers'],
      'remove-cohort-students.effect/disabled!back-again': ['removeCohortStudents', 'addCohortStudents'],
    } satisfies Readonly<Record<string, readonly [OperationId, OperationId]>>,
    ([op]) => ({
      on: [op],
      touches: [op, 'disableUser', 'enableUser'],
      story: 'Enabling brings the memberships back that there were when the user was disabled.',
      deep: true,
      with: backAgain(),
    }),
  ),
  ...faultsFrom(
    {
      'add-class-students.effect/disabled': 'addClassStudents',
      'add-class-teachers.effect/disabled': 'addClassTeachers',
      'add-cohort-students.effect/disabled': 'addCohortStudents',
      'remove-class-students.effect/disabled!behind': 'removeClassStudents',
      'remove-class-teachers.effect/disabled!behind': 'removeClassTeachers',
      'remove-cohort-students.effect/disabled!behind': 'removeCohortStudents',
    } as const,
    (op) => ({
      on: [op],
      touches: [op, 'disableUser', 'enableUser'],
      story: 'The loop over the list stops at the first user who cannot be told of the change.',
      with: whereDisabled((ids, isHidden) => ids.slice(0, ids.findIndex(isHidden) + 1)),
    }),
  ),
  ...faultsFrom(
    {
      'add-class-students.effect/disabled!nobody': 'addClassStudents',
      'add-class-teachers.effect/disabled!nobody': 'addClassTeachers',
      'add-cohort-students.effect/disabled!nobody': 'addCohortStudents',
      'remove-class-students.effect/disabled!nobody': 'removeClassStudents',
      'remove-class-teachers.effect/disabled!nobody': 'removeClassTeachers',
      'remove-cohort-students.effect/disabled!nobody': 'removeCohortStudents',
    } as const,
    (op) => ({
      on: [op],
      touches: [op, 'disableUser', 'enableUser'],
      deep: true,
      story: 'A trigger that minds who is disabled takes all of the list back, behind the answer.',
      with: whereDisabled(() => []),
    }),
  ),
  ...faultsFrom(
    {
      'add-class-students.effect/disabled!refused': 'addClassStudents',
      'add-class-teachers.effect/disabled!refused': 'addClassTeachers',
      'add-cohort-students.effect/disabled!refused': 'addCohortStudents',
      'remove-class-students.effect/disabled!refused': 'removeClassStudents',
      'remove-class-teachers.effect/disabled!refused': 'removeClassTeachers',
      'remove-cohort-students.effect/disabled!refused': 'removeCohortStudents',
    } as const,
    (op) => ({
      on: [op],
      touches: [op, 'disableUser', 'enableUser'],
      deep: true,
      story: 'The list is refused at the disabled user, and what came before is written by then.',
      with: whereDisabled(
        (ids, isHidden) => ids.slice(0, ids.findIndex(isHidden)),
        () => refusal(400, 'A user is disabled.'),
      ),
    }),
  ),
  ...faultsFrom(
    {
      'add-class-students.effect/disabled!crashing': 'addClassStudents',
      'add-class-teachers.effect/disabled!crashing': 'addClassTeachers',
      'add-cohort-students.effect/disabled!crashing': 'addCohortStudents',
      'remove-class-students.effect/disabled!crashing': 'removeClassStudents',
      'remove-class-teachers.effect/disabled!crashing': 'removeClassTeachers',
      'remove-cohort-students.effect/disabled!crashing': 'removeCohortStudents',
    } as const,
    (op) => ({
      on: [op],
      touches: [op, 'disableUser', 'enableUser'],
      story: 'Who is disabled is not loaded with the others, and the loop reads a field of nobody.',
      with: whereDisabled(
        () => [],
        () => refusal(500, 'Cannot read properties of null.'),
      ),
    }),
  ),
];

/**
 * Does a change of a list that names who is disabled for some of the list only. What disables and enables is watched.
 *
 * @param some those for whom it is done
 * @param answer what is answered when the list is done; success, unless it says otherwise
 */
function whereDisabled(
  some: (ids: readonly string[], isHidden: (id: string) => boolean) => readonly string[],
  answer: () => Response = () => new Response(null, { status: 204 }),
): Break {
  return remembering(() => {
    const hidden = new Set<string>();
    const isHidden = (one: string) => hidden.has(one.toLowerCase());
    return async (request, service) => {
      const id = switched(request);
      if (id !== undefined) {
        const response = await service(request);
        if (response.ok && request.url.endsWith('disable')) hidden.add(id);
        else if (response.ok) hidden.delete(id);
        return response;
      }
      const body = (await request.clone().json()) as Json;
      const ids = idsOf(body, 'userIds');
      if (!ids.some(isHidden)) return service(request);
      const userIds = some(ids, isHidden);
      if (userIds.length > 0) await service(resend(request, { ...body, userIds }));
      return answer();
    };
  });
}

/** Assigns again, once a user is enabled, what was removed while the user was disabled. */
function backAgain(): Break {
  return remembering(() => {
    const hidden = new Map<string, Request[]>();
    return async (request, service) => {
      const id = switched(request);
      if (id === undefined) {
        const body = (await request.clone().json()) as Json;
        const response = await service(request.clone());
        for (const one of response.ok ? idsOf(body, 'userIds') : [])
          hidden.get(one.toLowerCase())?.push(resend(request, { userIds: [one] }, 'POST'));
        return response;
      }
      const response = await service(request);
      if (!response.ok) return response;
      if (request.url.endsWith('disable')) hidden.set(id, []);
      else {
        for (const again of hidden.get(id) ?? []) await service(again);
        hidden.delete(id);
      }
      return response;
    };
  });
}

/** Whom a request disables or enables. */
function switched(request: Request): string | undefined {
  return /\/users\/([^/]+)\/(?:disable|enable)$/.exec(new URL(request.url).pathname)?.[1]?.toLowerCase();
}
