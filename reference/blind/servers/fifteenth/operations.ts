/** The 39 operations: their routes, names and teams. */

import type { Team } from './settings.ts';

export interface Operation {
  op: string;
  id: string;
  team: Team;
  method: string;
  parts: string[];
}

const rows: readonly [string, string, Team][] = [
  ['GET /academic-years', 'listAcademicYears', 'a'],
  ['GET /academic-years/current', 'getCurrentAcademicYear', 'a'],
  ['GET /academic-years/{academicYearId}', 'getAcademicYear', 'a'],
  ['GET /classes', 'listClasses', 'a'],
  ['POST /classes', 'createClass', 'a'],
  ['GET /classes/{classId}', 'getClass', 'a'],
  ['POST /classes/{classId}/students', 'addClassStudents', 'a'],
  ['DELETE /classes/{classId}/students', 'removeClassStudents', 'a'],
  ['POST /classes/{classId}/teachers', 'addClassTeachers', 'a'],
  ['DELETE /classes/{classId}/teachers', 'removeClassTeachers', 'a'],
  ['GET /smart-ia/cohorts', 'listCohorts', 'b'],
  ['POST /smart-ia/cohorts', 'createCohort', 'b'],
  ['GET /smart-ia/cohorts/{cohortId}', 'getCohort', 'b'],
  ['POST /smart-ia/cohorts/{cohortId}/students', 'addCohortStudents', 'b'],
  ['DELETE /smart-ia/cohorts/{cohortId}/students', 'removeCohortStudents', 'b'],
  ['POST /smart-ia/cohorts/{cohortId}/tests', 'addCohortTests', 'b'],
  ['DELETE /smart-ia/cohorts/{cohortId}/tests', 'removeCohortTests', 'b'],
  ['GET /smart-ia/tests', 'listTests', 'b'],
  ['GET /users', 'listUsers', 'c'],
  ['POST /users/search', 'searchUsers', 'c'],
  ['GET /smart-ia/sessions', 'listSessions', 'c'],
  ['GET /smart-ia/sessions/completed', 'listCompletedSessions', 'c'],
  ['GET /smart-ia/sessions/in-progress', 'listInProgressSessions', 'c'],
  ['POST /smart-ia/sessions/search', 'searchSessions', 'c'],
  ['GET /sessions/completed', 'listStudySessions', 'c'],
  ['POST /students', 'createStudent', 'c'],
  ['POST /students/{userId}/classes', 'addStudentClasses', 'c'],
  ['DELETE /students/{userId}/classes', 'removeStudentClasses', 'c'],
  ['POST /students/{userId}/cohorts', 'addStudentCohorts', 'c'],
  ['PATCH /students/{userId}/details', 'updateStudentDetails', 'c'],
  ['POST /teachers', 'createTeacher', 'c'],
  ['POST /teachers/{userId}/classes', 'addTeacherClasses', 'c'],
  ['DELETE /teachers/{userId}/classes', 'removeTeacherClasses', 'c'],
  ['PUT /users/{userId}/name', 'updateUserName', 'c'],
  ['PUT /users/{userId}/password', 'updateUserPassword', 'c'],
  ['PUT /users/{userId}/emails/primary', 'updateUserPrimaryEmail', 'c'],
  ['PUT /users/{userId}/external-id', 'setUserExternalId', 'c'],
  ['POST /users/{userId}/enable', 'enableUser', 'c'],
  ['POST /users/{userId}/disable', 'disableUser', 'c'],
];

export const table: readonly Operation[] = rows.map(([op, id, team]) => {
  const [method, path] = op.split(' ');
  return { op, id, team, method: method ?? '', parts: (path ?? '').split('/').slice(1) };
});

export const byOp: ReadonlyMap<string, Operation> = new Map(table.map((row) => [row.op, row]));

export function teamOf(op: string): Team {
  return byOp.get(op)?.team ?? 'a';
}

export interface Found {
  operation: Operation;
  params: Record<string, string>;
}

/** Routes of a path by method; a literal part goes before a parameter. */
export function match(path: string): Map<string, Found> {
  const parts = path.split('/').slice(1);
  const found = new Map<string, Found>();
  for (const operation of table) {
    if (operation.parts.length !== parts.length || found.has(operation.method)) continue;
    const params: Record<string, string> = {};
    const fits = operation.parts.every((part, at) => {
      const given = parts[at] ?? '';
      if (!part.startsWith('{')) return part === given;
      try {
        params[part.slice(1, -1)] = decodeURIComponent(given);
      } catch {
        params[part.slice(1, -1)] = given;
      }
      return given !== '';
    });
    if (fits) found.set(operation.method, { operation, params });
  }
  return found;
}
