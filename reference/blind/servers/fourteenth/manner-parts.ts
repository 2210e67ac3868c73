// Parts that several deployments share.
import { type BodyOp, type BodyPlan, plain, plainBodies, plainWorld, type Settings } from './settings.ts';
import type { WorldPlan } from './world.ts';

export interface Manner {
  permits: string;
  change: Partial<Settings>;
}

export const world = (change: Partial<WorldPlan>): WorldPlan => ({ ...plainWorld, ...change });
export const session = (change: Partial<Settings['session']>): Settings['session'] => ({
  ...plain.session,
  ...change,
});
export const filters = (change: Partial<Settings['filters']>): Settings['filters'] => ({
  ...plain.filters,
  ...change,
});

const wrapping: readonly BodyOp[] = [
  'createStudent',
  'createTeacher',
  'updateStudentDetails',
  'updateUserName',
  'updateUserPassword',
  'updateUserPrimaryEmail',
  'setUserExternalId',
];
export const switches: readonly BodyOp[] = ['enableUser', 'disableUser'];
export const ownLists: readonly BodyOp[] = [
  'addStudentClasses',
  'removeStudentClasses',
  'addStudentCohorts',
  'addTeacherClasses',
  'removeTeacherClasses',
];

/** The plans of bodies, each part changed where something is given. */
export function bodies(change: {
  wrap?: string | 'none';
  create?: { required: readonly string[]; optional: readonly string[] };
  teacher?: { required: readonly string[]; optional: readonly string[] };
  external?: { returns: number; shows: boolean };
  switches?: { returns: number; shows: boolean };
  lists?: { returns: number; shows: boolean };
  details?: { required: readonly string[]; optional: readonly string[] };
}): Record<BodyOp, BodyPlan> {
  const out: Record<BodyOp, BodyPlan> = { ...plainBodies };
  if (change.create) out.createStudent = { ...out.createStudent, ...change.create };
  if (change.teacher) out.createTeacher = { ...out.createTeacher, ...change.teacher };
  if (change.details) out.updateStudentDetails = { ...out.updateStudentDetails, ...change.details };
  if (change.external) out.setUserExternalId = { ...out.setUserExternalId, ...change.external };
  for (const op of wrapping) {
    if (change.wrap === 'none') {
      const { wrap: _, ...rest } = out[op];
      out[op] = rest;
    } else if (change.wrap !== undefined) out[op] = { ...out[op], wrap: change.wrap };
  }
  if (change.switches) for (const op of switches) out[op] = { ...out[op], ...change.switches };
  if (change.lists) for (const op of ownLists) out[op] = { ...out[op], ...change.lists };
  return out;
}

export const allReads = [
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
];
export const accountWrites = [
  'createStudent',
  'createTeacher',
  'updateStudentDetails',
  'updateUserName',
  'updateUserPassword',
  'updateUserPrimaryEmail',
  'setUserExternalId',
  'enableUser',
  'disableUser',
];
export const named = [
  ...accountWrites,
  'createClass',
  'createCohort',
  'addStudentClasses',
  'removeStudentClasses',
  'addStudentCohorts',
  'addTeacherClasses',
  'removeTeacherClasses',
];

const basic = ['firstName', 'lastName'];
export const lean = { required: basic, optional: ['username', 'externalId'] };
export const strict = {
  required: ['username', ...basic, 'dateOfBirth', 'gender'],
  optional: ['upn', 'externalId', 'email'],
};
export const withGroups = {
  required: basic,
  optional: ['username', 'upn', 'externalId', 'emails', 'classIds', 'cohortIds'],
};
export const mailed = {
  required: ['email', ...basic],
  optional: ['password', 'externalId', 'upn', 'gender', 'dateOfBirth'],
};
export const teacherOf = (plan: {
  required: readonly string[];
  optional: readonly string[];
}): typeof plan => ({
  required: plan.required.filter((f) => f !== 'dateOfBirth' && f !== 'gender'),
  optional: plan.optional.filter((f) => f !== 'cohortIds' && f !== 'upn'),
});

export const bool: Settings['state'] = { field: 'enabled', enabled: true, disabled: false };
export const since: Settings['state'] = { field: 'disabledAt', enabled: null, disabled: 'moment' };
export const word: Settings['state'] = { field: 'state', enabled: 'ACTIVE', disabled: 'SUSPENDED' };
export const flag: Settings['state'] = { field: 'isDisabled', enabled: null, disabled: true };
export const number: Settings['state'] = { field: 'active', enabled: 1, disabled: 0 };

export const pascal = {
  roles: { student: 'Student', teacher: 'Teacher', admin: 'Admin' },
  genders: ['Female', 'Male', 'Non-binary', 'Prefer not to say'],
  activation: ['Live', 'Draft', 'Archived'],
} satisfies Partial<Settings>;
export const shouting = {
  roles: { student: 'ROLE_LEARNER', teacher: 'ROLE_TUTOR', admin: 'ROLE_MANAGER' },
  moreRoles: ['ROLE_PARENT'],
  genders: ['F', 'M', 'X'],
  activation: ['ON', 'OFF'],
} satisfies Partial<Settings>;
export const codes = {
  roles: { student: '1', teacher: '2', admin: '9' },
  genders: ['1', '2', '9'],
  activation: ['0', '1'],
} satisfies Partial<Settings>;
export const spoken = {
  roles: { student: 'pupil', teacher: 'class teacher', admin: 'head & office' },
  moreRoles: ['guest'],
  genders: ['girl/woman', 'boy/man'],
  activation: ['open to pupils', 'closed'],
} satisfies Partial<Settings>;

export const sessionWords = {
  spaced: session({
    id: 'id',
    status: { inProgress: 'In Progress', completed: 'Completed' },
    user: 'user',
    test: 'test',
    result: { at: 'date', level: 'level', duration: 'totalDuration' },
    duration: 'long',
  }),
  capitals: session({
    id: 'attemptId',
    status: { inProgress: 'IN_PROGRESS', completed: 'COMPLETED' },
    user: 'sessionUser',
    userFields: ['userId', 'fullName', 'emails', 'upn'],
    test: 'sessionTest',
    testFields: ['testId', 'testVersionId'],
    result: { at: 'calculatedDate', level: 'overallLevel', duration: 'duration' },
    duration: 'seconds',
  }),
  other: session({
    id: 'uid',
    status: { inProgress: 'started', completed: 'finished' },
    statusFilter: { inProgress: 'open', completed: 'closed' },
    user: 'student',
    userFields: ['userId', 'firstName', 'lastName', 'externalId'],
    test: 'assessment',
    result: { at: 'calculatedOn', level: 'level', duration: 'timeTaken' },
    duration: 'minutes',
  }),
};

export const plural: Settings['filters'] = filters({
  listCompletedSessions: ['startDate', 'endDate', 'userId', 'testId', 'subject', 'status', 'sort'],
  listInProgressSessions: ['startDate', 'userId', 'sort'],
  searchSessions: ['userIds', 'testIds', 'subjects', 'sort', 'limit', 'offset', 'cursor'],
  listStudySessions: ['userId', 'limit', 'offset', 'cursor'],
});
export const few: Settings['filters'] = filters({
  listCompletedSessions: ['userId'],
  listInProgressSessions: ['userId', 'testId'],
  searchSessions: ['userIds', 'status', 'sort', 'limit', 'offset', 'cursor'],
  listStudySessions: ['startDate', 'limit', 'offset', 'cursor'],
});

export const idem = {
  trims: false,
  duplicateIds: 'once',
  alreadyThere: 'fine',
  notThere: 'fine',
} satisfies Partial<Settings>;
export const strictLists = {
  duplicateIds: 'refused',
  alreadyThere: 'refused',
  notThere: 'refused',
} satisfies Partial<Settings>;
export const strictBodies = {
  unknownMembers: 'refused',
  unknownQuery: 'refused',
  mediaType: 415,
} satisfies Partial<Settings>;
export const problems = { error: 'problem' } satisfies Partial<Settings>;
