import { bodyOf, remembering } from '../kit/breaks.ts';
import { type Break, type Fault, faultsFrom, type Json } from '../kit/fault.ts';
import { ownerIn } from '../kit/ids.ts';
import { keep, onPage } from '../kit/pages.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { type FilterName, filtersOf } from '../kit/user-filters.ts';

type Place = readonly [removes: OperationId, field: 'classIds' | 'cohortIds'];

/** Faults of finding whoever was taken out of the last class or cohort. */
export const leavers: readonly Fault[] = [
  ...faultsFrom(
    {
      'remove-class-students.keeps-the-rest/the-last!nameless': ['removeClassStudents', 'classIds'],
      'remove-class-teachers.keeps-the-rest/the-last!nameless': ['removeClassTeachers', 'classIds'],
      'remove-cohort-students.keeps-the-rest/the-last!nameless': ['removeCohortStudents', 'cohortIds'],
      'remove-student-classes.keeps-the-rest/the-last!nameless': ['removeStudentClasses', 'classIds'],
      'remove-teacher-classes.keeps-the-rest/the-last!nameless': ['removeTeacherClasses', 'classIds'],
    } satisfies Readonly<Record<string, Place>>,
    ([op, field]) => ({
      on: [op],
      touches: [op, 'listUsers'],
      story: 'The index of names hears of a leaver, takes it for a deletion, and drops the entry.',
      with: losing({ field, finder: 'listUsers', filter: 'name' }),
    }),
  ),
  ...faultsFrom(
    {
      'remove-class-students.keeps-the-rest/the-last!addressless': ['removeClassStudents', 'classIds'],
      'remove-class-teachers.keeps-the-rest/the-last!addressless': ['removeClassTeachers', 'classIds'],
      'remove-cohort-students.keeps-the-rest/the-last!addressless': ['removeCohortStudents', 'cohortIds'],
      'remove-student-classes.keeps-the-rest/the-last!addressless': ['removeStudentClasses', 'classIds'],
      'remove-teacher-classes.keeps-the-rest/the-last!addressless': ['removeTeacherClasses', 'classIds'],
    } satisfies Readonly<Record<string, Place>>,
    ([op, field]) => ({
      on: [op],
      touches: [op, 'searchUsers'],
      story: 'The search for addresses is for letters to classes, and starts from who is in one.',
      deep: true,
      with: losing({ field, finder: 'searchUsers', filter: 'email' }),
    }),
  ),
];

/** What no longer finds those who are in nothing of a kind. */
interface Losing {
  readonly field: Place[1];
  readonly finder: 'listUsers' | 'searchUsers';
  readonly filter: FilterName;
}

/** No longer finds by a filter whom a removal has left in nothing. */
function losing({ field, finder, filter }: Losing): Break {
  return remembering(() => {
    const removed = new Set<string>();
    return async (request, service) => {
      if (operationOf(request) !== finder) {
        const { userIds } = await bodyOf(request);
        for (const id of Array.isArray(userIds) ? userIds : [ownerIn(request)])
          removed.add(String(id).toLowerCase());
        return service(request);
      }
      if (!(await filtersOf(request)).has(filter)) return service(request);
      const isLost = ({ userId, [field]: groups }: Json) =>
        removed.has(String(userId).toLowerCase()) && String(groups ?? '') === '';
      return onPage(request, service, (page) => keep(page, (user) => !isLost(user)));
    };
  });
}
