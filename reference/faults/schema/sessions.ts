import type { Fault } from '../kit/fault.ts';
import { labelOfVersion, localTime, notAnId, primaryKey, wrongFields } from './wrong-fields.ts';

const on = ['listSessions', 'listCompletedSessions'] as const;

/** Faults of the form of sessions, of their tests and of their results. */
export const sessionFields: readonly Fault[] = [
  ...wrongFields(on, ['data/*'], {
    'session.session-id/schema': ['sessionId', notAnId, primaryKey],
    'session.status/schema': ['status', 2, 'The code of the database is served.'],
    'session.start-date/schema': ['startDate', localTime, 'The database driver formats the value.'],
    'session.end-date/schema': ['endDate', 1_700_000_000, 'The instant is served in seconds.'],
    'session.user/schema': ['user', 'a pupil', 'The name stands in place of the user.'],
    'session.test/schema': ['test', ['a test'], 'A join wraps the test.'],
  }),
  ...wrongFields(on, ['data/*/test'], {
    'session-test.test-id/schema': ['testId', notAnId, primaryKey],
    'session-test.test-version-id/schema': ['testVersionId', 'v3', labelOfVersion],
  }),
  ...wrongFields(on, ['data/*/result'], {
    'result.calculated-date/schema': ['calculatedDate', localTime, 'The database driver formats the value.'],
    'result.level/schema': ['level', 3, 'The code of the level is served.'],
    'result.duration/schema': ['duration', 1800, 'The duration is served in seconds.'],
  }),
];
