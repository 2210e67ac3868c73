import { expect } from '@playwright/test';
import { openCatalogue } from '../../../bin/catalogue.ts';
import { commands } from '../../../bin/commands/index.ts';
import { list } from '../../../bin/commands/list.ts';
import { explanations } from '../../../bin/explanations.ts';
import { helpOf } from '../../../bin/help.ts';
import { faults } from '../../../reference/faults/index.ts';
import { test } from '../plain-test.ts';
import { rollcall } from './cli.ts';
import { inProcess } from './in-process.ts';

const here = () => test.info().outputPath('.');

test.describe.configure({ timeout: 120_000 });

test('help is one screen of 80 columns for each command', async () => {
  for (const [name, { load }] of Object.entries(commands)) {
    const help = helpOf(await load());

    expect(help).toContain(`Usage: rollcall ${name}`);
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
  }
});

test('the overview names every command', async () => {
  const { code, stdout } = await rollcall(['--help'], {}, here());

  expect(code).toBe(0);
  for (const [name, { summary }] of Object.entries(commands)) {
    expect(stdout).toMatch(new RegExp(`^ {2}${name} +${summary.slice(0, 20)}`, 'm'));
  }
});

test('no command at all is a question, answered with help and exit code 2', async () => {
  const { code, stdout } = await rollcall([], {}, here());

  expect(code).toBe(2);
  expect(stdout).toContain('Commands');
});

test('list --gaps prints every open place with its question and how a profile fills it', async () => {
  const { contract } = openCatalogue();
  const { code, stdout } = await inProcess(list, ['--gaps']);

  expect(code).toBe(0);
  for (const { id } of contract.gaps.values()) expect(stdout).toContain(`\n  ${id}\n`);
  expect(stdout).toContain('        profile: readings.create-class.same-class');
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(JSON.parse((await inProcess(list, ['--gaps', '--json'])).stdout)).toHaveLength(contract.gaps.size);
});

test('list prints every clause, and ends with the numbers', async () => {
  const { code, stdout } = await rollcall(['list'], {}, here());

  expect(code).toBe(0);
  expect(stdout).toContain('  must      pagination.offset-with-cursor\n');
  expect(stdout).toMatch(
    /\nclauses +\d+ .*\n(?:.*\n)*checks +\d+\nrows +\d+ .*\nfaults +\d+ .*\ngaps +\d+ .*\nvariants +\d+ .*\n$/,
  );
});

test('list --json counts what it lists', async () => {
  const { stdout } = await rollcall(['list', '--json'], {}, here());
  const { chapters, numbers } = JSON.parse(stdout) as {
    chapters: { clauses: { checks: { rows: string[] }[] }[] }[];
    numbers: { checks: number; rows: number; faults: number };
  };
  const checks = chapters.flatMap(({ clauses }) => clauses.flatMap((clause) => clause.checks));

  expect(chapters).toHaveLength(16);
  expect(numbers.checks).toBe(checks.length);
  expect(numbers.rows).toBe(checks.reduce((sum, { rows }) => sum + rows.length, 0));
  expect(numbers.faults).toBe(faults.length);
});

const clause = 'pagination.offset-with-cursor';
const fault = faults.find(({ check }) => check === clause)?.id ?? '';
const explained: readonly [string, readonly string[]][] = [
  [
    clause,
    [
      '(clause, must)',
      'Statement',
      'Rests on',
      'Pagination, table of parameters, row offset',
      'Why',
      'How to fix',
      'Sends',
      'Accepts',
      'Proven by',
    ],
  ],
  ['pagination.walk-complete', ['(clause, inferred)', 'Rests on', 'A lawyer for the server would say']],
  [`${clause} @ listClasses`, ['(row)', 'GET /classes', 'Judge it']],
  [fault, ['(fault)', 'Story', 'Turns red']],
  ['conventions.empty-array', ['(gap, ', 'Question', 'Meanwhile', 'To fill it']],
  ['listClasses', ['(operation)', 'GET /classes', 'Statuses']],
];

for (const [id, parts] of explained) {
  test(`explain tells what ${id} is`, () => {
    const all = openCatalogue();
    const text = explanations.map(({ tell }) => tell(id, all)).find((told) => told !== undefined);

    for (const part of [id, ...parts]) expect(text).toContain(part);
  });
}

test('explain names the nearest id where there is none', async () => {
  const { code, stderr } = await rollcall(['explain', 'pagination.ofset-with-cursor'], {}, here());

  expect(code).toBe(2);
  expect(stderr).toContain('did you mean pagination.offset-with-cursor?');
});
