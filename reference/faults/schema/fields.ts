import { answerBody, type Fault, fault, type Json } from '../kit/fault.ts';
import { type OperationId, readsById } from '../kit/routes.ts';

/** A field, the value that a careless serialiser gives it, and how a team comes to that. */
type Slip = readonly [clause: string, field: string, wrong: unknown, story: string];

interface Resource {
  readonly on: readonly OperationId[];
  /** Where the resource stands in an answer, `*` for each item of a list. */
  readonly at: readonly string[];
  readonly slips: readonly Slip[];
}

const identifiers = new Set(['academicYearId', 'classId', 'cohortId', 'userId']);
const localTime = '2024-09-01 00:00:00';
const notAnId = '17';

const resources: readonly Resource[] = [
  {
    on: ['listAcademicYears', 'getCurrentAcademicYear', 'getAcademicYear'],
    at: ['data/*', 'academicYear'],
    slips: [
      [
        'academic-year.academic-year-id',
        'academicYearId',
        notAnId,
        'The primary key of the table is served.',
      ],
      ['academic-year.name', 'name', 2024, 'The label is built from a number and never turned into text.'],
      ['academic-year.start-date', 'startDate', '2024-09-01', 'The column is a date, and is served as one.'],
      ['academic-year.end-date', 'endDate', localTime, 'The database driver formats the value.'],
    ],
  },
  {
    on: ['listClasses', 'getClass'],
    at: ['data/*', 'class'],
    slips: [
      ['class.class-id', 'classId', notAnId, 'The primary key of the table is served.'],
      ['class.name', 'name', 11, 'A class named 11 is read as a number.'],
      ['class.description', 'description', { text: '' }, 'A rich-text object takes the place of the text.'],
      [
        'class.academic-year-id',
        'academicYearId',
        '2024/25',
        'The label of the year is served in place of its id.',
      ],
    ],
  },
  {
    on: ['listCohorts', 'getCohort'],
    at: ['data/*', 'cohort'],
    slips: [
      ['cohort.cohort-id', 'cohortId', notAnId, 'The primary key of the table is served.'],
      ['cohort.name', 'name', ['A'], 'A join wraps the name.'],
      ['cohort.description', 'description', 0, 'A missing text becomes the number 0.'],
      [
        'cohort.academic-year-id',
        'academicYearId',
        '2024/25',
        'The label of the year is served in place of its id.',
      ],
      ['cohort.tests', 'tests', {}, 'An empty list leaves the serialiser as an object.'],
    ],
  },
  {
    on: ['listCohorts', 'getCohort'],
    at: ['data/*/tests/*', 'cohort/tests/*'],
    slips: [
      ['cohort-test.test-id', 'testId', notAnId, 'The primary key of the table is served.'],
      [
        'cohort-test.test-version-id',
        'testVersionId',
        'v3',
        'The label of the version is served in place of its id.',
      ],
      ['cohort-test.name', 'name', 7, 'The name is a key of a translation table.'],
      ['cohort-test.subject', 'subject', { code: 'en' }, 'The subject is served as the whole row.'],
      ['cohort-test.activation-status', 'activationStatus', true, 'The status is a boolean in the database.'],
    ],
  },
  {
    on: ['listTests'],
    at: ['data/*'],
    slips: [
      ['test.test-id', 'testId', notAnId, 'The primary key of the table is served.'],
      ['test.name', 'name', 7, 'The name is a key of a translation table.'],
      ['test.subject', 'subject', ['English'], 'The subjects of a test become a list.'],
    ],
  },
  {
    on: ['listUsers', 'searchUsers'],
    at: ['data/*'],
    slips: [
      ['user.user-id', 'userId', notAnId, 'The primary key of the table is served.'],
      ['user.username', 'username', 4711, 'A username of digits is read as a number.'],
      ['user.upn', 'upn', 123456789012, 'A pupil number of digits is read as a number.'],
      ['user.roles', 'roles', 'student', 'The one role of a user is served without its list.'],
      ['user.external-id', 'externalId', 4711, 'An external id of digits is read as a number.'],
      [
        'user.full-name',
        'fullName',
        { first: 'A' },
        'The parts of the name are served in place of the text.',
      ],
      ['user.first-name', 'firstName', ['A'], 'All first names are served as a list.'],
      ['user.last-name', 'lastName', false, 'A missing name becomes false.'],
      ['user.emails', 'emails', [{ address: 'a@example.org' }], 'The rows of the address table are served.'],
      ['user.gender', 'gender', 1, 'The code of the database is served.'],
      [
        'user.date-of-birth',
        'dateOfBirth',
        '2010-02-03T00:00:00.000Z',
        'The birthday is served as an instant.',
      ],
      ['user.created-at', 'createdAt', 1_700_000_000, 'The instant is served in seconds.'],
      ['user.updated-at', 'updatedAt', '2024-09-01T10:00:00+02:00', 'The instant is served with an offset.'],
      ['user.class-ids', 'classIds', 'none', 'An empty list becomes a word.'],
      ['user.cohort-ids', 'cohortIds', {}, 'An empty list leaves the serialiser as an object.'],
    ],
  },
  {
    on: ['listSessions', 'listCompletedSessions'],
    at: ['data/*'],
    slips: [
      ['session.session-id', 'sessionId', notAnId, 'The primary key of the table is served.'],
      ['session.status', 'status', 2, 'The code of the database is served.'],
      ['session.start-date', 'startDate', localTime, 'The database driver formats the value.'],
      ['session.end-date', 'endDate', 1_700_000_000, 'The instant is served in seconds.'],
      ['session.user', 'user', 'a pupil', 'The name stands in place of the user.'],
      ['session.test', 'test', ['a test'], 'A join wraps the test.'],
    ],
  },
  {
    on: ['listSessions', 'listCompletedSessions'],
    at: ['data/*/test'],
    slips: [
      ['session-test.test-id', 'testId', notAnId, 'The primary key of the table is served.'],
      [
        'session-test.test-version-id',
        'testVersionId',
        'v3',
        'The label of the version is served in place of its id.',
      ],
    ],
  },
  {
    on: ['listSessions', 'listCompletedSessions'],
    at: ['data/*/result'],
    slips: [
      ['result.calculated-date', 'calculatedDate', localTime, 'The database driver formats the value.'],
      ['result.level', 'level', 3, 'The code of the level is served.'],
      ['result.duration', 'duration', 1800, 'The duration is served in seconds.'],
    ],
  },
  {
    on: ['listClasses', 'listCohorts', 'listUsers', 'searchUsers', 'listSessions'],
    at: ['pagination'],
    slips: [
      ['pagination.total', 'total', '300', 'The count comes from the database as text.'],
      ['pagination.limit', 'limit', '100', 'The limit is echoed as it stood in the query.'],
      ['pagination.offset', 'offset', '0', 'The offset is echoed as it stood in the query.'],
      ['pagination.previous-cursor', 'previousCursor', 0, 'The cursor is the bare position.'],
      ['pagination.next-cursor', 'nextCursor', 100, 'The cursor is the bare position.'],
    ],
  },
];

const fields = resources.flatMap(({ on, at, slips }) =>
  slips.flatMap(([clause, field, wrong, story]) => {
    const breaks = answerBody((body) => spoil(body, at, field, wrong));
    const whole = !identifiers.has(field) || !at.some((path) => path.startsWith('data'));
    if (whole) return [fault(`${clause}/schema`, { on, story, with: breaks })];
    // A fault in the ids of a list would keep what it lists from being read by id at all.
    return [
      fault(`${clause}/schema!in-lists`, {
        on: on.filter((id) => !readsById.includes(id)),
        story,
        with: breaks,
      }),
      ...on
        .filter((id) => readsById.includes(id))
        .map((id) => fault(`${clause}/schema!by-id`, { on: [id], story, with: breaks })),
    ];
  }),
);

/** Faults of the form of every field that the interface states. */
export const schema: readonly Fault[] = fields;

/** Sets a field to a wrong value wherever the resource stands in the answer. */
function spoil(body: Json, at: readonly string[], field: string, wrong: unknown): Json {
  for (const path of at) for (const owner of owners(body, path.split('/'))) owner[field] = wrong;
  return body;
}

function owners(value: unknown, [step, ...rest]: readonly string[]): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step === undefined) return [value as Json];
  if (step === '*') return Array.isArray(value) ? value.flatMap((item) => owners(item, rest)) : [];
  return owners((value as Json)[step], rest);
}
