/** The 39 operations by id, as the interface writes them: method and path template. */
export const routes = {
  listAcademicYears: 'GET /academic-years',
  getCurrentAcademicYear: 'GET /academic-years/current',
  getAcademicYear: 'GET /academic-years/{}',
  listClasses: 'GET /classes',
  createClass: 'POST /classes',
  getClass: 'GET /classes/{}',
  addClassStudents: 'POST /classes/{}/students',
  removeClassStudents: 'DELETE /classes/{}/students',
  addClassTeachers: 'POST /classes/{}/teachers',
  removeClassTeachers: 'DELETE /classes/{}/teachers',
  listCohorts: 'GET /smart-ia/cohorts',
  createCohort: 'POST /smart-ia/cohorts',
  getCohort: 'GET /smart-ia/cohorts/{}',
  addCohortStudents: 'POST /smart-ia/cohorts/{}/students',
  removeCohortStudents: 'DELETE /smart-ia/cohorts/{}/students',
  addCohortTests: 'POST /smart-ia/cohorts/{}/tests',
  removeCohortTests: 'DELETE /smart-ia/cohorts/{}/tests',
  listTests: 'GET /smart-ia/tests',
  listUsers: 'GET /users',
  searchUsers: 'POST /users/search',
  listSessions: 'GET /smart-ia/sessions',
  listCompletedSessions: 'GET /smart-ia/sessions/completed',
  listInProgressSessions: 'GET /smart-ia/sessions/in-progress',
  searchSessions: 'POST /smart-ia/sessions/search',
  listStudySessions: 'GET /sessions/completed',
  createStudent: 'POST /students',
  addStudentClasses: 'POST /students/{}/classes',
  removeStudentClasses: 'DELETE /students/{}/classes',
  addStudentCohorts: 'POST /students/{}/cohorts',
  updateStudentDetails: 'PATCH /students/{}/details',
  createTeacher: 'POST /teachers',
  addTeacherClasses: 'POST /teachers/{}/classes',
  removeTeacherClasses: 'DELETE /teachers/{}/classes',
  updateUserName: 'PUT /users/{}/name',
  updateUserPassword: 'PUT /users/{}/password',
  updateUserPrimaryEmail: 'PUT /users/{}/emails/primary',
  setUserExternalId: 'PUT /users/{}/external-id',
  enableUser: 'POST /users/{}/enable',
  disableUser: 'POST /users/{}/disable',
} as const;

export type OperationId = keyof typeof routes;

/** Every operation. */
export const everyOperation = Object.keys(routes) as OperationId[];
/** The operations that the interface describes as paginated. */
export const paginated: readonly OperationId[] = [
  'listClasses',
  'listCohorts',
  'listUsers',
  'searchUsers',
  'listSessions',
  'listCompletedSessions',
  'listInProgressSessions',
];

const patterns = everyOperation.map((id) => {
  const [method = '', path = ''] = routes[id].split(' ');
  return { id, method, path: new RegExp(`^/api/v1${path.replaceAll('{}', '[^/]+')}/?$`) };
});

/** Which operation a request is for; literal paths come before templates, as in the table. */
export function operationOf(request: Pick<Request, 'method' | 'url'>): OperationId | undefined {
  const { pathname } = new URL(request.url);
  return patterns.find(({ method, path }) => method === request.method && path.test(pathname))?.id;
}
