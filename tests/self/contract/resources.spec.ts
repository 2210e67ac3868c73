import { expect } from '@playwright/test';
import { loadContract } from '../../../spec/contract.ts';
import { test } from '../plain-test.ts';

const contract = loadContract({
  filled: ['create-class.fields', 'create-cohort.fields', 'create-student.body', 'update-user-name.body'],
});
const id = '123e4567-e89b-12d3-a456-426614174000';
const moment = '2024-02-29T12:00:00.000Z';
const pagination = { total: 3, limit: 100, offset: 0, previousCursor: null, nextCursor: 'YQ==' };

/** The clauses, with their pointers, that an answer breaks. */
function broken(operation: string, status: number, body: unknown): readonly string[] {
  return contract.validate(operation, status, body).map(({ clause, pointer }) => `${clause} ${pointer}`);
}

interface Resource {
  readonly item: string;
  /** Wraps one item into an answer, and where the item then stands. */
  readonly answer: (item: unknown) => unknown;
  readonly at: string;
  readonly operation: string;
  readonly status: number;
  /** One good value for each field, under the clause of the field. */
  readonly fields: Readonly<
    Record<string, { clause: string; good: readonly unknown[]; bad: readonly unknown[] }>
  >;
}

const text = { good: ['x', 'ünïcode'], bad: [5, true, ['x'], {}] };
const uuid = { good: [id, id.toUpperCase()], bad: ['x', '', `{${id}}`, `urn:uuid:${id}`, 5, [id]] };
const dateTime = {
  good: [moment],
  bad: ['2024-02-29', '2024-02-30T12:00:00.000Z', '2024-02-29T12:00:00Z', 1709208000],
};
const list = { good: [[], [id]], bad: ['x', 5, {}] };

const resources: readonly Resource[] = [
  {
    item: 'academic year',
    operation: 'listAcademicYears',
    status: 200,
    answer: (item) => ({ data: [{}, item] }),
    at: '/data/1',
    fields: {
      academicYearId: { clause: 'academic-year.academic-year-id', ...uuid },
      name: { clause: 'academic-year.name', ...text },
      startDate: { clause: 'academic-year.start-date', ...dateTime },
      endDate: { clause: 'academic-year.end-date', ...dateTime },
    },
  },
  {
    item: 'class',
    operation: 'createClass',
    status: 201,
    answer: (item) => ({ class: item }),
    at: '/class',
    fields: {
      classId: { clause: 'class.class-id', ...uuid },
      name: { clause: 'class.name', ...text },
      description: { clause: 'class.description', ...text },
      academicYearId: { clause: 'class.academic-year-id', ...uuid },
    },
  },
  {
    item: 'cohort',
    operation: 'listCohorts',
    status: 200,
    answer: (item) => ({ data: [item], pagination }),
    at: '/data/0',
    fields: {
      cohortId: { clause: 'cohort.cohort-id', ...uuid },
      name: { clause: 'cohort.name', ...text },
      description: { clause: 'cohort.description', ...text },
      academicYearId: { clause: 'cohort.academic-year-id', ...uuid },
      tests: { clause: 'cohort.tests', good: [[], [{}]], bad: [{}, 'x', [5], [null]] },
    },
  },
  {
    item: 'test of a cohort',
    operation: 'getCohort',
    status: 200,
    answer: (item) => ({ cohort: { tests: [item] } }),
    at: '/cohort/tests/0',
    fields: {
      testId: { clause: 'cohort-test.test-id', ...uuid },
      testVersionId: { clause: 'cohort-test.test-version-id', ...uuid },
      name: { clause: 'cohort-test.name', ...text },
      subject: { clause: 'cohort-test.subject', ...text },
      activationStatus: { clause: 'cohort-test.activation-status', ...text },
    },
  },
  {
    item: 'test',
    operation: 'listTests',
    status: 200,
    answer: (item) => ({ data: [item] }),
    at: '/data/0',
    fields: {
      testId: { clause: 'test.test-id', ...uuid },
      name: { clause: 'test.name', ...text },
      subject: { clause: 'test.subject', ...text },
    },
  },
  {
    item: 'user',
    operation: 'searchUsers',
    status: 200,
    answer: (item) => ({ data: [item], pagination }),
    at: '/data/0',
    fields: {
      userId: { clause: 'user.user-id', ...uuid },
      username: { clause: 'user.username', ...text },
      upn: { clause: 'user.upn', ...text },
      roles: { clause: 'user.roles', good: [[], ['a'], [{ any: 'shape' }]], bad: ['a', {}] },
      externalId: { clause: 'user.external-id', ...text },
      fullName: { clause: 'user.full-name', ...text },
      firstName: { clause: 'user.first-name', ...text },
      lastName: { clause: 'user.last-name', ...text },
      emails: { clause: 'user.emails', good: [[], ['ü@x']], bad: ['a@b', [5], ['nobody'], [null]] },
      gender: { clause: 'user.gender', ...text },
      dateOfBirth: {
        clause: 'user.date-of-birth',
        good: ['2012-02-29'],
        bad: ['2013-02-29', moment, '29/02/2012', 0],
      },
      createdAt: { clause: 'user.created-at', ...dateTime },
      updatedAt: { clause: 'user.updated-at', ...dateTime },
      classIds: { clause: 'user.class-ids', ...list, bad: [...list.bad, [null]] },
      cohortIds: { clause: 'user.cohort-ids', ...list, bad: [...list.bad, [null]] },
    },
  },
];

for (const { item, operation, status, answer, at, fields } of resources) {
  test(`a ${item} may have all of its fields, none of them, or more`, () => {
    const all = Object.fromEntries(Object.entries(fields).map(([name, { good }]) => [name, good[0]]));
    for (const value of [all, {}, { ...all, more: null }])
      expect(broken(operation, status, answer(value))).toEqual([]);
  });
  for (const [name, { clause, good, bad }] of Object.entries(fields)) {
    test(`${item}: ${name} is judged by ${clause}`, () => {
      for (const value of good)
        expect(broken(operation, status, answer({ [name]: value })), JSON.stringify(value)).toEqual([]);
      for (const value of bad) {
        const [found, ...more] = broken(operation, status, answer({ [name]: value }));
        expect(more, JSON.stringify(value)).toEqual([]);
        expect(found, JSON.stringify(value)).toMatch(new RegExp(`^${clause} ${at}/${name}`));
      }
      expect(broken(operation, status, answer({ [name]: null }))).toEqual([
        `conventions.empty-omitted ${at}/${name}`,
      ]);
      if (good === text.good)
        expect(broken(operation, status, answer({ [name]: '' }))).toEqual([
          `conventions.empty-text-omitted ${at.replace(/\d+$/, '*')}/${name}`,
        ]);
    });
  }
}

const wrappers: readonly [operation: string, status: number, clause: string, bad: readonly unknown[]][] = [
  [
    'getClass',
    200,
    'get-class.body',
    [{}, { class: null }, { class: [] }, [], null, { data: {} }, 'x', undefined],
  ],
  ['createCohort', 201, 'create-cohort.body', [{}, { cohort: null }]],
  ['getAcademicYear', 200, 'get-academic-year.body', [{}, { academicYear: null }, { academicYearId: id }]],
  ['createStudent', 201, 'create-student.body', [{}, { user: null }, { user: 'x' }]],
  ['updateUserName', 200, 'update-user-name.body', [{}, null]],
  [
    'listTests',
    200,
    'list-tests.body',
    [{}, [], { data: null }, { data: {} }, { data: ['x'] }, { data: [null] }],
  ],
  ['listClasses', 200, 'list-classes.body', [{ pagination }, { data: {}, pagination }, []]],
];

for (const [operation, status, clause, bodies] of wrappers) {
  test(`${operation}: the wrapping is judged by ${clause}`, () => {
    for (const body of bodies) {
      const clauses = contract.validate(operation, status, body).map((violation) => violation.clause);
      expect(clauses, JSON.stringify(body)).toEqual([clause]);
    }
  });
}

test('pagination: all five fields are there, and cursors may be null', () => {
  expect(broken('listClasses', 200, { data: [], pagination })).toEqual([]);
  for (const value of [undefined, null, [], 5]) {
    expect(broken('listClasses', 200, { data: [], pagination: value })).toEqual([
      'pagination.response-shape /pagination',
    ]);
  }
  for (const [name, clause, bad] of [
    ['total', 'pagination.total', [null, '3', -1, 1.5]],
    ['limit', 'pagination.limit', [null, '3', 1.5]],
    ['offset', 'pagination.offset', [null, '0', -1]],
    ['previousCursor', 'pagination.previous-cursor', [5, {}]],
    ['nextCursor', 'pagination.next-cursor', [5, false]],
  ] as const) {
    for (const value of [undefined, ...bad]) {
      const body = JSON.parse(JSON.stringify({ data: [], pagination: { ...pagination, [name]: value } }));
      expect(broken('listClasses', 200, body), String(value)).toEqual([`${clause} /pagination/${name}`]);
    }
  }
});

test('the same defect in many items is one violation, at the first of them', () => {
  const data = [{ classId: id }, { classId: 'a' }, { classId: 'b' }, { name: null }, { name: null }];
  expect(broken('listClasses', 200, { data, pagination })).toEqual([
    'class.class-id /data/1/classId',
    'conventions.empty-omitted /data/3/name',
  ]);
});

test('a violation tells shapes and never values', () => {
  const found = contract.validate('listUsers', 200, {
    data: [{ dateOfBirth: 'Anna Smith', fullName: 5 }],
    pagination,
  });
  expect(JSON.stringify(found)).not.toContain('Anna');
  expect(found.map(({ expected, got }) => `${expected}; ${got}`).sort()).toEqual([
    'a calendar date YYYY-MM-DD; a string of 10 characters',
    'a string; an integer',
  ]);
});

test('a clause that waits for an open gap is never named', () => {
  expect(loadContract().validate('createStudent', 201, {})).toEqual([]);
  expect(
    loadContract()
      .judges('createStudent', 201)
      .map(({ clause }) => clause),
  ).not.toContain('create-student.body');
});

test('items of session lists are open while nobody has told their shape', () => {
  for (const item of [{}, { status: 5, result: 'x', any: null }]) {
    expect(broken('listSessions', 200, { data: [item], pagination })).toEqual([]);
  }
  expect(broken('listSessions', 200, { data: ['x'], pagination })).toEqual(['list-sessions.body /data/0']);
});
