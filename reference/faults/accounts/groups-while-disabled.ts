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
      'add-student-classes.effect/disabled!again': 'addStudentClasses',
      'add-student-cohorts.effect/disabled!again': 'addStudentCohorts',
      'add-teacher-classes.effect/disabled!again': 'addTeacherClasses',
    } as const,
    (op) => ({
      on: [op],
      touches: [op, 'disableUser', 'enableUser'],
      deep: true,
      story: 'Who comes back is looked up among the members of before, where who is disabled is left out.',
      with: whereDisabled(
        () => refusal(500, 'Cannot read properties of null.'),
        (times) => times > 0,
      ),
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

/** Answers a change of the groups of a user who is disabled otherwise, and does nothing: by how often it was made before. */
function whereDisabled(otherwise: () => Response, when: (times: number) => boolean = () => true): Break {
  return remembering(() => {
    const disabled = new Set<string>();
    const made = new Map<string, number>();
    return async (request, service) => {
      const op = operationOf(request);
      const id = userIdIn(request);
      if (op === 'disableUser') disabled.add(id);
      else if (op === 'enableUser') disabled.delete(id);
      else if (disabled.has(id) && when(made.get(id) ?? 0)) return otherwise();
      else made.set(id, (made.get(id) ?? 0) + 1);
      return service(request);
    };
  });
}
