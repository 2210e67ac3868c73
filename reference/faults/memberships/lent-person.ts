import {
  cutting,
  gone,
  readsUnderWay,
  sessionReads,
  userReads,
  withOneAddress,
  withoutThoseUnderWay,
  withRoles,
} from '../kit/cut-off.ts';
import type { Fault } from '../kit/fault.ts';

/** Faults that cut something off from whoever is named, which no creation gives: a second role or address, sessions. */
export const lentPerson: readonly Fault[] = [
  cutting('add-class-students.keeps-the-rest/lent-person', {
    after: 'addClassStudents',
    in: sessionReads,
    story: 'Sessions are shown to the class of the learner, and are moved into a new one that has none.',
    shows: gone,
  }),
  cutting('add-class-students.keeps-the-rest/lent-person!index', {
    after: 'addClassStudents',
    in: ['searchSessions'],
    story: 'The list of a class is written into the index of sessions, over the learners who were there.',
    deep: true,
    shows: gone,
  }),
  cutting('remove-class-students.keeps-the-rest/lent-person', {
    after: 'removeClassStudents',
    in: readsUnderWay,
    story: 'Tests under way belong to the class, and end with the place in it.',
    shows: withoutThoseUnderWay,
  }),
  cutting('remove-class-students.keeps-the-rest/lent-person!study', {
    after: 'removeClassStudents',
    in: ['listStudySessions'],
    story: 'Study sessions are deleted in cascade with the row that stands for the place in a class.',
    deep: true,
    shows: gone,
  }),
  cutting('add-class-teachers.keeps-the-rest/lent-person', {
    after: 'addClassTeachers',
    in: userReads,
    story: 'The staff of a class are saved from a view, which is joined with the first address.',
    shows: withOneAddress,
  }),
  cutting('add-class-teachers.keeps-the-rest/lent-person!found', {
    after: 'addClassTeachers',
    in: ['searchUsers'],
    story: 'The staff of a class are indexed anew from its list, as teachers and nothing else.',
    deep: true,
    shows: withRoles((role) => role === 'teacher'),
  }),
  cutting('remove-class-teachers.keeps-the-rest/lent-person', {
    after: 'removeClassTeachers',
    in: userReads,
    story: 'Rights come from the classes, and whoever leaves one is written with the first role.',
    shows: withRoles((_, at) => at === 0),
  }),
  cutting('remove-class-teachers.keeps-the-rest/lent-person!addresses', {
    after: 'removeClassTeachers',
    in: ['searchUsers'],
    story: 'The search gets the row of whoever has left from the table of users, which has one address.',
    deep: true,
    shows: withOneAddress,
  }),
  cutting('add-cohort-students.keeps-the-rest/lent-person', {
    after: 'addCohortStudents',
    in: userReads,
    story: 'A cohort is filled by an upsert of its students, whose statement has one address for each.',
    shows: withOneAddress,
  }),
  cutting('add-cohort-students.keeps-the-rest/lent-person!completed', {
    after: 'addCohortStudents',
    in: ['listCompletedSessions'],
    story: 'Results count for the cohort in which they were reached, and who joins one begins without any.',
    deep: true,
    shows: gone,
  }),
  cutting('remove-cohort-students.keeps-the-rest/lent-person', {
    after: 'removeCohortStudents',
    in: sessionReads,
    story: 'Whoever leaves a cohort leaves the assessment, and sessions are deleted with the candidate.',
    shows: gone,
  }),
  cutting('remove-cohort-students.keeps-the-rest/lent-person!results', {
    after: 'removeCohortStudents',
    in: ['listSessions', 'listCompletedSessions'],
    story: 'Results hang on the membership for the reports of cohorts, and the delete cascades to them.',
    deep: true,
    shows: (session) => ({ ...session, result: null }),
  }),
  cutting('add-class-students.keeps-the-rest/lent-person!ends', {
    after: 'addClassStudents',
    in: ['searchSessions'],
    story:
      'What is completed is indexed anew for the teachers of the class, with the time of that as its end.',
    deep: true,
    shows: (session) =>
      session['endDate'] === undefined ? session : { ...session, endDate: '2030-01-01T00:00:00.000Z' },
  }),
  cutting('remove-cohort-students.keeps-the-rest/lent-person!under-way', {
    after: 'removeCohortStudents',
    in: ['listInProgressSessions'],
    story: 'The list of what is under way is kept apart, and cleared for whoever leaves a cohort.',
    deep: true,
    shows: gone,
  }),
];
