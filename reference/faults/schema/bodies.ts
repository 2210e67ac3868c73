import { answerBody, type Break, type Fault, fault, faults, type Json } from '../kit/fault.ts';
import { paginated } from '../kit/routes.ts';
import { wrongFields } from './wrong-fields.ts';

/** Faults of what holds a resource or a list, of the `pagination` object, and of fields that are empty. */
export const bodies: readonly Fault[] = [
  ...faults(
    {
      'list-academic-years.body/schema': 'listAcademicYears',
      'list-classes.body/schema': 'listClasses',
      'list-cohorts.body/schema': 'listCohorts',
      'list-tests.body/schema': 'listTests',
      'list-users.body/schema': 'listUsers',
      'search-users.body/schema': 'searchUsers',
      'list-sessions.body/schema': 'listSessions',
      'list-completed-sessions.body/schema': 'listCompletedSessions',
      'list-in-progress-sessions.body/schema': 'listInProgressSessions',
    },
    {
      story: 'The list is served under the name of the framework.',
      with: answerBody(({ data, ...rest }) => ({ ...rest, items: data })),
    },
  ),
  ...faults(
    {
      'get-current-academic-year.body/schema': 'getCurrentAcademicYear',
      'get-academic-year.body/schema': 'getAcademicYear',
      'get-class.body/schema': 'getClass',
      'get-cohort.body/schema': 'getCohort',
      'create-class.body/schema': 'createClass',
      'create-cohort.body/schema': 'createCohort',
      'create-student.body/schema': 'createStudent',
      'create-teacher.body/schema': 'createTeacher',
      'update-student-details.body/schema': 'updateStudentDetails',
      'update-user-name.body/schema': 'updateUserName',
      'update-user-password.body/schema': 'updateUserPassword',
      'update-user-primary-email.body/schema': 'updateUserPrimaryEmail',
    },
    {
      story: 'The resource is served without its wrapper.',
      with: answerBody((body) => Object.values(body)[0]),
    },
  ),
  fault('pagination.response-shape/schema', {
    on: paginated,
    story: 'The numbers of the page stand beside the list.',
    with: answerBody(({ pagination, ...rest }) => ({ ...rest, ...(pagination as Json) })),
  }),
  ...wrongFields(['listClasses', 'listCohorts', 'listUsers', 'searchUsers', 'listSessions'], ['pagination'], {
    'pagination.total/schema': ['total', '300', 'The count comes from the database as text.'],
    'pagination.limit/schema': ['limit', '100', 'The limit is echoed as it stood in the query.'],
    'pagination.offset/schema': ['offset', '0', 'The offset is echoed as it stood in the query.'],
    'pagination.previous-cursor/schema': ['previousCursor', 0, 'The cursor is the bare position.'],
    'pagination.next-cursor/schema': ['nextCursor', 100, 'The cursor is the bare position.'],
  }),
  fault('conventions.empty-omitted/schema', {
    on: ['listClasses', 'listUsers'],
    story: 'The serialiser writes missing values as null.',
    with: showing(null, ['description', 'upn', 'externalId', 'gender', 'dateOfBirth', 'lastName']),
  }),
  fault('conventions.empty-text-omitted/schema', {
    on: ['listClasses', 'listCohorts', 'listUsers', 'searchUsers'],
    story: 'Columns have a default of no characters, so that nothing is ever null.',
    with: showing('', ['description', 'upn', 'externalId', 'gender', 'lastName']),
  }),
  fault('conventions.empty-text-omitted/schema!one-field', {
    on: ['listUsers', 'searchUsers'],
    deep: true,
    story: 'One field was made a required column later, and is empty for the users from before.',
    with: showing('', ['upn']),
  }),
  fault('conventions.empty-omitted/schema!one-field', {
    on: ['listUsers', 'searchUsers'],
    deep: true,
    story: 'One field was added later, and is null for the users from before.',
    with: showing(null, ['externalId']),
  }),
];

/** Shows fields of a resource that are empty with this value. */
function showing(value: '' | null, fields: readonly string[]): Break {
  return answerBody((body) => {
    for (const resource of resourcesIn(body)) for (const field of fields) resource[field] ??= value;
    return body;
  });
}

function resourcesIn(body: Json): Json[] {
  return Array.isArray(body['data']) ? (body['data'] as Json[]) : (Object.values(body) as Json[]);
}
