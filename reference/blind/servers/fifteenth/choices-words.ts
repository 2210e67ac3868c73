/** Choices about sessions, words, bodies, keys and data. */

import type { Choice } from './choices-lists.ts';
import type { BodyRule, DataSettings, SessionSettings, Settings } from './settings.ts';

const sessions =
  (part: Partial<SessionSettings>) =>
  (s: Settings): void =>
    void Object.assign(s.sessions, part);
const data =
  (part: Partial<DataSettings>) =>
  (s: Settings): void =>
    void Object.assign(s.data, part);
const statuses = (
  inProgress: string,
  completed: string,
  filterInProgress = inProgress,
  filterCompleted = completed,
) => sessions({ inProgress, completed, filterInProgress, filterCompleted });
const result = (calculated: string, level: string, duration: string) =>
  sessions({ calculated, level, duration });

const CREATE = ['createStudent', 'createTeacher'];
const CHANGE = [
  'updateStudentDetails',
  'updateUserName',
  'updateUserPassword',
  'updateUserPrimaryEmail',
  'setUserExternalId',
];
const LISTS = [
  'addStudentClasses',
  'removeStudentClasses',
  'addStudentCohorts',
  'addTeacherClasses',
  'removeTeacherClasses',
];
const STATES = ['enableUser', 'disableUser'];

function bodies(ids: readonly string[], change: (rule: BodyRule, id: string) => void): (s: Settings) => void {
  return (s) => {
    for (const id of ids) {
      const rule = s.bodies[id];
      if (rule !== undefined) change(rule, id);
    }
  };
}

/** Other names for fields of bodies, wherever they stand. */
function renamed(names: Record<string, string>): (s: Settings) => void {
  return (s) => {
    const other = new Map(Object.entries(names).map(([given, meaning]) => [meaning, given]));
    const change = (list: string[]): string[] => list.map((name) => other.get(name) ?? name);
    for (const rule of Object.values(s.bodies)) {
      rule.required = change(rule.required);
      rule.optional = change(rule.optional);
    }
    Object.assign(s.fields, names);
  };
}

const mayNot =
  (...ids: string[]) =>
  (s: Settings): void => {
    s.restricted = { mayNot: ids };
  };
const may =
  (...ids: string[]) =>
  (s: Settings): void => {
    s.restricted = { may: ids };
  };
const roles =
  (student: string, teacher: string, admin: string) =>
  (s: Settings): void => {
    s.users.roles = { student, teacher, admin };
  };
const genders =
  (...words: string[]) =>
  (s: Settings): void => {
    s.users.genders = words;
  };
const SEARCH = [
  'userIds',
  'testIds',
  'subjects',
  'status',
  'startDate',
  'endDate',
  'sort',
  'limit',
  'offset',
  'cursor',
];

export const wordChoices = {
  'status-words': [
    'the literal status strings are not shown: In Progress, Completed',
    statuses('In Progress', 'Completed'),
  ],
  'status-small': [
    'the literal status strings are not shown: in-progress, completed',
    statuses('in-progress', 'completed'),
  ],
  'status-camel': [
    'the literal status strings are not shown: inProgress, completed',
    statuses('inProgress', 'completed'),
  ],
  'status-open': ['the literal status strings are not shown: open, done', statuses('open', 'done')],
  'status-filter-other': [
    'values of the status filter are not shown: other words than those of the field',
    statuses('InProgress', 'Completed', 'active', 'finished'),
  ],
  'status-filter-case': [
    'values of the status filter are not shown: the words of the field in small letters',
    statuses('IN_PROGRESS', 'COMPLETED', 'in_progress', 'completed'),
  ],
  'session-id': ['the name of the identifier of a session is not shown: id', sessions({ id: 'id' })],
  'session-uuid': [
    'the name of the identifier of a session is not shown: smartIaSessionId',
    sessions({ id: 'smartIaSessionId' }),
  ],
  'session-learner': [
    'the field of the learner is not shown: learner',
    sessions({ user: 'learner', test: 'assessment' }),
  ],
  'session-session-user': [
    'the fields of learner and test are not shown: sessionUser, sessionTest',
    sessions({ user: 'sessionUser', test: 'sessionTest' }),
  ],
  'session-few-fields': [
    'the field list of SessionUser is not shown: userId and names',
    sessions({ userFields: ['userId', 'firstName', 'lastName'], testFields: [] }),
  ],
  'session-user-bare': [
    'the field list of SessionUser is not shown: userId alone',
    sessions({ userFields: ['userId'], testFields: ['subject'] }),
  ],
  'session-dates': [
    'the form of dates of sessions is not shown: days',
    sessions({ dates: 'date', dateOnly: true }),
  ],
  'result-names': [
    'the field list of the result is not shown',
    result('calculatedAt', 'resultLevel', 'totalDuration'),
  ],
  'result-names-2': [
    'the field list of the result is not shown',
    result('dateCalculated', 'outcome', 'timeTaken'),
  ],
  'durations-full': ['a duration may have all its parts', sessions({ durations: 'full' })],
  'durations-minutes': ['a duration may have more than 59 minutes', sessions({ durations: 'minutes' })],
  'session-sorts': [
    'allowed sort fields are not shown',
    sessions({ sorts: ['startDate', 'endDate', 'subject', 'lastName', 'status'] }),
  ],
  'session-sort-one': [
    'allowed sort fields are not shown: startDate alone',
    sessions({ sorts: ['startDate'] }),
  ],
  'lists-without-filters': [
    'the queries of the lists by state are not shown: no filters',
    sessions({ filters: ['sort'] }),
  ],
  'lists-with-users': [
    'the queries of the lists by state are not shown: few filters',
    sessions({ filters: ['userId', 'startDate'] }),
  ],
  'find-few': [
    'the body of the session search is not shown: users alone',
    sessions({ searchFilters: ['userIds', 'sort', 'limit', 'offset', 'cursor'] }),
  ],
  'find-without-pages': [
    'the response of the session search is not shown: not paginated',
    sessions({ searchPages: false, searchFilters: SEARCH.slice(0, 7) }),
  ],
  'session-422': ['error statuses of session lists are not shown: 422', sessions({ refuses: 422 })],
  'date-only': ['a date may be taken where a date-time is asked for', sessions({ dateOnly: true })],
  'empty-range-refused': [
    'a range that nothing can be in may be refused',
    sessions({ emptyRange: 'refuse' }),
  ],
  'studies-bare': [
    'the response of study sessions is not shown: not paginated',
    sessions({ studyPages: false, studyFilters: ['userId'] }),
  ],
  'studies-few': [
    'the shape of study sessions is not shown',
    sessions({
      studyFields: ['id', 'userId', 'startDate', 'duration'],
      studyFilters: ['limit', 'offset', 'cursor'],
    }),
  ],
  'roles-prefixed': [
    'values of UserRole are not shown',
    roles('ROLE_STUDENT', 'ROLE_TEACHER', 'ROLE_ORG_ADMIN'),
  ],
  'roles-words': [
    'values of UserRole are not shown: words with blanks',
    roles('Adult learner', 'Tutor', 'Centre manager'),
  ],
  'roles-small': ['values of UserRole are not shown', roles('student', 'teacher', 'admin')],
  'roles-same': [
    'values of UserRole are not shown: administrators are teachers',
    roles('pupil', 'staff', 'staff'),
  ],
  'genders-letters': ['values of gender are not shown', genders('F', 'M', 'X')],
  'genders-free': ['values of gender are not shown: any text', genders()],
  'genders-words': [
    'values of gender are not shown',
    genders('Woman', 'Man', 'Non-binary', 'Prefer not to say'),
  ],
  'user-sorts': [
    'allowed sort fields of users are not shown',
    (s: Settings) => void Object.assign(s.users, { sorts: ['createdAt', 'fullName', 'userId'] }),
  ],
  'user-sort-one': [
    'allowed sort fields of users are not shown: createdAt alone',
    (s: Settings) => void Object.assign(s.users, { sorts: ['createdAt'] }),
  ],
  'wrap-user': [
    'the bodies that create accounts are not shown: wrapped in user',
    bodies(CREATE, (rule) => void Object.assign(rule, { wrap: 'user' })),
  ],
  'wrap-each': [
    'the bodies of changes are not shown: each wrapped in a word of its own',
    bodies(
      CHANGE,
      (rule, id) =>
        void Object.assign(rule, {
          wrap:
            {
              updateStudentDetails: 'details',
              updateUserName: 'name',
              updateUserPassword: 'credentials',
              updateUserPrimaryEmail: 'primaryEmail',
              setUserExternalId: 'external',
            }[id] ?? 'user',
        }),
    ),
  ],
  'wrap-none': [
    'the bodies of changes are not shown: one named property holds the value',
    bodies(CHANGE.slice(2), (rule) => void delete rule.wrap),
  ],
  'wrap-lists': [
    'the bodies of assignments are not shown: wrapped in the role',
    bodies(
      LISTS,
      (rule, id) => void Object.assign(rule, { wrap: id.includes('Teacher') ? 'teacher' : 'student' }),
    ),
  ],
  'student-needs-more': [
    'the body of POST /students is not shown: more is required',
    bodies(CREATE, (rule) => {
      rule.required = ['firstName', 'lastName', 'username', 'email'];
      rule.optional = ['upn', 'externalId', 'dateOfBirth', 'gender'];
    }),
  ],
  'student-takes-less': [
    'the body of POST /students is not shown: names alone',
    bodies(CREATE, (rule) => {
      rule.optional = [];
    }),
  ],
  'details-need-both': [
    'the body of PATCH details is not shown: both are required',
    bodies(['updateStudentDetails'], (rule) => {
      rule.required = ['dateOfBirth', 'gender'];
      rule.optional = [];
    }),
  ],
  'names-given': [
    'the fields of bodies are not shown',
    renamed({ givenName: 'firstName', familyName: 'lastName' }),
  ],
  'names-new': [
    'the fields of bodies are not shown',
    renamed({ newPassword: 'password', emailAddress: 'email' }),
  ],
  'names-lists': [
    'the fields of assignments are not shown',
    renamed({ classes: 'classIds', cohorts: 'cohortIds' }),
  ],
  'lists-return-user': [
    'the responses of assignments are not shown: 200 with the user',
    bodies(LISTS, (rule) => void Object.assign(rule, { returns: 200, shows: true })),
  ],
  'lists-return-200': [
    'the responses of assignments are not shown: 201 and 200 without a body',
    bodies(LISTS, (rule, id) => void Object.assign(rule, { returns: id.startsWith('add') ? 201 : 200 })),
  ],
  'states-return-204': [
    'the responses of enable and disable are not shown: 204',
    bodies(STATES, (rule) => void Object.assign(rule, { returns: 204, shows: false })),
  ],
  'states-return-202': [
    'the responses of enable and disable are not shown: 202',
    bodies(STATES, (rule) => void Object.assign(rule, { returns: 202, shows: true })),
  ],
  'external-204': [
    'the response of external-id is not shown: 204',
    bodies(['setUserExternalId'], (rule) => void Object.assign(rule, { returns: 204, shows: false })),
  ],
  'key-nothing': ['which key may use which operation is not shown: the second may nothing', may()],
  'key-almost-all': [
    'which key may use which operation is not shown: the second may not create',
    mayNot('createClass', 'createCohort', 'createStudent', 'createTeacher'),
  ],
  'key-one-not': [
    'which key may use which operation is not shown: the second may all but change passwords',
    mayNot('updateUserPassword'),
  ],
  'key-no-sessions': [
    'which key may use which operation is not shown: the second may not see sessions',
    mayNot(
      'listSessions',
      'listCompletedSessions',
      'listInProgressSessions',
      'searchSessions',
      'listStudySessions',
    ),
  ],
  'key-reads': [
    'which key may use which operation is not shown: the second reads',
    may(
      'listAcademicYears',
      'getCurrentAcademicYear',
      'getAcademicYear',
      'listClasses',
      'getClass',
      'listCohorts',
      'getCohort',
      'listTests',
      'listUsers',
      'searchUsers',
      'listSessions',
      'listCompletedSessions',
      'listInProgressSessions',
      'searchSessions',
      'listStudySessions',
    ),
  ],
  'key-writes': [
    'which key may use which operation is not shown: the second creates and does not read',
    may('createClass', 'createCohort', 'createStudent', 'createTeacher'),
  ],
  'uuid-7': ['the version of UUIDs is not stated: 7', data({ uuid: 'v7' })],
  'uuid-1': ['the version of UUIDs is not stated: 1', data({ uuid: 'v1' })],
  'uuid-upper': ['the case of UUIDs is not stated: capitals', data({ uuid: 'upper' })],
  'uuid-sequence': ['UUIDs may follow one another', data({ uuid: 'sequence' })],
  'years-newest-first': [
    'the order of academic years is not stated: the newest first',
    data({ yearsNewestFirst: true }),
  ],
  'drift-7': ['data may change by itself between requests', data({ drift: 7 })],
  'drift-60': ['data may change by itself between requests', data({ drift: 60 })],
  sparse: ['empty fields are omitted: most users have few', data({ sparse: true })],
  'made-at-once': ['everything may have been created at one instant', data({ created: 'instant' })],
  'made-at-edges': [
    'dates may be any: leap days, last milliseconds, the first second',
    data({ created: 'edges' }),
  ],
  'all-disabled': ['users may be disabled: all but one', data({ disabled: 'all-but-one' })],
  'none-disabled': ['users may all be enabled', data({ disabled: 'none' })],
} satisfies Record<string, Choice>;
