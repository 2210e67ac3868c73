import type { Activation, Gender, Role } from './store/rows.ts';

/** The parts of the service that may answer errors in different formats. */
export type Resource = 'academicYears' | 'classes' | 'cohorts' | 'tests' | 'users' | 'sessions' | 'accounts';

/** Which of the two error formats (Errors) a resource uses. */
export type ErrorFormat = 'basic' | 'problem';

/** What users can be sorted by. */
export type UserSortKey = 'createdAt' | 'updatedAt' | 'username' | 'firstName' | 'lastName';

/** What initial-assessment and study sessions can be sorted by. */
export type SessionSortKey = 'startDate' | 'endDate';

/** The operations on accounts whose request body wraps a payload that the interface doesn't show. */
export type WrappedBody =
  | 'createStudent'
  | 'createTeacher'
  | 'updateStudentDetails'
  | 'updateUserName'
  | 'updateUserPassword'
  | 'updateUserPrimaryEmail'
  | 'setUserExternalId';

/** The operations whose success response the interface doesn't show. */
export type UnshownAnswer =
  | 'addStudentClasses'
  | 'removeStudentClasses'
  | 'addStudentCohorts'
  | 'addTeacherClasses'
  | 'removeTeacherClasses'
  | 'setUserExternalId'
  | 'enableUser'
  | 'disableUser';

/** 204 without a body, or 200 with `{ user: User }` (without `classIds` and `cohortIds`). */
export type AnswerShape = 'empty' | 'user';

/**
 * What this service chose where the interface leaves the choice. Each can be chosen differently when a
 * service is created, so that a suite can be tried against services of different shapes.
 *
 * These are settings:
 *
 * | gap or ambiguity | setting | default |
 * |---|---|---|
 * | which endpoint uses which error format | `errors` | problem details: classes, tests, users; basic: the others |
 * | content type of problem details | `problemType` | `application/problem+json` |
 * | maximum `limit` | `limitMaximum` | 1000 |
 * | a `limit` above the maximum | `aboveMaximum` | 400; `clamp` uses the maximum and says so in `pagination.limit` |
 * | malformed id in a path where 400 and 404 are both possible | `malformedId` | 400 |
 * | unknown users or tests in an id list | `unknownMember` | 400, and nothing is changed |
 * | fields that hold an empty list | `emptyLists` | omitted, as other empty fields are |
 * | status literals of sessions | `status` | `InProgress`, `Completed` |
 * | UserRole | `roles` | `student`, `teacher`, `administrator`, `support` |
 * | gender | `genders` | `female`, `male`, `other` |
 * | activationStatus | `activation` | `active`, `inactive` |
 * | sort fields | `userSort`, `sessionSort` | see below; the stated defaults must stay among them |
 * | which users match `name` | `nameMatches` | those whose full name contains it, ignoring case |
 * | bodies of the account operations | `wrappers`, `properties` | `{ user: { … } }` with the names of User |
 * | id lists of student and teacher routes | `idLists` | `{ classIds: […] }`, `{ cohortIds: […] }` |
 * | other fields of CreateClass and CreateCohort | `properties` | `name` (required), `description` |
 * | field names of sessions, their user, test and result | `session`, `studySession` | see below |
 * | field that says whether a user is enabled | `userState` | `enabled` (boolean); `null` shows none |
 * | unshown success responses | `answers` | 204; `{ user }` for the external id |
 * | rate limit | `rate` | a million requests a minute and key, then 429 with Retry-After |
 *
 * These are fixed:
 *
 * - Keys are handed to whoever starts the service. The full key may do everything, the restricted key
 *   may read academic years and gets 403 from every other operation.
 * - The key is looked at first: without one, unknown paths and wrong methods are 401 too. With one they
 *   are 404, and 405 with `Allow`. Only OPTIONS needs no key.
 * - An academic year with a malformed id is 404, because the interface lists only that.
 * - A defect of the body is reported before an unknown class, cohort or user in the path.
 * - `limit` below 1, negative `offset`, numbers beyond int32, a scalar parameter given twice, unknown
 *   operators of dates, unknown literals, sort fields and directions are 400. Unknown parameters and
 *   properties are ignored.
 * - A cursor holds filters and sort, and they win over those sent with it; `limit` is that of the
 *   request, 100 when it has none. A cursor that was changed, or comes from another list, is 400. The
 *   page before a page that began between two pages may be short; no item comes twice.
 * - Sorting is by UTF-16 code unit; ties are in order of id; absent values are last when ascending. A
 *   sort without a direction has the direction of the default, one without a field the default field.
 * - Classes and cohorts are listed in the order of their creation.
 * - A value of `externalId`, `upn`, `username` or `subject` matches exactly, an `email` ignoring case,
 *   ids in either case of their hexadecimal digits. An empty array in a search body matches nothing.
 * - Dates in filters are ISO 8601 date-times in UTC, with or without fraction, or whole Unix seconds.
 *   A session without an end matches no `endDate` filter.
 * - Membership is idempotent: adding twice and removing a non-member are 204. Repeated ids in a list
 *   count towards its size. Only students become students of a class, only teachers its teachers.
 * - A change of a user's classes or cohorts moves the user's `updatedAt`; a request that changes
 *   nothing does not. The clock is a logical one: each write is one second later than the last.
 * - Names of classes and cohorts are kept as they were sent, must not be blank and have at most 255
 *   characters. They conflict, ignoring case, within one academic year only.
 * - A new account needs a first and a last name. A username is made up when none is sent. A username or
 *   UPN that another user has is 400. Passwords (8 to 128 characters) are checked and not kept.
 * - A new primary e-mail address takes the place of the former one. `null` removes an external id, a
 *   date of birth or a gender.
 * - Routes below /students know only students, those below /teachers only teachers; others are 404.
 * - A body that isn't JSON is 400, a content type other than JSON 415, a body over 4 MiB 413.
 */
export interface Shapes {
  readonly errors: Readonly<Record<Resource, ErrorFormat>>;
  readonly problemType: 'application/problem+json' | 'application/json';
  readonly limitMaximum: number;
  readonly aboveMaximum: 'refuse' | 'clamp';
  readonly malformedId: 400 | 404;
  readonly unknownMember: 400 | 404;
  readonly emptyLists: 'omit' | 'show';
  readonly status: { readonly inProgress: string; readonly completed: string };
  readonly roles: Readonly<Record<Role, string>>;
  readonly genders: Readonly<Record<Gender, string>>;
  readonly activation: Readonly<Record<Activation, string>>;
  /** Literal of `sort[field]` to what it sorts by. */
  readonly userSort: Readonly<Record<string, UserSortKey>>;
  readonly sessionSort: Readonly<Record<string, SessionSortKey>>;
  readonly nameMatches: 'contains' | 'equals';
  /** The property that wraps the payload; `null` for a body that is the payload itself. */
  readonly wrappers: Readonly<Record<WrappedBody, string | null>>;
  /** Names of properties in request bodies. */
  readonly properties: {
    readonly firstName: string;
    readonly lastName: string;
    readonly username: string;
    readonly upn: string;
    readonly externalId: string;
    readonly email: string;
    readonly dateOfBirth: string;
    readonly gender: string;
    readonly password: string;
    readonly name: string;
    readonly description: string;
  };
  readonly idLists: { readonly classes: string; readonly cohorts: string };
  /** Names of the fields of a session; those that the interface states (`status`, `endDate` …) are fixed. */
  readonly session: {
    readonly id: string;
    readonly user: string;
    readonly test: string;
    readonly calculatedAt: string;
    readonly level: string;
    readonly duration: string;
  };
  readonly studySession: { readonly id: string; readonly duration: string };
  readonly userState: string | null;
  readonly answers: Readonly<Record<UnshownAnswer, AnswerShape>>;
  readonly rate: { readonly requests: number; readonly seconds: number };
}

/** The choices of the reference service; `profiles/reference/profile.yaml` tells them to the suite. */
export const defaultShapes: Shapes = {
  errors: {
    academicYears: 'basic',
    classes: 'problem',
    cohorts: 'basic',
    tests: 'problem',
    users: 'problem',
    sessions: 'basic',
    accounts: 'basic',
  },
  problemType: 'application/problem+json',
  limitMaximum: 1000,
  aboveMaximum: 'refuse',
  malformedId: 400,
  unknownMember: 400,
  emptyLists: 'omit',
  status: { inProgress: 'InProgress', completed: 'Completed' },
  roles: { student: 'student', teacher: 'teacher', administrator: 'administrator', support: 'support' },
  genders: { female: 'female', male: 'male', other: 'other' },
  activation: { active: 'active', inactive: 'inactive' },
  userSort: {
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    username: 'username',
    firstName: 'firstName',
    lastName: 'lastName',
  },
  sessionSort: { startDate: 'startDate', endDate: 'endDate' },
  nameMatches: 'contains',
  wrappers: {
    createStudent: 'user',
    createTeacher: 'user',
    updateStudentDetails: 'user',
    updateUserName: 'user',
    updateUserPassword: 'user',
    updateUserPrimaryEmail: 'user',
    setUserExternalId: 'user',
  },
  properties: {
    firstName: 'firstName',
    lastName: 'lastName',
    username: 'username',
    upn: 'upn',
    externalId: 'externalId',
    email: 'email',
    dateOfBirth: 'dateOfBirth',
    gender: 'gender',
    password: 'password',
    name: 'name',
    description: 'description',
  },
  idLists: { classes: 'classIds', cohorts: 'cohortIds' },
  session: {
    id: 'sessionId',
    user: 'user',
    test: 'test',
    calculatedAt: 'calculatedDate',
    level: 'level',
    duration: 'duration',
  },
  studySession: { id: 'sessionId', duration: 'duration' },
  userState: 'enabled',
  answers: {
    addStudentClasses: 'empty',
    removeStudentClasses: 'empty',
    addStudentCohorts: 'empty',
    addTeacherClasses: 'empty',
    removeTeacherClasses: 'empty',
    setUserExternalId: 'user',
    enableUser: 'empty',
    disableUser: 'empty',
  },
  rate: { requests: 1_000_000, seconds: 60 },
};

/** Some choices; tables of choices may be given in part, too. */
export type SomeShapes = {
  readonly [Name in keyof Shapes]?: Name extends 'userSort' | 'sessionSort'
    ? Shapes[Name]
    : Shapes[Name] extends string | number | null
      ? Shapes[Name]
      : Partial<Shapes[Name]>;
};

/** The default choices with some of them made differently. Sort fields are replaced, other tables merged. */
export function chooseShapes(some?: SomeShapes): Shapes {
  if (!some) return defaultShapes;
  return {
    ...defaultShapes,
    ...some,
    errors: { ...defaultShapes.errors, ...some.errors },
    status: { ...defaultShapes.status, ...some.status },
    roles: { ...defaultShapes.roles, ...some.roles },
    genders: { ...defaultShapes.genders, ...some.genders },
    activation: { ...defaultShapes.activation, ...some.activation },
    wrappers: { ...defaultShapes.wrappers, ...some.wrappers },
    properties: { ...defaultShapes.properties, ...some.properties },
    idLists: { ...defaultShapes.idLists, ...some.idLists },
    session: { ...defaultShapes.session, ...some.session },
    studySession: { ...defaultShapes.studySession, ...some.studySession },
    answers: { ...defaultShapes.answers, ...some.answers },
    rate: { ...defaultShapes.rate, ...some.rate },
  };
}
