import { bodyOf, objects, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faultsFrom, type Json } from '../kit/fault.ts';
import { ownerIn } from '../kit/ids.ts';
import type { OperationId } from '../kit/routes.ts';

type Place = readonly [op: OperationId, get: OperationId];

/** Faults of changes that write the class or cohort anew, and something of it is lost. */
export const writtenAnew: readonly Fault[] = [
  ...faultsFrom(
    {
      'remove-class-students.keeps-the-rest/another-year': ['removeClassStudents', 'getClass'],
      'remove-class-teachers.keeps-the-rest/another-year': ['removeClassTeachers', 'getClass'],
      'remove-cohort-students.keeps-the-rest/another-year': ['removeCohortStudents', 'getCohort'],
      'add-cohort-tests.keeps-the-rest/another-year': ['addCohortTests', 'getCohort'],
      'remove-cohort-tests.keeps-the-rest/another-year': ['removeCohortTests', 'getCohort'],
    } satisfies Readonly<Record<string, Place>>,
    (touches) => ({
      on: [touches[0]],
      touches,
      story: 'The record is saved as a copy, whose name says so.',
      with: showing((group) => ({ ...group, name: `${group['name']} (2)` })),
    }),
  ),
  ...faultsFrom(
    {
      'add-class-students.keeps-the-rest/another-year!description': ['addClassStudents', 'getClass'],
      'remove-class-students.keeps-the-rest/another-year!description': ['removeClassStudents', 'getClass'],
      'add-class-teachers.keeps-the-rest/another-year!description': ['addClassTeachers', 'getClass'],
      'remove-class-teachers.keeps-the-rest/another-year!description': ['removeClassTeachers', 'getClass'],
      'add-cohort-students.keeps-the-rest/another-year!description': ['addCohortStudents', 'getCohort'],
      'remove-cohort-students.keeps-the-rest/another-year!description': ['removeCohortStudents', 'getCohort'],
      'add-cohort-tests.keeps-the-rest/another-year!description': ['addCohortTests', 'getCohort'],
      'remove-cohort-tests.keeps-the-rest/another-year!description': ['removeCohortTests', 'getCohort'],
      'remove-cohort-tests.keeps-the-rest/lent-cohort!description': ['removeCohortTests', 'getCohort'],
      'add-class-students.keeps-others/sequence!description': ['addClassStudents', 'getClass'],
    } satisfies Readonly<Record<string, Place>>,
    (touches) => ({
      on: [touches[0]],
      touches,
      story: 'The record is saved from an object that has no description.',
      deep: true,
      with: showing(({ description: _, ...group }) => group),
    }),
  ),
  ...faultsFrom(
    {
      'add-class-students.keeps-others/sequence!user-side': ['addStudentClasses', 'getClass'],
    } satisfies Readonly<Record<string, Place>>,
    (touches) => ({
      on: ['addClassStudents'],
      touches,
      story: 'The classes of a student are saved with the student, from objects that have no description.',
      deep: true,
      with: showing(({ description: _, ...group }) => group),
    }),
  ),
  ...faultsFrom(
    {
      'add-cohort-tests.keeps-the-rest/lent-cohort': ['addCohortTests', 'getCohort'],
      'remove-cohort-tests.keeps-the-rest/lent-cohort': ['removeCohortTests', 'getCohort'],
    } satisfies Readonly<Record<string, Place>>,
    (touches) => ({
      on: [touches[0]],
      touches,
      story: 'All tests of the cohort are deleted and inserted anew, in the state in which a test begins.',
      with: showing((cohort) => ({
        ...cohort,
        tests: objects(cohort['tests']).map((test) => ({ ...test, activationStatus: 'active' })),
      })),
    }),
  ),
  ...faultsFrom(
    {
      'add-cohort-tests.keeps-the-rest/lent-cohort!inactive': ['addCohortTests', 'getCohort'],
    } satisfies Readonly<Record<string, Place>>,
    (touches) => ({
      on: [touches[0]],
      touches,
      story: 'The list of tests is written back as the view of those that are active shows it.',
      deep: true,
      with: showing((cohort) => ({
        ...cohort,
        tests: objects(cohort['tests']).filter((test) => test['activationStatus'] !== 'inactive'),
      })),
    }),
  ),
];

/** Shows a class or cohort otherwise once a change of it was accepted. */
function showing(change: (group: Json) => Json): Break {
  return remembering(() => {
    const written = new Set<string>();
    return async (request, service) => {
      const body = await bodyOf(request);
      const response = await service(request.clone());
      if (!response.ok) return response;
      if (request.method === 'GET')
        return answer(response, shown((await response.json()) as Json, written, change));
      const groups = Array.isArray(body['classIds']) ? body['classIds'] : [ownerIn(request)];
      for (const id of groups) written.add(String(id).toLowerCase());
      return response;
    };
  });
}

function shown(body: Json, written: ReadonlySet<string>, change: (group: Json) => Json): Json {
  const entries = Object.entries(body).map(([kind, value]) => {
    const group = value as Json;
    const id = String(group['classId'] ?? group['cohortId']).toLowerCase();
    return [kind, written.has(id) ? change(group) : group];
  });
  return Object.fromEntries(entries);
}
