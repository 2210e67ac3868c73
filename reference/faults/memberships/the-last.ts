import { bodyOf, objects, read, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faultsFrom, type Json, type Service } from '../kit/fault.ts';
import { lastIn, ownerIn } from '../kit/ids.ts';
import type { OperationId } from '../kit/routes.ts';
import { also, isNamed, leaving } from '../kit/side-effects.ts';

type Member = 'student' | 'teacher' | 'test';
type Place = readonly [removes: OperationId, member: Member, list: OperationId, get: OperationId];

/** Faults of removals after which nothing is left: in a class or cohort, or of a user. */
export const theLast: readonly Fault[] = [
  ...faultsFrom(
    {
      'remove-class-students.keeps-the-rest/the-last': [
        'removeClassStudents',
        'student',
        'listClasses',
        'getClass',
      ],
      'remove-class-teachers.keeps-the-rest/the-last': [
        'removeClassTeachers',
        'teacher',
        'listClasses',
        'getClass',
      ],
      'remove-cohort-students.keeps-the-rest/the-last': [
        'removeCohortStudents',
        'student',
        'listCohorts',
        'getCohort',
      ],
      'remove-cohort-tests.keeps-the-rest/the-last': [
        'removeCohortTests',
        'test',
        'listCohorts',
        'getCohort',
      ],
      'remove-student-classes.keeps-the-rest/the-last': [
        'removeStudentClasses',
        'student',
        'listClasses',
        'getClass',
      ],
      'remove-teacher-classes.keeps-the-rest/the-last': [
        'removeTeacherClasses',
        'teacher',
        'listClasses',
        'getClass',
      ],
    } satisfies Readonly<Record<string, Place>>,
    ([op, member, list]) => ({
      on: [op],
      touches: [op, list],
      story: 'The search joins those who are in it, and finds no more what nobody is in.',
      with: whenEmptied(member, (body, isEmptied) => {
        const data = objects(body['data']).filter((item) => !isEmptied(item));
        return { ...body, data };
      }),
    }),
  ),
  ...faultsFrom(
    {
      'remove-class-students.keeps-the-rest/the-last!closed': ['removeClassStudents', 'student', 'getClass'],
      'remove-class-teachers.keeps-the-rest/the-last!closed': ['removeClassTeachers', 'teacher', 'getClass'],
      'remove-cohort-students.keeps-the-rest/the-last!closed': [
        'removeCohortStudents',
        'student',
        'getCohort',
      ],
      'remove-cohort-tests.keeps-the-rest/the-last!closed': ['removeCohortTests', 'test', 'getCohort'],
      'remove-student-classes.keeps-the-rest/the-last!closed': [
        'removeStudentClasses',
        'student',
        'getClass',
      ],
      'remove-teacher-classes.keeps-the-rest/the-last!closed': [
        'removeTeacherClasses',
        'teacher',
        'getClass',
      ],
    } satisfies Readonly<Record<string, readonly [OperationId, Member, OperationId]>>,
    ([op, member, get]) => ({
      on: [op],
      touches: [op, get],
      story: 'What is empty is archived, and the archive says so in its name.',
      deep: true,
      with: whenEmptied(member, (body, isEmptied) =>
        Object.fromEntries(
          Object.entries(body).map(([kind, group]) => {
            const named = { ...(group as Json), name: `${(group as Json)['name']} (closed)` };
            return [kind, isEmptied(group as Json) ? named : group];
          }),
        ),
      ),
    }),
  ),
  ...faultsFrom(
    {
      'remove-class-students.keeps-the-rest/the-last!leaver': [
        'removeClassStudents',
        'classIds',
        'cohortIds',
      ],
      'remove-cohort-students.keeps-the-rest/the-last!leaver': [
        'removeCohortStudents',
        'cohortIds',
        'classIds',
      ],
      'remove-student-classes.keeps-the-rest/the-last!leaver': [
        'removeStudentClasses',
        'classIds',
        'cohortIds',
      ],
    } satisfies Readonly<Record<string, readonly [OperationId, string, 'classIds' | 'cohortIds']>>,
    ([op, field, rest]) => ({
      on: [op],
      story: 'Whoever is in nothing any more has left, and a trigger takes the rest as well.',
      deep: true,
      with: also((user, named) => isNamed(user, named) && String(user[field] ?? '') === '', leaving(rest)),
    }),
  ),
];

/** Changes answers that show classes or cohorts from which the last member was removed. */
function whenEmptied(
  member: Member,
  change: (body: Json, isEmptied: (group: Json) => boolean) => Json,
): Break {
  return remembering(() => {
    const touched = new Set<string>();
    return async (request, service) => {
      const response = await service(request.clone());
      if (!response.ok) return response;
      if (request.method === 'DELETE') {
        const { classIds } = await bodyOf(request);
        const ids = Array.isArray(classIds) ? classIds.map(String) : [ownerIn(request)];
        for (const id of ids) touched.add(id.toLowerCase());
        return response;
      }
      const empty = new Set<string>();
      const shown = new URL(request.url).searchParams.has('search') || touched.has(lastIn(request));
      if (shown) for (const id of touched) if (await isEmpty(member, id, request, service)) empty.add(id);
      const idIn = (group: Json) => String(group['classId'] ?? group['cohortId']).toLowerCase();
      return answer(
        response,
        change((await response.json()) as Json, (group) => empty.has(idIn(group))),
      );
    };
  });
}

function isTeacher({ roles }: Json): boolean {
  return Array.isArray(roles) && roles.includes('teacher');
}

async function isEmpty(member: Member, id: string, request: Request, service: Service): Promise<boolean> {
  if (member === 'test') {
    const { cohort } = await read(request, service, `/smart-ia/cohorts/${id}`);
    return objects((cohort as Json | undefined)?.['tests']).length === 0;
  }
  const users = objects((await read(request, service, '/users?limit=1000'))['data']);
  const ofKind = users.filter((user) => isTeacher(user) === (member === 'teacher'));
  return !ofKind.some((user) => String([user['classIds'], user['cohortIds']]).includes(id));
}
