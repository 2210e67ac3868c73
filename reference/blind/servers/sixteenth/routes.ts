// Which request means which operation.

import * as a from './accounts.ts';
import * as k from './classes.ts';
import * as m from './members.ts';
import * as s from './sessions.ts';
import type { Ctx, Reply } from './types.ts';
import * as u from './users.ts';

// `stated`: the interface lists 400 for it, so that a body that is no JSON gets that.
export interface Route {
  op: string;
  id: string;
  handle: (c: Ctx) => Reply | Promise<Reply>;
  stated: boolean;
}

const table: [string, string, (c: Ctx) => Reply | Promise<Reply>, boolean?][] = [
  ['GET /academic-years', 'listAcademicYears', k.listYears],
  ['GET /academic-years/current', 'getCurrentAcademicYear', k.getCurrentYear],
  ['GET /academic-years/{academicYearId}', 'getAcademicYear', k.getYear],
  ['GET /classes', 'listClasses', k.listClasses, true],
  ['POST /classes', 'createClass', k.createClass, true],
  ['GET /classes/{classId}', 'getClass', k.getClass, true],
  ['POST /classes/{classId}/students', 'addClassStudents', m.addClassStudents, true],
  ['DELETE /classes/{classId}/students', 'removeClassStudents', m.removeClassStudents, true],
  ['POST /classes/{classId}/teachers', 'addClassTeachers', m.addClassTeachers, true],
  ['DELETE /classes/{classId}/teachers', 'removeClassTeachers', m.removeClassTeachers, true],
  ['GET /smart-ia/cohorts', 'listCohorts', k.listCohorts, true],
  ['POST /smart-ia/cohorts', 'createCohort', k.createCohort, true],
  ['GET /smart-ia/cohorts/{cohortId}', 'getCohort', k.getCohort, true],
  ['POST /smart-ia/cohorts/{cohortId}/students', 'addCohortStudents', m.addCohortStudents, true],
  ['DELETE /smart-ia/cohorts/{cohortId}/students', 'removeCohortStudents', m.removeCohortStudents, true],
  ['POST /smart-ia/cohorts/{cohortId}/tests', 'addCohortTests', m.addCohortTests, true],
  ['DELETE /smart-ia/cohorts/{cohortId}/tests', 'removeCohortTests', m.removeCohortTests, true],
  ['GET /smart-ia/tests', 'listTests', k.listTests],
  ['GET /users', 'listUsers', u.listUsers, true],
  ['POST /users/search', 'searchUsers', u.searchUsers],
  ['GET /smart-ia/sessions', 'listSessions', s.listSessions],
  ['GET /smart-ia/sessions/completed', 'listCompletedSessions', s.listCompleted],
  ['GET /smart-ia/sessions/in-progress', 'listInProgressSessions', s.listInProgress],
  ['POST /smart-ia/sessions/search', 'searchSessions', s.searchSessions],
  ['GET /sessions/completed', 'listStudySessions', s.listStudy],
  ['POST /students', 'createStudent', a.createStudent],
  ['POST /students/{userId}/classes', 'addStudentClasses', a.addStudentClasses],
  ['DELETE /students/{userId}/classes', 'removeStudentClasses', a.removeStudentClasses],
  ['POST /students/{userId}/cohorts', 'addStudentCohorts', a.addStudentCohorts],
  ['PATCH /students/{userId}/details', 'updateStudentDetails', a.updateDetails],
  ['POST /teachers', 'createTeacher', a.createTeacher],
  ['POST /teachers/{userId}/classes', 'addTeacherClasses', a.addTeacherClasses],
  ['DELETE /teachers/{userId}/classes', 'removeTeacherClasses', a.removeTeacherClasses],
  ['PUT /users/{userId}/name', 'updateUserName', a.updateName],
  ['PUT /users/{userId}/password', 'updateUserPassword', a.updatePassword],
  ['PUT /users/{userId}/emails/primary', 'updateUserPrimaryEmail', a.updateEmail],
  ['PUT /users/{userId}/external-id', 'setUserExternalId', a.setExternalId],
  ['POST /users/{userId}/enable', 'enableUser', a.enableUser],
  ['POST /users/{userId}/disable', 'disableUser', a.disableUser],
];

export const routes: Route[] = table.map(([op, id, handle, stated]) => ({
  op,
  id,
  handle,
  stated: stated ?? false,
}));
export const operations: readonly string[] = routes.map((route) => route.op);

function fit(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (let n = 0; n < wanted.length; n++) {
    const part = given[n] ?? '';
    const name = /^\{(.*)\}$/.exec(wanted[n] ?? '')?.[1];
    if (name === undefined) {
      if (wanted[n] !== part) return null;
      continue;
    }
    if (part === '') return null;
    try {
      found[name] = decodeURIComponent(part);
    } catch {
      found[name] = part;
    }
  }
  return found;
}

export function match(method: string, path: string): { route: Route; path: Record<string, string> } | null {
  for (const route of routes) {
    const space = route.op.indexOf(' ');
    if (route.op.slice(0, space) !== method) continue;
    const found = fit(route.op.slice(space + 1), path);
    if (found) return { route, path: found };
  }
  return null;
}

export function methodsOf(path: string): string[] {
  return routes
    .filter((route) => fit(route.op.slice(route.op.indexOf(' ') + 1), path))
    .map((route) => route.op.slice(0, route.op.indexOf(' ')));
}
