import { read, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faults, type Json } from '../kit/fault.ts';
import { lastIn, ownerIn } from '../kit/ids.ts';
import { also, isBeside, isNamed, leaving, renaming } from '../kit/side-effects.ts';

/** Faults of assignments and removals that reach further than the one membership. */
export const rest: readonly Fault[] = [
  ...faults(
    {
      'add-class-students.keeps-the-rest': 'addClassStudents',
      'remove-class-students.keeps-the-rest': 'removeClassStudents',
      'add-class-teachers.keeps-the-rest': 'addClassTeachers',
      'remove-class-teachers.keeps-the-rest': 'removeClassTeachers',
      'add-cohort-students.keeps-the-rest': 'addCohortStudents',
      'remove-cohort-students.keeps-the-rest': 'removeCohortStudents',
    },
    {
      story: 'Whoever is moved is written anew from the roster, whose names are old.',
      with: also(isNamed, renaming),
    },
  ),
  ...faults(
    {
      'add-class-students.keeps-the-rest!cohorts': 'addClassStudents',
      'remove-class-students.keeps-the-rest!cohorts': 'removeClassStudents',
    },
    {
      story: 'Cohorts belong to a class, and whoever moves leaves them.',
      deep: true,
      with: also(isNamed, leaving('cohortIds')),
    },
  ),
  ...faults(
    {
      'add-cohort-students.keeps-the-rest!classes': 'addCohortStudents',
      'remove-cohort-students.keeps-the-rest!classes': 'removeCohortStudents',
    },
    {
      story: 'Classes and cohorts stand in one table of memberships, which is cleared for the user.',
      deep: true,
      with: also(isNamed, leaving('classIds')),
    },
  ),
  ...faults(
    {
      'add-cohort-tests.keeps-the-rest': 'addCohortTests',
      'remove-cohort-tests.keeps-the-rest': 'removeCohortTests',
    },
    {
      story: 'A cohort is written anew with its tests, and its students are not copied.',
      with: also(isBeside, leaving('cohortIds')),
    },
  ),
  ...faults(
    {
      'add-class-students.keeps-the-rest!neighbours': 'addClassStudents',
      'remove-class-students.keeps-the-rest!neighbours': 'removeClassStudents',
      'add-class-teachers.keeps-the-rest!neighbours': 'addClassTeachers',
      'remove-class-teachers.keeps-the-rest!neighbours': 'removeClassTeachers',
      'add-cohort-students.keeps-the-rest!neighbours': 'addCohortStudents',
      'remove-cohort-students.keeps-the-rest!neighbours': 'removeCohortStudents',
      'add-cohort-tests.keeps-the-rest!neighbours': 'addCohortTests',
      'remove-cohort-tests.keeps-the-rest!neighbours': 'removeCohortTests',
    },
    {
      story: 'All who are there already are read, numbered and saved with a stale name.',
      deep: true,
      with: also(isBeside, renaming),
    },
  ),
  ...faults(
    {
      'add-class-students.keeps-the-rest/another-year': 'addClassStudents',
      'add-class-teachers.keeps-the-rest/another-year': 'addClassTeachers',
      'add-cohort-students.keeps-the-rest/another-year': 'addCohortStudents',
    },
    {
      touches: ['addClassStudents', 'addClassTeachers', 'addCohortStudents', 'getClass', 'getCohort'],
      story: 'Whoever joins saves the whole record, and a hook fills in the default of the year.',
      with: movedOnSaving(() => true),
    },
  ),
  ...faults(
    {
      'add-class-students.keeps-the-rest/another-year!closed': 'addClassStudents',
      'add-class-teachers.keeps-the-rest/another-year!closed': 'addClassTeachers',
      'add-cohort-students.keeps-the-rest/another-year!closed': 'addCohortStudents',
    },
    {
      touches: ['addClassStudents', 'addClassTeachers', 'addCohortStudents', 'getClass', 'getCohort'],
      story: 'A year that is over takes nobody in, and what somebody joins all the same is carried over.',
      deep: true,
      with: movedOnSaving((year, current) => String(year['endDate']) < String(current['startDate'])),
    },
  ),
];

/** Shows the current year in whatever somebody was assigned to, where its own year is one to be left. */
function movedOnSaving(isLeft: (year: Json, current: Json) => boolean): Break {
  return remembering(() => {
    const saved = new Set<string>();
    return async (request, service) => {
      const response = await service(request.clone());
      if (!response.ok) return response;
      if (request.method === 'POST') {
        saved.add(ownerIn(request).toLowerCase());
        return response;
      }
      if (!saved.has(lastIn(request).toLowerCase())) return response;
      const body = (await response.clone().json()) as Record<string, Json>;
      const [[kind, group] = ['', {}]] = Object.entries(body);
      const yearAt = async (path: string) =>
        ((await read(request, service, `/academic-years/${path}`))['academicYear'] ?? {}) as Json;
      const current = await yearAt('current');
      if (!isLeft(await yearAt(String(group['academicYearId'])), current)) return response;
      return answer(response, { [kind]: { ...group, academicYearId: current['academicYearId'] } });
    };
  });
}
