/** Which code runs each operation. */

import * as groups from './groups.ts';
import * as members from './members.ts';
import * as sessions from './sessions.ts';
import type { Answer, Ctx } from './types.ts';
import * as users from './users.ts';
import { ruleOf } from './users.ts';

export interface Handler {
  run: (c: Ctx) => Answer;
  takesBody: (c: Ctx) => boolean;
  refusal: (c: Ctx) => number;
}

const no = (): boolean => false;
const yes = (): boolean => true;
const bad = (): number => 400;

const reads = (run: Handler['run']): Handler => ({ run, takesBody: no, refusal: bad });
const takes = (run: Handler['run']): Handler => ({ run, takesBody: yes, refusal: bad });
const open = (run: Handler['run']): Handler => ({
  run,
  takesBody: (c) => ruleOf(c).none !== true,
  refusal: (c) => c.s.refusal,
});

export const handlers: ReadonlyMap<string, Handler> = new Map([
  ['GET /academic-years', reads(groups.listYears)],
  ['GET /academic-years/current', reads(groups.getCurrentYear)],
  ['GET /academic-years/{academicYearId}', reads(groups.getYear)],
  ['GET /classes', reads(groups.listClasses)],
  ['POST /classes', takes(groups.createClass)],
  ['GET /classes/{classId}', reads(groups.getClass)],
  ['POST /classes/{classId}/students', takes(members.addClassStudents)],
  ['DELETE /classes/{classId}/students', takes(members.removeClassStudents)],
  ['POST /classes/{classId}/teachers', takes(members.addClassTeachers)],
  ['DELETE /classes/{classId}/teachers', takes(members.removeClassTeachers)],
  ['GET /smart-ia/cohorts', reads(groups.listCohorts)],
  ['POST /smart-ia/cohorts', takes(groups.createCohort)],
  ['GET /smart-ia/cohorts/{cohortId}', reads(groups.getCohort)],
  ['POST /smart-ia/cohorts/{cohortId}/students', takes(members.addCohortStudents)],
  ['DELETE /smart-ia/cohorts/{cohortId}/students', takes(members.removeCohortStudents)],
  ['POST /smart-ia/cohorts/{cohortId}/tests', takes(members.addCohortTests)],
  ['DELETE /smart-ia/cohorts/{cohortId}/tests', takes(members.removeCohortTests)],
  ['GET /smart-ia/tests', reads(groups.listTests)],
  ['GET /users', reads(users.listUsers)],
  ['POST /users/search', open(users.searchUsers)],
  ['GET /smart-ia/sessions', reads(sessions.listSessions)],
  ['GET /smart-ia/sessions/completed', reads(sessions.listCompleted)],
  ['GET /smart-ia/sessions/in-progress', reads(sessions.listInProgress)],
  [
    'POST /smart-ia/sessions/search',
    { run: sessions.searchSessions, takesBody: yes, refusal: (c) => c.s.sessions.refuses },
  ],
  ['GET /sessions/completed', reads(sessions.listStudies)],
  ['POST /students', open(users.createStudent)],
  ['POST /students/{userId}/classes', open(members.addStudentClasses)],
  ['DELETE /students/{userId}/classes', open(members.removeStudentClasses)],
  ['POST /students/{userId}/cohorts', open(members.addStudentCohorts)],
  ['PATCH /students/{userId}/details', open(users.updateStudent)],
  ['POST /teachers', open(users.createTeacher)],
  ['POST /teachers/{userId}/classes', open(members.addTeacherClasses)],
  ['DELETE /teachers/{userId}/classes', open(members.removeTeacherClasses)],
  ['PUT /users/{userId}/name', open(users.updateUser)],
  ['PUT /users/{userId}/password', open(users.updateUser)],
  ['PUT /users/{userId}/emails/primary', open(users.updateUser)],
  ['PUT /users/{userId}/external-id', open(users.updateUser)],
  ['POST /users/{userId}/enable', open(users.enableUser)],
  ['POST /users/{userId}/disable', open(users.disableUser)],
]);
