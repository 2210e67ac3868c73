import * as accounts from './accounts.ts';
import * as classes from './classes.ts';
import * as cohorts from './cohorts.ts';
import * as sessions from './sessions.ts';
import type { Handler, Route } from './types.ts';
import * as users from './users.ts';
import * as years from './years.ts';

const read = (op: string, handler: Handler): Route => ({ op, writes: false, handler });
const write = (op: string, handler: Handler): Route => ({ op, writes: true, handler });

/** Literal paths stand before those with parameters. */
export const ROUTES: readonly Route[] = [
  read('GET /academic-years', years.listYears),
  read('GET /academic-years/current', years.readCurrentYear),
  read('GET /academic-years/{academicYearId}', years.readYear),
  read('GET /classes', classes.listClasses),
  write('POST /classes', classes.createClass),
  read('GET /classes/{classId}', classes.readClass),
  write('POST /classes/{classId}/students', classes.addStudents),
  write('DELETE /classes/{classId}/students', classes.removeStudents),
  write('POST /classes/{classId}/teachers', classes.addTeachers),
  write('DELETE /classes/{classId}/teachers', classes.removeTeachers),
  read('GET /smart-ia/cohorts', cohorts.listCohorts),
  write('POST /smart-ia/cohorts', cohorts.createCohort),
  read('GET /smart-ia/cohorts/{cohortId}', cohorts.readCohort),
  write('POST /smart-ia/cohorts/{cohortId}/students', cohorts.addCohortStudents),
  write('DELETE /smart-ia/cohorts/{cohortId}/students', cohorts.removeCohortStudents),
  write('POST /smart-ia/cohorts/{cohortId}/tests', cohorts.addCohortTests),
  write('DELETE /smart-ia/cohorts/{cohortId}/tests', cohorts.removeCohortTests),
  read('GET /smart-ia/tests', cohorts.listTests),
  read('GET /users', users.listUsers),
  read('POST /users/search', users.searchUsers),
  read('GET /smart-ia/sessions', sessions.listSessions),
  read('GET /smart-ia/sessions/completed', sessions.listCompleted),
  read('GET /smart-ia/sessions/in-progress', sessions.listOpen),
  read('POST /smart-ia/sessions/search', sessions.searchSessions),
  read('GET /sessions/completed', sessions.listStudies),
  write('POST /students', accounts.createStudent),
  write('POST /students/{userId}/classes', accounts.assignStudentClasses),
  write('DELETE /students/{userId}/classes', accounts.removeStudentClasses),
  write('POST /students/{userId}/cohorts', accounts.assignStudentCohorts),
  write('PATCH /students/{userId}/details', accounts.patchDetails),
  write('POST /teachers', accounts.createTeacher),
  write('POST /teachers/{userId}/classes', accounts.assignTeacherClasses),
  write('DELETE /teachers/{userId}/classes', accounts.removeTeacherClasses),
  write('PUT /users/{userId}/name', accounts.putName),
  write('PUT /users/{userId}/password', accounts.putPassword),
  write('PUT /users/{userId}/emails/primary', accounts.putPrimaryEmail),
  write('PUT /users/{userId}/external-id', accounts.putExternalId),
  write('POST /users/{userId}/enable', accounts.setEnabled),
  write('POST /users/{userId}/disable', accounts.setEnabled),
];

export interface Match {
  route: Route | undefined;
  params: { [name: string]: string };
  methods: string[];
}

export function match(method: string, path: string): Match {
  const parts = path.split('/');
  const out: Match = { route: undefined, params: {}, methods: [] };
  for (const route of ROUTES) {
    const [verb, pattern] = route.op.split(' ') as [string, string];
    const names = pattern.split('/');
    if (names.length !== parts.length) continue;
    const params: { [name: string]: string } = {};
    const fits = names.every((name, i) => {
      const part = parts[i] as string;
      if (!name.startsWith('{')) return name === part;
      try {
        params[name.slice(1, -1)] = decodeURIComponent(part);
      } catch {
        params[name.slice(1, -1)] = part;
      }
      return part !== '';
    });
    if (!fits) continue;
    if (!out.methods.includes(verb)) out.methods.push(verb);
    if (verb === method && out.route === undefined) {
      out.route = route;
      out.params = params;
    }
  }
  return out;
}
