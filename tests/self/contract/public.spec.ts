import { expect } from '@playwright/test';
import { loadContract } from '../../../spec/contract.ts';
import { test } from '../plain-test.ts';

const contract = loadContract();

test('only these values of answers may be shown', () => {
  const names = [
    'name',
    'subject',
    'activationStatus',
    'startDate',
    'endDate',
    'fullName',
    'emails',
    'upn',
    'dateOfBirth',
    'message',
    'title',
    'detail',
    'status',
    'total',
    'limit',
    'offset',
    'nextCursor',
    'userId',
    'classId',
    'testId',
    'academicYearId',
  ];
  const shown = new Set<string>();
  for (const { id, statuses } of contract.operations) {
    for (const status of [200, ...statuses]) {
      for (const holder of [
        '',
        '/data/3',
        '/pagination',
        '/class',
        '/cohort',
        '/cohort/tests/0',
        '/data/0/tests/12',
        '/user',
        '/academicYear',
      ]) {
        for (const name of names) {
          if (contract.isPublic(id, status, `${holder}/${name}`))
            shown.add(`${holder.replaceAll(/\/\d+/g, '/*')}/${name}`);
        }
      }
    }
  }
  expect([...shown].sort()).toEqual([
    '/academicYear/endDate',
    '/academicYear/startDate',
    '/cohort/tests/*/activationStatus',
    '/cohort/tests/*/subject',
    '/data/*/endDate',
    '/data/*/startDate',
    '/data/*/subject',
    '/data/*/tests/*/activationStatus',
    '/data/*/tests/*/subject',
    '/pagination/limit',
    '/pagination/offset',
    '/pagination/total',
    '/status',
  ]);
});

test('dates are shown of academic years only', () => {
  expect(contract.isPublic('listAcademicYears', 200, '/data/0/startDate')).toBe(true);
  expect(contract.isPublic('listUsers', 200, '/data/0/startDate')).toBe(false);
  expect(contract.isPublic('listSessions', 200, '/data/0/startDate')).toBe(false);
});

test('what the contract does not know is not shown', () => {
  expect(contract.isPublic('getClass', 418, '/status')).toBe(false);
  expect(contract.isPublic('getClass', 200, '/class/unknown')).toBe(false);
  expect(contract.isPublic('getClass', 200, '')).toBe(false);
});
