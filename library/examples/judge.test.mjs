// A handler in a unit test. `npm install --save-dev rollcall`, then `node --test`; any other runner does as well.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from 'rollcall';
import { handle, key } from './academic-years.mjs';

// What this service offers: with an operationId, every row on that operation is meant.
const only = ['listAcademicYears', 'getCurrentAcademicYear', 'getAcademicYear'];

/** @param {readonly import('rollcall').Row[]} rows the rows that accuse, in words */
const accusations = (rows) =>
  rows.flatMap((row) => (row.verdict === 'fail' ? `${row.id}: ${row.reason}` : []));

test('the academic years keep the interface', async () => {
  const rows = await judge(handle, { keys: { full: key }, only });

  assert.deepEqual(accusations(rows), []);
  assert.ok(rows.filter(({ verdict }) => verdict === 'pass').length > 100);
});

test('a date without a time is found', async () => {
  /** @type {import('rollcall').Handler} */
  const broken = async (request) => {
    const response = await handle(request);
    const text = (await response.text()).replaceAll('T00:00:00.000Z', '');
    return new Response(text || null, response);
  };
  const rows = await judge(broken, { keys: { full: key }, only });

  assert.match(accusations(rows).join('\n'), /academic-year\.start-date\/schema @ listAcademicYears/);
});
