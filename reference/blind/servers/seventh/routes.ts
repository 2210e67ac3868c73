/** Operations by method and path; `:` stands for an id. */
const TABLE = `
GET /academic-years listAcademicYears
GET /academic-years/current getCurrentAcademicYear
GET /academic-years/: getAcademicYear
GET /classes listClasses
POST /classes createClass
GET /classes/: getClass
POST /classes/:/students addClassStudents
DELETE /classes/:/students removeClassStudents
POST /classes/:/teachers addClassTeachers
DELETE /classes/:/teachers removeClassTeachers
GET /smart-ia/cohorts listCohorts
POST /smart-ia/cohorts createCohort
GET /smart-ia/cohorts/: getCohort
POST /smart-ia/cohorts/:/students addCohortStudents
DELETE /smart-ia/cohorts/:/students removeCohortStudents
POST /smart-ia/cohorts/:/tests addCohortTests
DELETE /smart-ia/cohorts/:/tests removeCohortTests
GET /smart-ia/tests listTests
GET /users listUsers
POST /users/search searchUsers
GET /smart-ia/sessions listSessions
GET /smart-ia/sessions/completed listCompletedSessions
GET /smart-ia/sessions/in-progress listInProgressSessions
POST /smart-ia/sessions/search searchSessions
GET /sessions/completed listStudySessions
POST /students createStudent
POST /students/:/classes addStudentClasses
DELETE /students/:/classes removeStudentClasses
POST /students/:/cohorts addStudentCohorts
PATCH /students/:/details updateStudentDetails
POST /teachers createTeacher
POST /teachers/:/classes addTeacherClasses
DELETE /teachers/:/classes removeTeacherClasses
PUT /users/:/name updateUserName
PUT /users/:/password updateUserPassword
PUT /users/:/emails/primary updateUserPrimaryEmail
PUT /users/:/external-id setUserExternalId
POST /users/:/enable enableUser
POST /users/:/disable disableUser`;

type Branch = { ops: Map<string, string>; next: Map<string, Branch> };

const branch = (): Branch => ({ ops: new Map(), next: new Map() });
const root = branch();

for (const line of TABLE.trim().split('\n')) {
  const [method, path, op] = line.split(' ');
  if (method === undefined || path === undefined || op === undefined) throw new Error(line);
  let at = root;
  for (const part of path.slice(1).split('/')) {
    const known = at.next.get(part) ?? branch();
    at.next.set(part, known);
    at = known;
  }
  at.ops.set(method, op);
}

/** Where a request leads: an operation with the ids of its path, or a path that has other methods. */
export type Hit = { op: string; at: string[] } | 'other-method' | 'nowhere';

export function find(method: string, path: string): Hit {
  const at: string[] = [];
  let spot: Branch | undefined = root;
  for (const part of path.slice(1).split('/')) {
    const literal: Branch | undefined = spot.next.get(part);
    const id: Branch | undefined = part === '' ? undefined : spot.next.get(':');
    if (literal === undefined && id !== undefined) at.push(decoded(part));
    spot = literal ?? id;
    if (spot === undefined) return 'nowhere';
  }
  const op = spot.ops.get(method);
  if (op !== undefined) return { op, at };
  return spot.ops.size > 0 ? 'other-method' : 'nowhere';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
