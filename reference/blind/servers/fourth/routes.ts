// The table of operations.

import {
  addClassStudents,
  addClassTeachers,
  createClass,
  listClasses,
  readClass,
  removeClassStudents,
  removeClassTeachers,
} from './classes.ts';
import {
  addCohortStudents,
  addCohortTests,
  createCohort,
  listCohorts,
  listTests,
  readCohort,
  removeCohortStudents,
  removeCohortTests,
} from './cohorts.ts';
import { listCompleted } from './completed.ts';
import { listInProgress } from './inprogress.ts';
import {
  addStudentClasses,
  addStudentCohorts,
  addTeacherClasses,
  changeDetails,
  changeExternalId,
  changeName,
  changePassword,
  changePrimaryEmail,
  createStudent,
  createTeacher,
  disableUser,
  enableUser,
  removeStudentClasses,
  removeTeacherClasses,
} from './people.ts';
import { listSessions } from './sessions.ts';
import { searchSessions } from './sessionsearch.ts';
import { listStudies } from './study.ts';
import type { ErrorStyle, Handler, Route } from './types.ts';
import { listUsers } from './users.ts';
import { searchUsers } from './usersearch.ts';
import { listYears, readCurrentYear, readYear } from './years.ts';

const read = (op: string, run: Handler, errors: ErrorStyle = 'basic'): Route => ({
  op,
  needs: 'read',
  errors,
  run,
});
const write = (op: string, run: Handler, errors: ErrorStyle = 'basic'): Route => ({
  op,
  needs: 'write',
  errors,
  run,
});

export const routes: Route[] = [
  read('GET /academic-years', listYears),
  read('GET /academic-years/current', readCurrentYear),
  read('GET /academic-years/{academicYearId}', readYear),

  read('GET /classes', listClasses),
  write('POST /classes', createClass),
  read('GET /classes/{classId}', readClass),
  write('POST /classes/{classId}/students', addClassStudents),
  write('DELETE /classes/{classId}/students', removeClassStudents, 'problem'),
  write('POST /classes/{classId}/teachers', addClassTeachers),
  write('DELETE /classes/{classId}/teachers', removeClassTeachers, 'problem'),

  read('GET /smart-ia/cohorts', listCohorts, 'problem'),
  write('POST /smart-ia/cohorts', createCohort, 'problem'),
  read('GET /smart-ia/cohorts/{cohortId}', readCohort, 'problem'),
  write('POST /smart-ia/cohorts/{cohortId}/students', addCohortStudents, 'problem'),
  write('DELETE /smart-ia/cohorts/{cohortId}/students', removeCohortStudents, 'problem'),
  write('POST /smart-ia/cohorts/{cohortId}/tests', addCohortTests, 'problem'),
  write('DELETE /smart-ia/cohorts/{cohortId}/tests', removeCohortTests, 'problem'),
  read('GET /smart-ia/tests', listTests, 'problem'),

  read('GET /smart-ia/sessions', listSessions, 'problem'),
  read('GET /smart-ia/sessions/completed', listCompleted, 'problem'),
  read('GET /smart-ia/sessions/in-progress', listInProgress, 'problem'),
  read('POST /smart-ia/sessions/search', searchSessions, 'problem'),
  read('GET /sessions/completed', listStudies),

  read('GET /users', listUsers),
  read('POST /users/search', searchUsers),
  write('PUT /users/{userId}/name', changeName),
  write('PUT /users/{userId}/password', changePassword),
  write('PUT /users/{userId}/emails/primary', changePrimaryEmail),
  write('PUT /users/{userId}/external-id', changeExternalId),
  write('POST /users/{userId}/enable', enableUser),
  write('POST /users/{userId}/disable', disableUser),

  write('POST /students', createStudent),
  write('POST /students/{userId}/classes', addStudentClasses),
  write('DELETE /students/{userId}/classes', removeStudentClasses),
  write('POST /students/{userId}/cohorts', addStudentCohorts),
  write('PATCH /students/{userId}/details', changeDetails),
  write('POST /teachers', createTeacher),
  write('POST /teachers/{userId}/classes', addTeacherClasses),
  write('DELETE /teachers/{userId}/classes', removeTeacherClasses),
];

export type Found = { route: Route | null; params: Record<string, string>; otherMethod: boolean };

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const paramsOf = (template: string, parts: string[]): Record<string, string> | null => {
  const wanted = template.split('/').slice(1);
  if (wanted.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [i, piece] of wanted.entries()) {
    const part = parts[i] ?? '';
    if (piece.startsWith('{')) params[piece.slice(1, -1)] = decoded(part);
    else if (piece !== part) return null;
  }
  return params;
};

export const findRoute = (method: string, path: string): Found => {
  const none: Found = { route: null, params: {}, otherMethod: false };
  if (!path.startsWith('/api/v1/')) return none;
  const parts = path.slice('/api/v1/'.length).split('/');
  let otherMethod = false;
  for (const route of routes) {
    const [verb, template] = route.op.split(' ');
    const params = paramsOf(template ?? '', parts);
    if (params === null) continue;
    if (verb === method) return { route, params, otherMethod: false };
    otherMethod = true;
  }
  return { ...none, otherMethod };
};
