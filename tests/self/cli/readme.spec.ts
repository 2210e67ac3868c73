import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { openCatalogue } from '../../../bin/catalogue.ts';
import { chapterTable } from '../../../bin/markdown.ts';
import { countAll, formatNumbers } from '../../../bin/numbers.ts';
import { exits } from '../../../harness/judging/verdict.ts';
import { exampleLine, examples } from '../proofs/examples.ts';

const readme = readFileSync(path.join(import.meta.dirname, '../../../README.md'), 'utf8');
const all = openCatalogue();

test('the README has the numbers of `rollcall list --numbers`', () => {
  const proofs = { faults: all.faults.length, variants: all.variants.length };

  expect(readme).toContain(formatNumbers(countAll(all.contract, all.checks, proofs)));
});

test('the README has the table of `rollcall list --markdown`', () => {
  expect(readme).toContain(chapterTable(all));
});

test('the README has every exit code', () => {
  for (const code of Object.values(exits)) expect(readme).toMatch(new RegExp(`^\\| ${code} +\\|`, 'm'));
});

for (const id of examples) {
  test(`the README has the counterexample of ${id} as it comes out`, async () => {
    expect(readme.split('\n')).toContain(await exampleLine(id));
  });
}
