import type { Handler } from './call.ts';
import { createClass, listClasses, oneClass } from './classes.ts';
import { createCohort, listCohorts, listTests, oneCohort } from './cohorts.ts';
import {
  addPersonClasses,
  addPersonCohorts,
  addStudents,
  addTeachers,
  addTests,
  addToCohort,
  removeFromCohort,
  removePersonClasses,
  removeStudents,
  removeTeachers,
  removeTests,
} from './members.ts';
import { listSessions, listStudy } from './sessions.ts';
import {
  createUser,
  setEnabled,
  setExternalId,
  updateDetails,
  updateEmail,
  updateName,
  updatePassword,
} from './user-writes.ts';
import { listUsers, searchUsers } from './users.ts';
import { currentYear, listYears, oneYear } from './years.ts';

export interface Route {
  op: string;
  method: string;
  path: string;
  ep: string;
  /** Whether the restricted key may use it. */
  open: boolean;
  handle: Handler;
}

const table: readonly (readonly [string, string, Handler, boolean?])[] = [
  ['GET /academic-years', 'years', listYears, true],
  ['GET /academic-years/current', 'current', currentYear, true],
  ['GET /academic-years/{academicYearId}', 'year', oneYear, true],
  ['GET /classes', 'classes', listClasses, true],
  ['POST /classes', 'newclass', createClass],
  ['GET /classes/{classId}', 'class', oneClass, true],
  ['POST /classes/{classId}/students', 'classadd', addStudents],
  ['DELETE /classes/{classId}/students', 'classdel', removeStudents],
  ['POST /classes/{classId}/teachers', 'teachadd', addTeachers],
  ['DELETE /classes/{classId}/teachers', 'teachdel', removeTeachers],
  ['GET /smart-ia/cohorts', 'cohorts', listCohorts, true],
  ['POST /smart-ia/cohorts', 'newcohort', createCohort],
  ['GET /smart-ia/cohorts/{cohortId}', 'cohort', oneCohort, true],
  ['POST /smart-ia/cohorts/{cohortId}/students', 'cohadd', addToCohort],
  ['DELETE /smart-ia/cohorts/{cohortId}/students', 'cohdel', removeFromCohort],
  ['POST /smart-ia/cohorts/{cohortId}/tests', 'testadd', addTests],
  ['DELETE /smart-ia/cohorts/{cohortId}/tests', 'testdel', removeTests],
  ['GET /smart-ia/tests', 'tests', listTests, true],
  ['GET /users', 'users', listUsers, true],
  ['POST /users/search', 'usearch', searchUsers, true],
  ['GET /smart-ia/sessions', 'sess', listSessions],
  ['GET /smart-ia/sessions/completed', 'done', listSessions],
  ['GET /smart-ia/sessions/in-progress', 'prog', listSessions],
  ['POST /smart-ia/sessions/search', 'ssearch', listSessions],
  ['GET /sessions/completed', 'study', listStudy],
  ['POST /students', 'newstudent', createUser],
  ['POST /students/{userId}/classes', 'stclassadd', addPersonClasses],
  ['DELETE /students/{userId}/classes', 'stclassdel', removePersonClasses],
  ['POST /students/{userId}/cohorts', 'stcohadd', addPersonCohorts],
  ['PATCH /students/{userId}/details', 'details', updateDetails],
  ['POST /teachers', 'newteacher', createUser],
  ['POST /teachers/{userId}/classes', 'tclassadd', addPersonClasses],
  ['DELETE /teachers/{userId}/classes', 'tclassdel', removePersonClasses],
  ['PUT /users/{userId}/name', 'name', updateName],
  ['PUT /users/{userId}/password', 'password', updatePassword],
  ['PUT /users/{userId}/emails/primary', 'email', updateEmail],
  ['PUT /users/{userId}/external-id', 'extid', setExternalId],
  ['POST /users/{userId}/enable', 'enable', setEnabled],
  ['POST /users/{userId}/disable', 'disable', setEnabled],
];

export const routes: readonly Route[] = table.map(([op, ep, handle, open = false]) => {
  const [method = '', path = ''] = op.split(' ');
  return { op, method, path, ep, open, handle };
});

const patterns = routes.map((route) => ({ route, parts: route.path.slice(1).split('/') }));

/** The routes of a path, literal ones first, with the ids in it. */
export function matchPath(path: string): { routes: Route[]; ids: string[] } {
  const parts = path.split('/').slice(1);
  const found: { route: Route; ids: string[] }[] = [];
  for (const { route, parts: pattern } of patterns) {
    if (pattern.length !== parts.length) continue;
    const ids: string[] = [];
    const fits = pattern.every((part, i) => {
      const given = parts[i] ?? '';
      if (!part.startsWith('{')) return part === given;
      ids.push(given);
      return given !== '';
    });
    if (fits) found.push({ route, ids });
  }
  const literal = found.filter(({ ids }) => ids.length === 0);
  const used = literal.length > 0 ? literal : found;
  return { routes: used.map(({ route }) => route), ids: used[0]?.ids ?? [] };
}
