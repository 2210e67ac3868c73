import { bodyOf, remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault } from '../kit/fault.ts';
import { ownerIn } from '../kit/ids.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';

const ownTables = {
  story: 'Each route has a table of its own, and a removal looks into its own only.',
} as const;

const tombstones = {
  story: 'A removal leaves a mark, and the other route takes whoever is marked for removed.',
  deep: true,
} as const;

/** Faults of the two routes into a class, that of the user and that of the class. */
export const twoRoutes: readonly Fault[] = [
  fault('add-student-classes.effect/in-sequence', {
    ...ownTables,
    on: ['addStudentClasses'],
    touches: ['addStudentClasses', 'removeClassStudents'],
    with: ignoringAfter('addStudentClasses', 'removeClassStudents'),
  }),
  fault('add-teacher-classes.effect/in-sequence', {
    ...ownTables,
    on: ['addTeacherClasses'],
    touches: ['addTeacherClasses', 'removeClassTeachers'],
    with: ignoringAfter('addTeacherClasses', 'removeClassTeachers'),
  }),
  fault('add-student-classes.effect/in-sequence!tombstone', {
    ...tombstones,
    on: ['addStudentClasses'],
    touches: ['removeStudentClasses', 'addClassStudents'],
    with: ignoringAfter('removeStudentClasses', 'addClassStudents'),
  }),
  fault('add-teacher-classes.effect/in-sequence!tombstone', {
    ...tombstones,
    on: ['addTeacherClasses'],
    touches: ['removeTeacherClasses', 'addClassTeachers'],
    with: ignoringAfter('removeTeacherClasses', 'addClassTeachers'),
  }),
];

/** Answers the second operation with success and without effect, for each user whom the first one has named. */
function ignoringAfter(first: OperationId, second: OperationId): Break {
  return remembering(() => {
    const named = new Set<string>();
    return async (request, service) => {
      const op = operationOf(request);
      const memberships = await membershipsIn(request);
      if (op === first) for (const membership of memberships) named.add(membership);
      const isIgnored = op === second && memberships.some((membership) => named.has(membership));
      return isIgnored ? new Response(null, { status: 204 }) : service(request);
    };
  });
}

/** Each user and class that a request names, in one order whichever of both is in the path. */
async function membershipsIn(request: Request): Promise<string[]> {
  const ids = Object.values(await bodyOf(request)).flatMap((value) => (Array.isArray(value) ? value : []));
  return ids.map((id) => [ownerIn(request), String(id)].sort().join(' '));
}
