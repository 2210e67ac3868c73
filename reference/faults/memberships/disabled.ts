import { remembering, resend } from '../kit/breaks.ts';
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
      with: withDisabled((request, service) => service(request)),
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
];

/** Passes a removal on without those who are disabled; what disables and enables is watched. */
function withDisabled(others: Break): Break {
  return remembering(() => {
    const hidden = new Set<string>();
    return async (request, service) => {
      const id = switched(request);
      if (id !== undefined) {
        const response = await others(request, service);
        if (response.ok && request.url.endsWith('disable')) hidden.add(id);
        else if (response.ok) hidden.delete(id);
        return response;
      }
      const body = (await request.clone().json()) as Json;
      const left = idsOf(body, 'userIds').filter((one) => !hidden.has(one.toLowerCase()));
      if (left.length === idsOf(body, 'userIds').length) return service(request);
      if (left.length === 0) return new Response(null, { status: 204 });
      return service(resend(request, { ...body, userIds: left }));
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
