// A client's side: the contract as data, and the reference service to talk to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue, contract, serve } from 'rollcall';

test('a made-up answer of a client’s tests is one that a server may give', () => {
  const made = { data: [{ testId: 7, name: 'Reading' }] };
  const [violation] = contract().validate('listTests', 200, made);

  assert.equal(violation?.clause, 'test.test-id');
});

test('a client talks to the reference service', async () => {
  const { baseUrl, keys, close } = await serve();
  const response = await fetch(`${baseUrl}/academic-years`, { headers: { 'x-api-key': keys.full } });
  await close();

  assert.equal(response.status, 200);
});

test('what is judged of an operation can be looked up', () => {
  const rows = catalogue().flatMap((entry) => entry.rows);

  assert.ok(rows.includes('pagination.offset-with-cursor @ listUsers'));
});
