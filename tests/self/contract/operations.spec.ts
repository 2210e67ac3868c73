import { expect } from '@playwright/test';
import { loadContract } from '../../../spec/contract.ts';
import { test } from '../plain-test.ts';

const contract = loadContract();
const named = '- - -';

/** Written from the interface, not from openapi.yaml: id, method, path, success, wrapper, item, and 4xx beside 401 and 403. */
const endpoints: readonly string[] = [
  'listAcademicYears GET /academic-years 200 data AcademicYear',
  'getCurrentAcademicYear GET /academic-years/current 200 academicYear AcademicYear 404',
  'getAcademicYear GET /academic-years/{academicYearId} 200 academicYear AcademicYear 404',
  'listClasses GET /classes 200 data Class 400',
  'createClass POST /classes 201 class Class 400 409',
  'getClass GET /classes/{classId} 200 class Class 400 404',
  'addClassStudents POST /classes/{classId}/students 204 - - 400 404',
  'removeClassStudents DELETE /classes/{classId}/students 204 - - 400 404',
  'addClassTeachers POST /classes/{classId}/teachers 204 - - 400 404',
  'removeClassTeachers DELETE /classes/{classId}/teachers 204 - - 400 404',
  'listCohorts GET /smart-ia/cohorts 200 data Cohort 400',
  'createCohort POST /smart-ia/cohorts 201 cohort Cohort 400 409',
  'getCohort GET /smart-ia/cohorts/{cohortId} 200 cohort Cohort 400 404',
  'addCohortStudents POST /smart-ia/cohorts/{cohortId}/students 204 - - 400 404',
  'removeCohortStudents DELETE /smart-ia/cohorts/{cohortId}/students 204 - - 400 404',
  'addCohortTests POST /smart-ia/cohorts/{cohortId}/tests 204 - - 400 404',
  'removeCohortTests DELETE /smart-ia/cohorts/{cohortId}/tests 204 - - 400 404',
  'listTests GET /smart-ia/tests 200 data SmartIaTest',
  'listUsers GET /users 200 data User 400',
  'searchUsers POST /users/search 200 data User',
  'listSessions GET /smart-ia/sessions 200 data SessionListItem',
  'listCompletedSessions GET /smart-ia/sessions/completed - data CompletedSessionItem',
  'listInProgressSessions GET /smart-ia/sessions/in-progress - data InProgressSessionItem',
  `searchSessions POST /smart-ia/sessions/search ${named}`,
  `listStudySessions GET /sessions/completed ${named}`,
  'createStudent POST /students 201 user User',
  `addStudentClasses POST /students/{userId}/classes ${named}`,
  `removeStudentClasses DELETE /students/{userId}/classes ${named}`,
  `addStudentCohorts POST /students/{userId}/cohorts ${named}`,
  'updateStudentDetails PATCH /students/{userId}/details 200 user User',
  'createTeacher POST /teachers 201 user User',
  `addTeacherClasses POST /teachers/{userId}/classes ${named}`,
  `removeTeacherClasses DELETE /teachers/{userId}/classes ${named}`,
  'updateUserName PUT /users/{userId}/name 200 user User',
  'updateUserPassword PUT /users/{userId}/password 200 user User',
  'updateUserPrimaryEmail PUT /users/{userId}/emails/primary 200 user User',
  `setUserExternalId PUT /users/{userId}/external-id ${named}`,
  `enableUser POST /users/{userId}/enable ${named}`,
  `disableUser POST /users/{userId}/disable ${named}`,
];

test('the 39 operations of the interface, with method, path, success, wrapping and statuses', () => {
  const everywhere = [401, 403, 429, 504];
  const found = contract.operations.map((operation) => {
    const { id, method, path, success, wrapper, item, statuses } = operation;
    for (const status of everywhere) expect(statuses, id).toContain(status);
    const others = statuses.filter((status) => status >= 400 && !everywhere.includes(status));
    return [id, method, path, success ?? '-', wrapper ?? '-', item ?? '-', ...others].join(' ');
  });
  expect(found.sort()).toEqual([...endpoints].sort());
});

/** Ids of the operations for which something holds, sorted. */
function ids(holds: (operation: (typeof contract.operations)[number]) => boolean): readonly string[] {
  return contract.operations
    .filter(holds)
    .map(({ id }) => id)
    .sort();
}

test('paginated operations are the four lists, the search and the two lists of one kind', () => {
  const lists = [
    'listClasses',
    'listCohorts',
    'listCompletedSessions',
    'listInProgressSessions',
    'listSessions',
  ];
  expect(ids(({ paginated }) => paginated)).toEqual([...lists, 'listUsers', 'searchUsers']);
  for (const name of ['limit', 'offset', 'cursor']) {
    expect(
      ids((operation) => operation.has(name)),
      name,
    ).toEqual([...lists, 'listUsers', 'searchUsers']);
  }
});

test('experimental operations are the seven that the interface marks', () => {
  expect(ids(({ experimental }) => experimental)).toEqual([
    'addCohortStudents',
    'addCohortTests',
    'listTests',
    'removeClassStudents',
    'removeClassTeachers',
    'removeCohortStudents',
    'removeCohortTests',
  ]);
});

test('every operation writes but GET and the two searches', () => {
  const reads = ids(({ writes }) => !writes);
  expect(reads).toEqual(
    ids(({ method, id }) => method === 'GET' || id === 'searchUsers' || id === 'searchSessions'),
  );
});

test('the versions that brought operations', () => {
  expect(ids(({ since }) => since === '1.1.0')).toEqual(
    [
      'listAcademicYears',
      'getCurrentAcademicYear',
      'getAcademicYear',
      'createStudent',
      'addStudentClasses',
      'addStudentCohorts',
      'createTeacher',
      'addTeacherClasses',
    ].sort(),
  );
  expect(ids(({ since }) => since === '1.5.0')).toEqual(
    ['listClasses', 'listCohorts', 'updateStudentDetails', 'updateUserName', 'updateUserPassword'].sort(),
  );
});

test('an older version has its own operations and clauses', () => {
  const sizes = ['1.0', '1.1.0', '1.5.0', '1.7.0'].map(
    (version) => loadContract({ version }).operations.length,
  );
  expect(sizes).toEqual([26, 34, 39, 39]);
  const old = loadContract({ version: '1.0' });
  expect(old.clauses.has('list-classes.search')).toBe(false);
  expect(old.clauses.has('get-class.success')).toBe(true);
  expect(old.version).toBe('1.0');
});

/** Bounds of arrays exactly where the interface states them: operation, parameter, least, most. */
const bounds: readonly [string, string, number | undefined, number | undefined][] = [
  ['addClassStudents', 'userIds', 1, 100],
  ['addClassTeachers', 'userIds', 1, 100],
  ['removeClassTeachers', 'userIds', 1, 100],
  ['removeClassStudents', 'userIds', undefined, undefined],
  ['addCohortStudents', 'userIds', undefined, undefined],
  ['removeCohortStudents', 'userIds', undefined, undefined],
  ['addCohortTests', 'testIds', undefined, undefined],
  ['removeCohortTests', 'testIds', undefined, undefined],
  ...['userId', 'upn', 'externalId', 'username'].map((name): [string, string, number, number] => [
    'listUsers',
    name,
    1,
    30,
  ]),
  ...['userId', 'testId', 'subject'].map((name): [string, string, undefined, number] => [
    'listSessions',
    name,
    undefined,
    30,
  ]),
];

test('array bounds stand exactly where the interface states them', () => {
  const found = contract.operations.flatMap(({ id, parameters }) =>
    parameters
      .filter(({ schema }) => schema['type'] === 'array')
      .map(({ name, schema }) => [id, name, schema['minItems'], schema['maxItems']]),
  );
  expect(found.sort()).toEqual([...bounds].sort());
});

test('a repeated filter of the search has no bound', () => {
  const { schema } = contract.operation('searchUsers').parameters.find(({ name }) => name === 'search') ?? {};
  expect(JSON.stringify(schema)).not.toMatch(/m(ax|in)Items/);
});

test('object parameters are written in brackets', () => {
  const deep = contract.operations.flatMap(({ id, parameters }) =>
    parameters.filter(({ style }) => style === 'deepObject').map(({ name }) => `${id} ${name}`),
  );
  expect(deep.sort()).toEqual([
    'listSessions endDate',
    'listSessions sort',
    'listSessions startDate',
    'listUsers sort',
  ]);
});

test('each answer of each operation has a validator that compiles', () => {
  const thrown = contract.operations.flatMap(({ id, statuses }) =>
    [200, 201, ...statuses].flatMap((status) => {
      try {
        contract.validate(id, status, {});
        contract.requestViolations(id, {});
        return [];
      } catch (error) {
        return [`${id} ${status}: ${error}`];
      }
    }),
  );
  expect(thrown).toEqual([]);
});

test('a schema names only clauses that cover its operation', () => {
  const wrong = contract.operations.flatMap(({ id, statuses }) =>
    [200, ...statuses].flatMap((status) =>
      contract
        .judges(id, status)
        .filter(({ clause }) => !contract.clause(clause).operations.includes(id))
        .map(({ clause }) => `${id} ${status} ${clause}`),
    ),
  );
  expect(wrong).toEqual([]);
});
