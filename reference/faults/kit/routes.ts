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

/** The id of an operation. */
export type OperationId = keyof typeof routes;

/** The method by which an operation is called. */
export function methodOf(id: OperationId): string {
  return routes[id].split(' ')[0] ?? '';
}

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

/** The three lists of initial-assessment sessions. */
export const sessionLists: readonly OperationId[] = [
  'listSessions',
  'listCompletedSessions',
  'listInProgressSessions',
];

/** The lists whose items stand in `data`. */
export const lists: readonly OperationId[] = [
  'listAcademicYears',
  'listClasses',
  'listCohorts',
  'listTests',
  'listUsers',
  'searchUsers',
  ...sessionLists,
];

/** The operations that read, the searches by POST included. */
export const reads: readonly OperationId[] = everyOperation.filter(
  (id) => methodOf(id) === 'GET' || id === 'searchUsers' || id === 'searchSessions',
);

/** The reads of academic years. */
export const academicYearReads: readonly OperationId[] = [
  'listAcademicYears',
  'getCurrentAcademicYear',
  'getAcademicYear',
];

/** The reads of one resource by its id. */
export const readsById: readonly OperationId[] = ['getAcademicYear', 'getClass', 'getCohort'];

/** Assigning and removing, from the side of a class or cohort. */
export const memberChanges: readonly OperationId[] = [
  'addClassStudents',
  'removeClassStudents',
  'addClassTeachers',
  'removeClassTeachers',
  'addCohortStudents',
  'removeCohortStudents',
  'addCohortTests',
  'removeCohortTests',
];

/** The operations that make an account. */
export const accountCreations = ['createStudent', 'createTeacher'] as const satisfies readonly OperationId[];

/** The operations that make something. */
export const creations: readonly OperationId[] = ['createClass', 'createCohort', ...accountCreations];

/** The changes of an account that are answered with the user. */
export const accountChanges = [
  'updateStudentDetails',
  'updateUserName',
  'updateUserPassword',
  'updateUserPrimaryEmail',
] as const satisfies readonly OperationId[];

/** The operations that a key without permissions may not use. */
export const restricted: readonly OperationId[] = everyOperation.filter(
  (id) => !academicYearReads.includes(id),
);

const patterns = everyOperation.map((id) => {
  const [method = '', path = ''] = routes[id].split(' ');
  return { id, method, path: new RegExp(`^/api/v1${path.replaceAll('{}', '[^/]+')}/?$`) };
});

/** Which operation a request is for; literal paths come before templates, as in the table. */
export function operationOf(request: Pick<Request, 'method' | 'url'>): OperationId | undefined {
  const { pathname } = new URL(request.url);
  return patterns.find(({ method, path }) => method === request.method && path.test(pathname))?.id;
}
