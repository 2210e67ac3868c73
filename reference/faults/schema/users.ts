import type { Fault } from '../kit/fault.ts';
import { notAnId, primaryKey, wrongFields } from './wrong-fields.ts';

/** Faults of the form of users. */
export const userFields: readonly Fault[] = [
  ...wrongFields(['listUsers', 'searchUsers'], ['data/*'], {
    'user.user-id/schema!in-lists': ['userId', notAnId, primaryKey],
    'user.username/schema': ['username', 4711, 'A username of digits is read as a number.'],
    'user.upn/schema': ['upn', 123_456_789_012, 'A pupil number of digits is read as a number.'],
    'user.roles/schema': ['roles', 'student', 'The one role of a user is served without its list.'],
    'user.external-id/schema': ['externalId', 4711, 'An external id of digits is read as a number.'],
    'user.full-name/schema': [
      'fullName',
      { first: 'A' },
      'The parts of the name are served in place of the text.',
    ],
    'user.first-name/schema': ['firstName', ['A'], 'All first names are served as a list.'],
    'user.last-name/schema': ['lastName', false, 'A missing name becomes false.'],
    'user.emails/schema': [
      'emails',
      [{ address: 'a@example.org' }],
      'The rows of the address table are served.',
    ],
    'user.gender/schema': ['gender', 1, 'The code of the database is served.'],
    'user.date-of-birth/schema': [
      'dateOfBirth',
      '2010-02-03T00:00:00.000Z',
      'The birthday is served as an instant.',
    ],
    'user.created-at/schema': ['createdAt', 1_700_000_000, 'The instant is served in seconds.'],
    'user.updated-at/schema': [
      'updatedAt',
      '2024-09-01T10:00:00+02:00',
      'The instant is served with an offset.',
    ],
    'user.class-ids/schema': ['classIds', 'none', 'An empty list becomes a word.'],
    'user.class-ids/schema!null-for-none': [
      'classIds',
      [null],
      'An outer join finds one class that is null.',
    ],
    'user.class-ids/schema!empty-text': [
      'classIds',
      [''],
      'The ids are kept as one text, and an empty text is split into one id.',
    ],
    'user.cohort-ids/schema!empty-text': [
      'cohortIds',
      [''],
      'The ids are kept as one text, and an empty text is split into one id.',
    ],
    'user.cohort-ids/schema': ['cohortIds', {}, 'An empty list leaves the serialiser as an object.'],
    'user.cohort-ids/schema!null-for-none': [
      'cohortIds',
      [null],
      'An outer join finds one cohort that is null.',
    ],
  }),
];
