import { type Fault, fault } from '../kit/fault.ts';
import { sessionLists } from '../kit/routes.ts';
import {
  everySession,
  inside,
  isOfWriting,
  isOfYearsEnd,
  isOnLaterPage,
  isThird,
  sessionsWhere,
} from './session.ts';

/** Faults of the fields of a session, of its learner and of its test (chapter Initial-assessment sessions). */
export const fields: readonly Fault[] = [
  fault('session.session-id!of-the-user', {
    on: sessionLists,
    story: 'The identifier is that of the learner.',
    with: everySession((_, _index, sessions) => ({ sessionId: sessions[0]?.['sessionId'] })),
  }),
  fault('session.session-id!left-out', {
    on: sessionLists,
    story: 'The key of the table is left out of what is served.',
    with: everySession(() => ({ sessionId: undefined })),
  }),
  fault('session.session-id!last-twice', {
    on: sessionLists,
    deep: true,
    story: 'A join brings the last row of a page twice.',
    with: sessionsWhere(
      (_, index, sessions) => index === sessions.length - 1,
      (_, index, sessions) => ({ sessionId: sessions[index - 1]?.['sessionId'] }),
    ),
  }),
  fault('session.start-date/present!imported', {
    on: sessionLists,
    story: 'A session that was imported has no start.',
    with: sessionsWhere(isThird, () => ({ startDate: undefined })),
  }),
  fault('session.start-date/present!later-pages', {
    on: sessionLists,
    deep: true,
    story: 'Pages after the first come from an archive that keeps no start.',
    with: sessionsWhere(isOnLaterPage, () => ({ startDate: undefined })),
  }),
  fault('session.status/present!job', {
    on: sessionLists,
    story: 'The status is computed by a job and absent before it runs.',
    with: sessionsWhere(isThird, () => ({ status: undefined })),
  }),
  fault('session.status/present!later-pages', {
    on: sessionLists,
    deep: true,
    story: 'Pages after the first come from an archive that keeps no status.',
    with: sessionsWhere(isOnLaterPage, () => ({ status: undefined })),
  }),
  fault('session.user/present!left', {
    on: sessionLists,
    story: 'The learner is joined by a class that some have left.',
    with: sessionsWhere(isThird, () => ({ user: null })),
  }),
  fault('session.user/present!at-a-years-end', {
    on: sessionLists,
    deep: true,
    story: 'Learners are joined by school year, and the last day of a year is in none.',
    with: sessionsWhere(isOfYearsEnd, () => ({ user: null })),
  }),
  fault('session.test/present!retired', {
    on: sessionLists,
    story: 'The test was retired and is no longer joined.',
    with: sessionsWhere(isThird, () => ({ test: null })),
  }),
  fault('session.test/present!later-pages', {
    on: sessionLists,
    deep: true,
    story: 'A lookup is cached for the first hundred tests.',
    with: sessionsWhere(isOnLaterPage, () => ({ test: null })),
  }),
  fault('session-user.personal-details!privacy', {
    on: sessionLists,
    story: 'Personal details are stripped for privacy.',
    with: everySession(inside('user', ({ userId }) => ({ userId }))),
  }),
  fault('session-user.personal-details!at-a-years-end', {
    on: sessionLists,
    deep: true,
    story: 'Personal details are stripped where a job took the year for over.',
    with: sessionsWhere(
      isOfYearsEnd,
      inside('user', ({ userId }) => ({ userId })),
    ),
  }),
  fault('session-user.identifiers!name-only', {
    on: sessionLists,
    story: 'The learner is shown by name only.',
    with: everySession(
      inside('user', ({ userId: _, username: _u, upn: _n, externalId: _e, ...rest }) => rest),
    ),
  }),
  fault('session-user.identifiers!later-pages', {
    on: sessionLists,
    deep: true,
    story: 'Pages after the first come from a view that is made for people.',
    with: sessionsWhere(
      isOnLaterPage,
      inside('user', ({ fullName }) => ({ fullName })),
    ),
  }),
  fault('session-test.test-id/present!name-only', {
    on: sessionLists,
    story: 'The test is shown by name only.',
    with: everySession(inside('test', ({ testId: _, ...rest }) => rest)),
  }),
  fault('session-test.test-id/present!one-subject', {
    on: sessionLists,
    deep: true,
    story: 'The tests of one subject are kept elsewhere, and shown by name only.',
    with: sessionsWhere(
      isOfWriting,
      inside('test', ({ testId: _, ...rest }) => rest),
    ),
  }),
  fault('session-test.test-version-id/present!left-out', {
    on: sessionLists,
    story: 'Versions are left out of the list.',
    with: everySession(inside('test', ({ testVersionId: _, ...rest }) => rest)),
  }),
  fault('session-test.test-version-id/present!one-subject', {
    on: sessionLists,
    deep: true,
    story: 'The tests of one subject have had one version so far, and show none.',
    with: sessionsWhere(
      isOfWriting,
      inside('test', ({ testVersionId: _, ...rest }) => rest),
    ),
  }),
];
