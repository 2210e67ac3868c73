import { refusal, remembering } from '../kit/breaks.ts';
import { type Break, type Fault, faultsFrom } from '../kit/fault.ts';
import { operationOf } from '../kit/routes.ts';
import { userIdIn } from './user.ts';

/** Faults of the classes and cohorts of a user who is disabled. */
export const groupsWhileDisabled: readonly Fault[] = [
  ...faultsFrom(
    {
      'add-student-classes.effect/disabled': 'addStudentClasses',
      'remove-student-classes.effect/disabled': 'removeStudentClasses',
      'add-student-cohorts.effect/disabled': 'addStudentCohorts',
      'add-teacher-classes.effect/disabled': 'addTeacherClasses',
      'remove-teacher-classes.effect/disabled': 'removeTeacherClasses',
    } as const,
    (op) => ({
      on: [op],
      touches: [op, 'disableUser', 'enableUser'],
      story: 'Who is disabled is not loaded, and a field of nobody is read.',
      with: whereDisabled(() => refusal(500, 'Cannot read properties of null.')),
    }),
  ),
  ...faultsFrom(
    {
      'remove-student-classes.effect/disabled!nobody': 'removeStudentClasses',
      'remove-teacher-classes.effect/disabled!nobody': 'removeTeacherClasses',
    } as const,
    (op) => ({
      on: [op],
      touches: [op, 'disableUser', 'enableUser'],
      deep: true,
      story: 'The default scope of the model hides who is disabled, and no row is deleted.',
      with: whereDisabled(() => new Response(null, { status: 204 })),
    }),
  ),
];

/** Answers a change of the groups of a user who is disabled otherwise, and does nothing. */
function whereDisabled(otherwise: () => Response): Break {
  return remembering(() => {
    const disabled = new Set<string>();
    return async (request, service) => {
      const op = operationOf(request);
      const id = userIdIn(request);
      if (op === 'disableUser') disabled.add(id);
      else if (op === 'enableUser') disabled.delete(id);
      else if (disabled.has(id)) return otherwise();
      return service(request);
    };
  });
}
