// Choices that several teams share, because their stack makes them.
import type { Change, Shape } from './settings.ts';

export const utf8 = 'application/json; charset=utf-8';
export const problems = (more: Change = {}): Change => ({ errorForm: 'problem', formByStatus: {}, ...more });
export const basics = (more: Change = {}): Change => ({ errorForm: 'basic', formByStatus: {}, ...more });

// All bodies of people without a wrapper.
const creations = [
  'createStudent',
  'createTeacher',
  'updateStudentDetails',
  'updateUserName',
  'updateUserPassword',
  'updateUserPrimaryEmail',
  'setUserExternalId',
];
export const wrapAll = (wrap: string | null): Record<string, Partial<Shape>> =>
  Object.fromEntries(creations.map((id) => [id, { wrap }]));
const links = [
  'addStudentClasses',
  'removeStudentClasses',
  'addStudentCohorts',
  'addTeacherClasses',
  'removeTeacherClasses',
];
export const linksAnswer = (status: number, shows: boolean): Record<string, Partial<Shape>> =>
  Object.fromEntries(links.map((id) => [id, { status, shows }]));
export const statesAnswer = (status: number, shows: boolean): Record<string, Partial<Shape>> => ({
  enableUser: { status, shows },
  disableUser: { status, shows },
});

export const few = {
  students: 3,
  teachers: 2,
  both: 0,
  classes: 2,
  cohorts: 2,
  tests: 2,
  open: 1,
  completed: 2,
  study: 1,
};
export const nobody = {
  students: 0,
  teachers: 0,
  both: 0,
  classes: 0,
  cohorts: 0,
  tests: 0,
  open: 0,
  completed: 0,
  study: 0,
};
export const many = {
  students: 310,
  teachers: 60,
  both: 15,
  classes: 260,
  cohorts: 210,
  tests: 40,
  open: 130,
  completed: 240,
  study: 120,
};
export const readers = ['listAcademicYears', 'getCurrentAcademicYear', 'getAcademicYear'];
export const sessionReaders = [
  'listSessions',
  'listCompletedSessions',
  'listInProgressSessions',
  'searchSessions',
  'listStudySessions',
];
export const writers = [
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
