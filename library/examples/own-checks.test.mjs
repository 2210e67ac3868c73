// Promises of your own beside those of the interface: judged by the same means, with the same verdicts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, judge } from 'rollcall';
import { handle, key } from './academic-years.mjs';

const clauses = [
  {
    id: 'acme.academic-year-name',
    chapter: 'academic-years',
    statement: 'The name of an academic year is made of its two calendar years: `2026/27`.',
    operations: ['listAcademicYears'],
  },
];

const checks = [
  check('acme.academic-year-name', {
    access: 'read',
    on: ['listAcademicYears'],
    async run({ op, send, need, must }) {
      const answer = await send(op);
      // Decide one thing for each line: `need` where it could not be established, `must` where the server is wrong.
      need.accepted(answer);
      const { data } = /** @type {{ data: { name: string }[] }} */ (answer.json);
      need(data.length > 0, 'an academic year');
      must.every(data, ({ name }) => /^\d{4}\/\d\d$/.test(name), 'names of two calendar years', answer);
    },
  }),
];

test('a check of one’s own gives a row beside ours', async () => {
  const only = ['acme.academic-year-name', 'list-academic-years.success'];
  const rows = await judge(handle, { keys: { full: key }, checks, clauses, only });

  assert.deepEqual(
    rows.map(({ id, verdict }) => [id, verdict]),
    [
      ['list-academic-years.success @ listAcademicYears', 'pass'],
      ['acme.academic-year-name @ listAcademicYears', 'pass'],
    ],
  );
});
