import { expect } from '@playwright/test';
import { plan, select } from '../../../harness/judging/plan.ts';
import { loadContract } from '../../../spec/contract.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';

const planned = plan(catalogue, loadContract());
const meant = (...patterns: string[]) => select(planned, patterns).map(({ id }) => id);

for (const [pattern, rows] of [
  ['pagination.offset-with-cursor @ listUsers', /^pagination\.offset-with-cursor @ listUsers$/],
  ['test.test-id', /^test\.test-id[ /.]/],
  ['pagination', /^pagination\./],
  ['listTests', / @ listTests$/],
  ['*.success', /^[^ ]*\.success[/ ]/],
  ['academic-year*/schema', /^academic-year[^ ]*\/schema @/],
  ['{add,remove}-class-students', /^(add|remove)-class-students[./]/],
] as const) {
  test(`the pattern ${pattern} means what it says, and nothing else`, () => {
    const expected = planned.map(({ id }) => id).filter((id) => rows.test(id));

    expect(expected.length).toBeGreaterThan(0);
    expect(meant(pattern)).toEqual(expected);
  });
}

test('what is no pattern means nothing, and no pattern means everything', () => {
  for (const pattern of ['', '!pagination', '(', '[', '{', 'pag', 'agination', '?'])
    expect(meant(pattern)).toEqual([]);
  expect(meant()).toHaveLength(planned.length);
});
