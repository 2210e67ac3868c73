// The 39 operations: their paths, their names, and who handles them.
import {
  createStudent,
  createTeacher,
  disableUser,
  enableUser,
  setUserExternalId,
  updateStudentDetails,
  updateUserName,
  updateUserPassword,
  updateUserPrimaryEmail,
} from './accounts.ts';
import type { Ctx, Reply } from './core.ts';
import { createClass, createCohort } from './create.ts';
import {
  getAcademicYear,
  getClass,
  getCohort,
  getCurrentAcademicYear,
  listAcademicYears,
  listClasses,
  listCohorts,
  listTests,
} from './groups.ts';
import {
  addClassStudents,
  addClassTeachers,
  addCohortStudents,
  addCohortTests,
  addStudentClasses,
  addStudentCohorts,
  addTeacherClasses,
  removeClassStudents,
  removeClassTeachers,
  removeCohortStudents,
  removeCohortTests,
  removeStudentClasses,
  removeTeacherClasses,
} from './memberships.ts';
import {
  listCompletedSessions,
  listInProgressSessions,
  listSessions,
  listStudySessions,
  searchSessions,
} from './sessions.ts';
import { listUsers, searchUsers } from './users.ts';

export interface Route {
  method: string;
  path: string;
  parts: string[];
  op: string;
  run: (c: Ctx) => Reply;
}

const table: [string, (c: Ctx) => Reply][] = [
  ['GET /academic-years', listAcademicYears],
  ['GET /academic-years/current', getCurrentAcademicYear],
  ['GET /academic-years/{academicYearId}', getAcademicYear],
  ['GET /classes', listClasses],
  ['POST /classes', createClass],
  ['GET /classes/{classId}', getClass],
  ['POST /classes/{classId}/students', addClassStudents],
  ['DELETE /classes/{classId}/students', removeClassStudents],
  ['POST /classes/{classId}/teachers', addClassTeachers],
  ['DELETE /classes/{classId}/teachers', removeClassTeachers],
  ['GET /smart-ia/cohorts', listCohorts],
  ['POST /smart-ia/cohorts', createCohort],
  ['GET /smart-ia/cohorts/{cohortId}', getCohort],
  ['POST /smart-ia/cohorts/{cohortId}/students', addCohortStudents],
  ['DELETE /smart-ia/cohorts/{cohortId}/students', removeCohortStudents],
  ['POST /smart-ia/cohorts/{cohortId}/tests', addCohortTests],
  ['DELETE /smart-ia/cohorts/{cohortId}/tests', removeCohortTests],
  ['GET /smart-ia/tests', listTests],
  ['GET /users', listUsers],
  ['POST /users/search', searchUsers],
  ['GET /smart-ia/sessions', listSessions],
  ['GET /smart-ia/sessions/completed', listCompletedSessions],
  ['GET /smart-ia/sessions/in-progress', listInProgressSessions],
  ['POST /smart-ia/sessions/search', searchSessions],
  ['GET /sessions/completed', listStudySessions],
  ['POST /students', createStudent],
  ['POST /students/{userId}/classes', addStudentClasses],
  ['DELETE /students/{userId}/classes', removeStudentClasses],
  ['POST /students/{userId}/cohorts', addStudentCohorts],
  ['PATCH /students/{userId}/details', updateStudentDetails],
  ['POST /teachers', createTeacher],
  ['POST /teachers/{userId}/classes', addTeacherClasses],
  ['DELETE /teachers/{userId}/classes', removeTeacherClasses],
  ['PUT /users/{userId}/name', updateUserName],
  ['PUT /users/{userId}/password', updateUserPassword],
  ['PUT /users/{userId}/emails/primary', updateUserPrimaryEmail],
  ['PUT /users/{userId}/external-id', setUserExternalId],
  ['POST /users/{userId}/enable', enableUser],
  ['POST /users/{userId}/disable', disableUser],
];

export const routes: readonly Route[] = table.map(([operation, run]) => {
  const [method = '', path = ''] = operation.split(' ');
  return { method, path, parts: path.split('/').slice(1), op: run.name, run };
});

export const operations: readonly string[] = table.map(([operation]) => operation);

function paramsOf(route: Route, parts: readonly string[]): Record<string, string> | undefined {
  if (route.parts.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, want] of route.parts.entries()) {
    const given = parts[i] ?? '';
    if (want.startsWith('{')) {
      if (given === '') return undefined;
      params[want.slice(1, -1)] = given;
    } else if (want !== given) return undefined;
  }
  return params;
}

export interface Found {
  route?: Route;
  params: Record<string, string>;
  methods: string[];
}

export function find(method: string, parts: readonly string[]): Found {
  const found: Found = { params: {}, methods: [] };
  for (const route of routes) {
    const params = paramsOf(route, parts);
    if (!params) continue;
    found.methods.push(route.method);
    if (route.method === method && !found.route) {
      found.route = route;
      found.params = params;
    }
  }
  return found;
}
