// What the team chose where the interface leaves things open.
import type { WorldPlan } from './world.ts';

export interface BodyPlan {
  wrap?: string;
  required: readonly string[];
  optional: readonly string[];
  returns: number;
  shows: boolean;
}
export type BodyOp =
  | 'createStudent'
  | 'createTeacher'
  | 'updateStudentDetails'
  | 'updateUserName'
  | 'updateUserPassword'
  | 'updateUserPrimaryEmail'
  | 'setUserExternalId'
  | 'enableUser'
  | 'disableUser'
  | 'addStudentClasses'
  | 'removeStudentClasses'
  | 'addStudentCohorts'
  | 'addTeacherClasses'
  | 'removeTeacherClasses';
export type ListOp =
  | 'listCompletedSessions'
  | 'listInProgressSessions'
  | 'searchSessions'
  | 'listStudySessions';

/** The value of a state: a literal, nothing at all, or the moment of the change. */
export type StateValue = string | boolean | number | null | 'moment';

export interface Settings {
  name: string;
  profile: 'full' | 'usual' | 'bare';
  world: WorldPlan;
  roles: { student: string; teacher: string; admin: string };
  moreRoles: readonly string[];
  genders: readonly string[];
  activation: readonly string[];
  userSorts: readonly string[];
  sessionSorts: readonly string[];
  directionsAnyCase: boolean;
  collate: 'code' | 'locale';
  missing: 'last' | 'first';
  classOrder: 'made' | 'name' | 'id';
  createClass: { required: readonly string[]; optional: readonly string[] };
  createCohort: { required: readonly string[]; optional: readonly string[] };
  bodies: Record<BodyOp, BodyPlan>;
  /** What the fields of bodies are called: by their usual names. */
  fieldNames: Readonly<Record<string, string>>;
  unknownMembers: 'ignored' | 'refused';
  unknownQuery: 'ignored' | 'refused';
  repeated: 'refused' | 'first' | 'last';
  maxLength: number;
  trims: boolean;
  pattern?: string;
  /** Status of a bad request where the interface lists none. */
  openRefusal: 400 | 422;
  /** Status of an id in the path that is no UUID, where 400 and 404 are listed. */
  badId: 400 | 404;
  unknownMember: 400 | 404 | 'ignored';
  wrongRole: 400 | 404 | 'ignored';
  duplicateIds: 'once' | 'refused';
  alreadyThere: 'fine' | 'refused';
  notThere: 'fine' | 'refused';
  unknownYear: 'empty' | 'refused';
  unknownRole: 'empty' | 'refused';
  emptySearch: 'nothing' | 'refused';
  emptyArray: 'nothing' | 'ignored' | 'refused';
  nameMatch: 'contains' | 'prefix' | 'words' | 'exact';
  filterCase: 'exact' | 'any';
  emailMatch: 'every address' | 'primary';
  emailGrammar: 'refused' | 'no match';
  emailCase: 'exact' | 'any';
  limitMax: number;
  overLimit: 'refused' | 'clamped';
  offsetZero: 'refused' | 'no offset';
  cursor: 'anchor' | 'place' | 'binary' | 'stored' | 'bound' | 'carries';
  fullPreviousPage: boolean;
  dateInput: 'lenient' | 'strict';
  sameClass: 'any-case' | 'exact-case';
  sameCohort: 'any-case' | 'exact-case';
  sameAcrossYears: boolean;
  duplicates: 'allowed' | 400 | 409;
  delay: number;
  disabledShown: boolean;
  leaves: boolean;
  state: { field: string; enabled: StateValue; disabled: StateValue } | undefined;
  primary: 'replaces first' | 'goes first' | 'alone';
  touches: boolean;
  updatedAtOnCreate: boolean;
  emptyIds: 'omitted' | 'shown';
  idsEverywhere: boolean;
  fullName: 'first last' | 'last, first' | 'none';
  extras: boolean;
  session: {
    id: string;
    status: { inProgress: string; completed: string };
    statusFilter?: { inProgress: string; completed: string };
    user: string;
    userFields: readonly string[];
    test: string;
    testFields: readonly string[];
    result: { at: string; level: string; duration: string };
    duration: 'short' | 'long' | 'seconds' | 'minutes';
  };
  study: { fields: readonly string[]; id: string };
  filters: Record<ListOp, readonly string[]>;
  error: 'basic' | 'problem' | 'mixed' | 'basic-more' | 'problem-short';
  problemType: 'application/json' | 'application/problem+json';
  problemUri: string;
  charset: boolean;
  cors: 'star' | 'echo';
  preflight: 'listed' | 'stars' | 'asked';
  preflightStatus: 200 | 204;
  extraHeaders: Readonly<Record<string, string>>;
  etag: boolean;
  head: boolean;
  mediaType: 'any' | 415 | 400;
  wrongMethod: 405 | 404;
  unknownPath: 404 | 400;
  mayUse: readonly string[];
  mayNotUse?: readonly string[];
  drift: number;
}

const bodyOf = (wrap: string, required: string[], optional: string[] = []): BodyPlan => ({
  wrap,
  required,
  optional,
  returns: 200,
  shows: true,
});
const listBody = (field: string): BodyPlan => ({
  required: [field],
  optional: [],
  returns: 204,
  shows: false,
});
const personal = ['username', 'upn', 'externalId', 'email', 'gender', 'dateOfBirth', 'password'];

export const readsOfRestricted = [
  'listAcademicYears',
  'getCurrentAcademicYear',
  'getAcademicYear',
  'listClasses',
  'getClass',
  'listCohorts',
  'getCohort',
  'listTests',
  'listSessions',
  'listCompletedSessions',
  'listInProgressSessions',
];

export const plainWorld: WorldPlan = {
  seed: 1414,
  uuid: 'v4',
  sessionIds: 'uuid',
  students: 260,
  teachers: 28,
  admins: 4,
  years: 4,
  current: true,
  classes: 22,
  cohorts: 11,
  tests: 9,
  sessions: 300,
  kinds: 'mixed',
  studies: 130,
  names: 'college',
  edges: false,
  dateOnly: false,
};

const sessionFilters = ['startDate', 'endDate', 'userId', 'testId', 'subject', 'sort'];

export const plainBodies: Record<BodyOp, BodyPlan> = {
  createStudent: { ...bodyOf('student', ['firstName', 'lastName'], personal), returns: 201 },
  createTeacher: {
    ...bodyOf('teacher', ['firstName', 'lastName', 'email'], personal.slice(0, 3)),
    returns: 201,
  },
  updateStudentDetails: bodyOf('student', [], ['dateOfBirth', 'gender']),
  updateUserName: bodyOf('user', ['firstName', 'lastName']),
  updateUserPassword: bodyOf('user', ['password']),
  updateUserPrimaryEmail: bodyOf('user', ['email']),
  setUserExternalId: bodyOf('user', ['externalId']),
  enableUser: { required: [], optional: [], returns: 200, shows: true },
  disableUser: { required: [], optional: [], returns: 200, shows: true },
  addStudentClasses: listBody('classIds'),
  removeStudentClasses: listBody('classIds'),
  addStudentCohorts: listBody('cohortIds'),
  addTeacherClasses: listBody('classIds'),
  removeTeacherClasses: listBody('classIds'),
};

export const plain: Settings = {
  name: 'fourteenth',
  profile: 'full',
  world: plainWorld,
  roles: { student: 'student', teacher: 'teacher', admin: 'administrator' },
  moreRoles: [],
  genders: ['female', 'male', 'other'],
  activation: ['active', 'inactive'],
  userSorts: ['createdAt', 'updatedAt', 'username', 'firstName', 'lastName'],
  sessionSorts: ['startDate', 'endDate', 'subject'],
  directionsAnyCase: false,
  collate: 'code',
  missing: 'last',
  classOrder: 'made',
  createClass: { required: ['name'], optional: ['description'] },
  createCohort: { required: ['name'], optional: ['description'] },
  bodies: plainBodies,
  fieldNames: {},
  unknownMembers: 'ignored',
  unknownQuery: 'ignored',
  repeated: 'refused',
  maxLength: 255,
  trims: false,
  openRefusal: 400,
  badId: 400,
  unknownMember: 400,
  wrongRole: 400,
  duplicateIds: 'once',
  alreadyThere: 'fine',
  notThere: 'fine',
  unknownYear: 'empty',
  unknownRole: 'refused',
  emptySearch: 'nothing',
  emptyArray: 'nothing',
  nameMatch: 'contains',
  filterCase: 'exact',
  emailMatch: 'every address',
  emailGrammar: 'refused',
  emailCase: 'any',
  limitMax: 250,
  overLimit: 'refused',
  offsetZero: 'refused',
  cursor: 'anchor',
  fullPreviousPage: false,
  dateInput: 'lenient',
  sameClass: 'any-case',
  sameCohort: 'any-case',
  sameAcrossYears: false,
  duplicates: 'allowed',
  delay: 0,
  disabledShown: true,
  leaves: false,
  state: { field: 'accountStatus', enabled: 'enabled', disabled: 'disabled' },
  primary: 'replaces first',
  touches: false,
  updatedAtOnCreate: true,
  emptyIds: 'omitted',
  idsEverywhere: true,
  fullName: 'first last',
  extras: false,
  session: {
    id: 'sessionId',
    status: { inProgress: 'in_progress', completed: 'completed' },
    user: 'learner',
    userFields: [
      'userId',
      'username',
      'upn',
      'externalId',
      'fullName',
      'firstName',
      'lastName',
      'gender',
      'dateOfBirth',
    ],
    test: 'test',
    testFields: ['testId', 'testVersionId', 'name', 'subject'],
    result: { at: 'calculatedAt', level: 'level', duration: 'duration' },
    duration: 'short',
  },
  study: {
    fields: ['id', 'userId', 'classId', 'topic', 'startDate', 'endDate', 'duration'],
    id: 'studySessionId',
  },
  filters: {
    listCompletedSessions: sessionFilters,
    listInProgressSessions: sessionFilters.filter((f) => f !== 'endDate'),
    searchSessions: [
      'startDate',
      'endDate',
      'userIds',
      'testIds',
      'subjects',
      'status',
      'limit',
      'offset',
      'cursor',
      'sort',
    ],
    listStudySessions: ['limit', 'offset', 'cursor', 'startDate', 'endDate', 'userId'],
  },
  error: 'basic',
  problemType: 'application/json',
  problemUri: 'https://errors.fourteenth.example/',
  charset: true,
  cors: 'star',
  preflight: 'listed',
  preflightStatus: 204,
  extraHeaders: {},
  etag: false,
  head: false,
  mediaType: 'any',
  wrongMethod: 405,
  unknownPath: 404,
  mayUse: readsOfRestricted,
  drift: 0,
};
