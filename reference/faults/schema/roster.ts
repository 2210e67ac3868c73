import type { Fault } from '../kit/fault.ts';
import { academicYearReads } from '../kit/routes.ts';
import { labelOfVersion, localTime, notAnId, primaryKey, wrongFields } from './wrong-fields.ts';

const cohorts = ['listCohorts', 'getCohort'] as const;
const labelOfYear = 'The label of the year is served in place of its id.';

/**
 * Faults of the form of academic years, classes, cohorts and tests. Wrong ids in a list would keep what it lists from
 * being read by id at all, so that reads by id have faults of their own.
 */
export const rosterFields: readonly Fault[] = [
  ...wrongFields(['listAcademicYears', 'getCurrentAcademicYear'], ['data/*', 'academicYear'], {
    'academic-year.academic-year-id/schema!in-lists': ['academicYearId', notAnId, primaryKey],
  }),
  ...wrongFields(['getAcademicYear'], ['academicYear'], {
    'academic-year.academic-year-id/schema!by-id': ['academicYearId', notAnId, primaryKey],
  }),
  ...wrongFields(academicYearReads, ['data/*', 'academicYear'], {
    'academic-year.name/schema': [
      'name',
      2024,
      'The label is built from a number and never turned into text.',
    ],
    'academic-year.start-date/schema': [
      'startDate',
      '2024-09-01',
      'The column is a date, and is served as one.',
    ],
    'academic-year.end-date/schema': ['endDate', localTime, 'The database driver formats the value.'],
  }),
  ...wrongFields(['listClasses'], ['data/*'], {
    'class.class-id/schema!in-lists': ['classId', notAnId, primaryKey],
    'class.academic-year-id/schema!in-lists': ['academicYearId', '2024/25', labelOfYear],
  }),
  ...wrongFields(['getClass'], ['class'], {
    'class.class-id/schema!by-id': ['classId', notAnId, primaryKey],
    'class.academic-year-id/schema!by-id': ['academicYearId', '2024/25', labelOfYear],
  }),
  ...wrongFields(['listClasses', 'getClass'], ['data/*', 'class'], {
    'class.name/schema': ['name', 11, 'A class named 11 is read as a number.'],
    'class.description/schema': [
      'description',
      { text: '' },
      'A rich-text object takes the place of the text.',
    ],
  }),
  ...wrongFields(['listCohorts'], ['data/*'], {
    'cohort.cohort-id/schema!in-lists': ['cohortId', notAnId, primaryKey],
    'cohort.academic-year-id/schema!in-lists': ['academicYearId', '2024/25', labelOfYear],
  }),
  ...wrongFields(['getCohort'], ['cohort'], {
    'cohort.cohort-id/schema!by-id': ['cohortId', notAnId, primaryKey],
    'cohort.academic-year-id/schema!by-id': ['academicYearId', '2024/25', labelOfYear],
  }),
  ...wrongFields(cohorts, ['data/*', 'cohort'], {
    'cohort.name/schema': ['name', ['A'], 'A join wraps the name.'],
    'cohort.description/schema': ['description', 0, 'A missing text becomes the number 0.'],
    'cohort.tests/schema': ['tests', {}, 'An empty list leaves the serialiser as an object.'],
  }),
  ...wrongFields(cohorts, ['data/*/tests/*', 'cohort/tests/*'], {
    'cohort-test.test-id/schema': ['testId', notAnId, primaryKey],
    'cohort-test.test-version-id/schema': ['testVersionId', 'v3', labelOfVersion],
    'cohort-test.name/schema': ['name', 7, 'The name is a key of a translation table.'],
    'cohort-test.subject/schema': ['subject', { code: 'en' }, 'The subject is served as the whole row.'],
    'cohort-test.activation-status/schema': [
      'activationStatus',
      true,
      'The status is a boolean in the database.',
    ],
  }),
  ...wrongFields(['listTests'], ['data/*'], {
    'test.test-id/schema': ['testId', notAnId, primaryKey],
    'test.name/schema': ['name', 7, 'The name is a key of a translation table.'],
    'test.subject/schema': ['subject', ['English'], 'The subjects of a test become a list.'],
  }),
];
