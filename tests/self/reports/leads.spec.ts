import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { Evidence } from '../../../harness/privacy/evidence.ts';
import { storiesOf } from '../../../reports/stories.ts';
import { test } from '../plain-test.ts';
import { contract } from '../proofs/judge-service.ts';
import { row } from './sample.ts';

/** What the whole catalogue said of a fault: for each failed row id, clause, expected, actual, operations of its evidence. */
interface Told {
  readonly fault: string;
  readonly rows: readonly (readonly [string, string, string, string, string])[];
}

const told = readFileSync(path.join(import.meta.dirname, 'leads.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Told);

const evidenceOf = (operation: string): Evidence => ({
  operation,
  request: operation,
  status: 200,
  headers: {},
  ms: 1,
  curl: `curl ${operation}`,
});

test('the first story of a fault leads with the clause that the fault breaks', () => {
  const leads = told.map(({ fault, rows }) => {
    const failed = rows.map(([id, clause, expected, actual, behind]) => {
      const [check = '', operation = ''] = id.split(' @ ');
      const evidence = behind === '' ? [] : behind.split(' ').map(evidenceOf);
      return { ...row(clause, operation, { verdict: 'fail', expected, actual, evidence }), id, check };
    });
    const stories = storiesOf(failed, contract);
    return { fault, lead: stories[0]?.lead.clause, causes: stories.length };
  });

  expect(leads.length).toBeGreaterThanOrEqual(12);
  expect(leads.map(({ fault, lead }) => [fault, lead])).toEqual(
    told.map(({ fault }) => [fault, fault.replace(/[!/].*/, '')]),
  );
  expect(leads.filter(({ causes }) => causes > 2)).toEqual([]);
  expect(leads.filter(({ causes }) => causes === 1).length).toBeGreaterThanOrEqual(15);
});

test('of the rows of one cause, the one is told that takes least to paste', () => {
  const [story] = storiesOf(
    [
      row('class.name', 'listClasses', {
        verdict: 'fail',
        expected: 'a',
        actual: 'b',
        evidence: [evidenceOf('listClasses'), evidenceOf('createClass')],
      }),
      row('class.name', 'listUsers', { verdict: 'fail', expected: 'a', actual: 'b' }),
      row('class.name', 'createClass', {
        verdict: 'fail',
        expected: 'a',
        actual: 'b',
        evidence: [evidenceOf('createClass')],
      }),
    ],
    contract,
  );

  expect(story?.lead.rows.map(({ operation }) => operation)).toEqual([
    'createClass',
    'listClasses',
    'listUsers',
  ]);
});

test('two bugs are two causes, though the readings of one come upon the operation of the other', () => {
  const write = 'POST /classes/1/students';
  const operationOf: Readonly<Record<string, string>> = {
    [write]: 'addClassStudents',
    'GET /users': 'listUsers',
    'GET /classes': 'listClasses',
  };
  const failed = (id: string, clause: string, operation: string, requests: readonly string[]) => ({
    ...row(clause, operation, {
      verdict: 'fail',
      expected: `what ${clause} says`,
      actual: 'something else',
      evidence: requests.map((request) => ({
        ...evidenceOf(operationOf[request.split('?')[0] ?? ''] ?? ''),
        request,
      })),
    }),
    id: `${id} @ ${operation}`,
    check: id,
  });
  const effect = 'add-class-students.effect';
  const cursor = 'pagination.cursor-keeps-filters';
  const stories = storiesOf(
    [
      failed(effect, effect, 'addClassStudents', [write, 'GET /users?userId=1&limit=8']),
      failed('add-class-students.keeps-others', 'add-class-students.keeps-others', 'addClassStudents', [
        write,
      ]),
      failed('add-class-students.concurrent', 'add-class-students.concurrent', 'addClassStudents', [write]),
      failed('list-users.class-ids', 'list-users.class-ids', 'listUsers', [write, 'GET /users?userId=1']),
      failed(cursor, cursor, 'listUsers', ['GET /users?userId=1&limit=1', 'GET /users?userId=1&cursor=c']),
      failed(cursor, cursor, 'listClasses', ['GET /classes?search=a&cursor=c']),
    ],
    contract,
  );

  expect(stories.map(({ lead, rows }) => [lead.clause, rows.length])).toEqual([
    [effect, 4],
    [cursor, 2],
  ]);
});
