import { type Fault, fault, type Json } from '../kit/fault.ts';
import { page } from '../kit/pages.ts';
import type { OperationId } from '../kit/routes.ts';

const lists = ['listSessions', 'listCompletedSessions', 'listInProgressSessions'] as const;
const withResults = ['listSessions', 'listCompletedSessions'] as const;
const withOpen = ['listSessions', 'listInProgressSessions'] as const;
const provisional = { calculatedDate: '2025-01-01T00:00:00.000Z', level: 'E1 - Lower', duration: 'PT5M' };

/** A check, where it turns red, how a team comes to it, and what becomes of a session; `false` leaves it alone. */
type Slip = readonly [
  id: string,
  on: readonly OperationId[],
  story: string,
  change: (session: Json, index: number, all: readonly Json[], offset: number) => unknown,
  depth?: 'deep',
];

const slips: readonly Slip[] = [
  [
    'session.session-id!of-the-user',
    lists,
    'The identifier is that of the learner.',
    (session, _, all) => Object.assign(session, { sessionId: all[0]?.['sessionId'] }),
  ],
  [
    'session.session-id!last-twice',
    lists,
    'A join brings the last row of a page twice.',
    (session, index, all) =>
      index === all.length - 1 && Object.assign(session, { sessionId: all[index - 1]?.['sessionId'] }),
    'deep',
  ],
  [
    'session.start-date/present!imported',
    lists,
    'A session that was imported has no start.',
    (session, index) => index === 2 && without(session, 'startDate'),
  ],
  [
    'session.start-date/present!later-pages',
    lists,
    'Pages after the first come from an archive that keeps no start.',
    (session, index, _, offset) => offset >= 100 && index === 1 && without(session, 'startDate'),
    'deep',
  ],
  [
    'session.status/present!job',
    lists,
    'The status is computed by a job and absent before it runs.',
    (session, index) => index === 2 && without(session, 'status'),
  ],
  [
    'session.status/present!later-pages',
    lists,
    'Pages after the first come from an archive that keeps no status.',
    (session, index, _, offset) => offset >= 100 && index === 1 && without(session, 'status'),
    'deep',
  ],
  [
    'session.user/present!left',
    lists,
    'The learner has left and is no longer joined.',
    (session, index) => index === 2 && Object.assign(session, { user: null }),
  ],
  [
    'session.user/present!at-a-years-end',
    lists,
    'Learners are joined by school year, and the last day of a year is in none.',
    (session) => endsYear(session) && Object.assign(session, { user: null }),
    'deep',
  ],
  [
    'session.test/present!retired',
    lists,
    'The test was retired and is no longer joined.',
    (session, index) => index === 2 && Object.assign(session, { test: null }),
  ],
  [
    'session.test/present!later-pages',
    lists,
    'A lookup is cached for the first hundred tests.',
    (session, index, _, offset) => offset >= 100 && index === 1 && Object.assign(session, { test: null }),
    'deep',
  ],
  [
    'session-user.personal-details!privacy',
    lists,
    'Personal details are stripped for privacy.',
    (session) => inside(session, 'user', (user) => ({ userId: user['userId'] })),
  ],
  [
    'session-user.personal-details!at-a-years-end',
    lists,
    'Personal details are stripped where a job took the year for over.',
    (session) => endsYear(session) && inside(session, 'user', (user) => ({ userId: user['userId'] })),
    'deep',
  ],
  [
    'session-user.identifiers!name-only',
    lists,
    'The learner is shown by name only.',
    (session) =>
      inside(session, 'user', ({ userId: _, username: _u, upn: _n, externalId: _e, ...rest }) => rest),
  ],
  [
    'session-user.identifiers!later-pages',
    lists,
    'Pages after the first come from a view that is made for people.',
    (session, index, _, offset) =>
      offset >= 100 && index === 1 && inside(session, 'user', ({ fullName }) => ({ fullName })),
    'deep',
  ],
  [
    'session-test.test-id/present!name-only',
    lists,
    'The test is shown by name only.',
    (session) => inside(session, 'test', ({ testId: _, ...rest }) => rest),
  ],
  [
    'session-test.test-id/present!one-subject',
    lists,
    'The tests of one subject are kept elsewhere, and shown by name only.',
    (session) => isWriting(session) && inside(session, 'test', ({ testId: _, ...rest }) => rest),
    'deep',
  ],
  [
    'session-test.test-version-id/present!left-out',
    lists,
    'Versions are left out of the list.',
    (session) => inside(session, 'test', ({ testVersionId: _, ...rest }) => rest),
  ],
  [
    'session-test.test-version-id/present!one-subject',
    lists,
    'The tests of one subject have had one version so far, and show none.',
    (session) => isWriting(session) && inside(session, 'test', ({ testVersionId: _, ...rest }) => rest),
    'deep',
  ],
  [
    'session.status-values!paused',
    lists,
    'A third status was added for sessions that were paused.',
    (session, index) => index === 2 && Object.assign(session, { status: 'Paused' }),
  ],
  [
    'session.status-values!later-pages',
    lists,
    'A status of the archive shows on pages after the first.',
    (session, index, _, offset) =>
      offset >= 100 && index === 1 && Object.assign(session, { status: 'Archived' }),
    'deep',
  ],
  [
    'session.result-when-completed!none',
    withResults,
    'Results are loaded lazily, and the list does not ask for them.',
    (session) => Object.assign(session, { result: null }),
  ],
  [
    'session.result-when-completed!ungraded',
    withResults,
    'A level that cannot be graded counts as no result.',
    (session) => levelOf(session) === 'NA' && Object.assign(session, { result: null }),
    'deep',
  ],
  [
    'session.no-end-date-in-progress!start',
    withOpen,
    'The end is the start until there is one.',
    (session) => session['result'] === null && Object.assign(session, { endDate: session['startDate'] }),
  ],
  [
    'session.no-end-date-in-progress!at-a-years-end',
    withOpen,
    'A job closes the open sessions of a year and forgets their status.',
    (session) =>
      session['result'] === null &&
      String(session['startDate']).includes('-12-31') &&
      Object.assign(session, { endDate: session['startDate'] }),
    'deep',
  ],
  [
    'session.no-result-in-progress!provisional',
    withOpen,
    'A provisional result is shown while the session goes on.',
    (session) => session['result'] === null && Object.assign(session, { result: provisional }),
  ],
  [
    'session.no-result-in-progress!last',
    withOpen,
    'The session that was answered last keeps its cached result.',
    (session, index, all) =>
      session['result'] === null &&
      !all.slice(index + 1).some((each) => each['result'] === null) &&
      Object.assign(session, { result: provisional }),
    'deep',
  ],
  [
    'result.calculated-date!local',
    withResults,
    'The date is formatted for people.',
    (session) => inside(session, 'result', (result) => ({ ...result, calculatedDate: '01/02/2024' })),
  ],
  [
    'result.calculated-date!at-a-years-end',
    withResults,
    'The date of a result is missing where the job ran in another year than the session.',
    (session) => endsYear(session) && inside(session, 'result', ({ calculatedDate: _, ...rest }) => rest),
    'deep',
  ],
  [
    'result.level!number',
    withResults,
    'The level is the number of the database.',
    (session) => inside(session, 'result', (result) => ({ ...result, level: 7 })),
  ],
  [
    'result.level!ungraded',
    withResults,
    'A level that cannot be graded is left out.',
    (session) => levelOf(session) === 'NA' && inside(session, 'result', ({ level: _, ...rest }) => rest),
    'deep',
  ],
  [
    'result.duration!seconds',
    withResults,
    'The duration is a number of seconds as text.',
    (session) => inside(session, 'result', (result) => ({ ...result, duration: '2100' })),
  ],
  [
    'result.duration!over-a-day',
    withResults,
    'A duration of more than a day comes out as days and a clock.',
    (session) =>
      String(inResult(session, 'duration')).startsWith('P1D') &&
      inside(session, 'result', (result) => ({ ...result, duration: 'P1.02:00:00' })),
    'deep',
  ],
  [
    'result-levels.format!slash',
    withResults,
    'Level and sub-level are joined with a slash.',
    (session) => relevel(session, (level) => level.replace(' - ', '/')),
  ],
  [
    'result-levels.format!no-spaces-at-higher',
    withResults,
    'One of the labels was typed without its spaces.',
    (session) => relevel(session, (level) => (level === 'L2 - Higher' ? 'L2-Higher' : level)),
    'deep',
  ],
  [
    'result-levels.values!l3',
    withResults,
    'A level that the next release brings is given early.',
    (session) => relevel(session, (level) => level.replace('L2', 'L3')),
  ],
  [
    'result-levels.values!small-letter',
    withResults,
    'One of the labels was typed with a small letter.',
    (session) => relevel(session, (level) => (level === 'E2 - Middle' ? 'E2 - middle' : level)),
    'deep',
  ],
];

/** Faults of sessions as they are shown. */
export const ofItems: readonly Fault[] = slips.map(([id, on, story, change, depth]) =>
  fault(id, {
    on,
    story,
    ...(depth ? { deep: true as const } : {}),
    with: page(({ data }, asked) =>
      data.forEach((session, index) => void change(session, index, data, asked.offset ?? 0)),
    ),
  }),
);

function endsYear(session: Json): boolean {
  return String(session['startDate']).includes('-12-31');
}

function isWriting(session: Json): boolean {
  return String((session['test'] as Json | null)?.['subject']) === 'English Writing';
}

function without(session: Json, name: string): void {
  delete session[name];
}

function inside(session: Json, name: string, change: (inner: Json) => Json): void {
  const inner = session[name];
  if (typeof inner === 'object' && inner !== null) session[name] = change(inner as Json);
}

function inResult(session: Json, name: string): unknown {
  return (session['result'] as Json | null)?.[name];
}

function levelOf(session: Json): unknown {
  return inResult(session, 'level');
}

function relevel(session: Json, change: (level: string) => string): void {
  inside(session, 'result', (result) => ({ ...result, level: change(String(result['level'])) }));
}
