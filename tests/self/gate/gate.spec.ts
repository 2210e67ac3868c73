import { expect } from '@playwright/test';
import type { Row } from '../../../harness/judging/row.ts';
import { readBaseline, updateBaseline } from '../../../reports/gate/baseline.ts';
import { gateExit, judgeGate } from '../../../reports/gate/gate.ts';
import { gateMarkdown } from '../../../reports/gate/markdown.ts';
import { gateData, gateSentence } from '../../../reports/gate/summary.ts';
import { gateText } from '../../../reports/gate/text.ts';
import { plain } from '../../../reports/terminal/style.ts';
import { test } from '../plain-test.ts';
import { reportOf, row } from '../reports/sample.ts';

const failed = { verdict: 'fail', reason: 'expected status 400, got status 200' } as const;
const rows: readonly Row[] = [
  row('pagination.total', 'listClasses', failed),
  row('pagination.total', 'listUsers', failed),
  row('class.name', 'listClasses'),
  row('class.name', 'listUsers', { verdict: 'inconclusive', reason: 'needs a class' }),
];

function line(id: string, rest: Partial<Record<'reason' | 'owner' | 'expires', string>> = {}): string {
  const { reason = 'the gateway caches it', owner = 'team roster', expires = '2026-12-31' } = rest;
  return `  - { row: ${id}, reason: "${reason}", owner: ${owner}, expires: ${expires} }\n`;
}

function gateOn(lines: readonly string[], some = rows, strict = false) {
  const entries = readBaseline('baseline.yaml', `failures:\n${lines.join('')}`);
  return judgeGate(reportOf(some), { name: 'baseline.yaml', entries }, { day: '2026-11-22', strict });
}

const both = [line('pagination.total @ listClasses'), line('pagination.total @ listUsers')];

const outcomes: readonly [string, () => ReturnType<typeof gateOn>, number, string][] = [
  ['every failure is named', () => gateOn(both), 0, 'The gate is open, with 2 accepted failures.'],
  ['a failure is new', () => gateOn(both.slice(1)), 1, 'The gate is shut: 1 new failure.'],
  [
    'a line names a row that passes',
    () => gateOn([...both, line('class.name @ listClasses')]),
    1,
    'The gate is shut: 1 stale line.',
  ],
  [
    'a line is past its day',
    () =>
      gateOn([
        line('pagination.total @ listClasses', { expires: '2026-11-21' }),
        line('pagination.total @ listUsers', { expires: '2026-11-22' }),
      ]),
    1,
    'The gate is shut: 1 expired line.',
  ],
  [
    'nobody has explained a line',
    () => gateOn([...both.slice(1), line('pagination.total @ listClasses', { owner: 'TODO' })]),
    1,
    'The gate is shut: 1 unexplained line.',
  ],
  [
    'a line names a row that could not be established',
    () => gateOn([...both, line('class.name @ listUsers', { expires: '2020-01-01' })]),
    0,
    'The gate is open, with 2 accepted failures.',
  ],
  [
    'a row is open and that is not enough',
    () => gateOn(both, rows, true),
    1,
    'The gate is shut: 1 open row.',
  ],
  [
    'nothing passed',
    () => gateOn([], [row('class.name', 'listUsers', { verdict: 'inconclusive', reason: 'needs a class' })]),
    1,
    'The gate is shut: no row passed, so the run shows nothing.',
  ],
  [
    'Rollcall itself went wrong',
    () => gateOn(both, [...rows, row('class.name', 'createClass', { verdict: 'suiteError', reason: 'x' })]),
    3,
    'Rollcall itself went wrong in this run; it says nothing about the target.',
  ],
];

for (const [when, judged, exit, sentence] of outcomes) {
  test(`where ${when}, the gate says so and ends with ${exit}`, () => {
    const result = judged();

    expect(gateSentence(result)).toBe(sentence);
    expect(gateExit(result)).toBe(exit);
    expect(gateText(result, plain)).toContain(sentence);
    expect(gateData(result)).toMatchObject({ open: exit === 0, sentence });
  });
}

test('the terminal names each row once, with what is to be done', () => {
  const text = gateText(gateOn([...both.slice(1), line('class.name @ listClasses')]), plain);

  expect(text).toBe(
    [
      'New failures (1): mend them, or accept them with --update',
      '✗ pagination.total @ listClasses',
      '    expected status 400, got status 200',
      '',
      'Stale lines: these rows pass now (1): take them out of the baseline; --update',
      'does it',
      '✗ class.name @ listClasses',
      '    the gateway caches it (team roster, until 2026-12-31)',
      '',
      'Accepted failures (1)',
      '– pagination.total @ listUsers',
      '    the gateway caches it (team roster, until 2026-12-31)',
      '',
      'The gate is shut: 1 new failure, 1 stale line.',
    ].join('\n'),
  );
});

test('in Markdown, what a target or a baseline says stays text', () => {
  const evil = '</td><script>alert(1)</script> @everyone [x](https://evil.example) | `a` ![](y)';
  const result = gateOn(
    [line('pagination.total @ listUsers', { reason: evil })],
    [row('pagination.total', 'listUsers', failed), row('class.name', 'x`y|z\n', { ...failed, reason: evil })],
  );
  const markdown = gateMarkdown(result);

  expect(markdown).toContain('### ❌ Rollcall: The gate is shut: 1 new failure.');
  expect(markdown).not.toMatch(/<script|@everyone|https:\/\/evil|[^\\]\[x|[^\\]!\\?\[/);
  expect(markdown).toContain(String.raw`| \`\` class.name @ x\`y\|z  \`\` |`.replaceAll('\\`', '`'));
});

test('a baseline that is written anew keeps its order, its comments and what nobody touched', () => {
  const text = `# Ours.\nfailures:\n${line('b.x @ one')}  # The old gateway.\n${line('d.x @ one')}  # The new gateway.\n  - row: e.x @ one\n    reason: in full\n    owner: us\n    expires: 2027-01-01\n`;
  const lines = { reason: 'why', owner: 'me', expires: '2027-02-03' };
  const updated = updateBaseline(text, new Set(['d.x @ one']), [
    { row: 'c.x @ one', ...lines },
    { row: 'a.x @ one', ...lines },
  ]);

  expect(updated).toBe(
    [
      '# Ours.',
      'failures:',
      '  - { row: a.x @ one, reason: why, owner: me, expires: 2027-02-03 }',
      '  - { row: b.x @ one, reason: "the gateway caches it", owner: team roster, expires: 2026-12-31 }',
      '  - { row: c.x @ one, reason: why, owner: me, expires: 2027-02-03 }',
      '  # The new gateway.',
      '  - row: e.x @ one',
      '    reason: in full',
      '    owner: us',
      '    expires: 2027-01-01',
      '',
    ].join('\n'),
  );
  expect(readBaseline('b', updated).map((entry) => entry.row)).toEqual([
    'a.x @ one',
    'b.x @ one',
    'c.x @ one',
    'e.x @ one',
  ]);
});

test('a baseline out of nothing says what it is for, and is read again', () => {
  const text = updateBaseline('', new Set(), [
    { row: 'a @ b', reason: 'r: #', owner: '@me', expires: '2027-01-01' },
  ]);

  expect(text).toMatch(/^# Known failures/);
  expect(readBaseline('b', text)).toMatchObject([{ row: 'a @ b', reason: 'r: #', owner: '@me' }]);
  expect(readBaseline('b', updateBaseline('', new Set(), []))).toEqual([]);
});

const mistakes: readonly [string, string][] = [
  ['failures: [', 'baseline.yaml:1: not readable as YAML'],
  ['- a', 'baseline.yaml:1: the document: is not a baseline'],
  ['failure: []', 'baseline.yaml:1: failure: is not a key of a baseline; did you mean failures?'],
  ['failures: 3', 'baseline.yaml:1: failures: is not a list'],
  ['failures:\n  - x', 'baseline.yaml:2: failures[0]: is not an entry'],
  [
    `failures:\n${line('a @ b').replace('owner', 'ownr')}`,
    'ownr: is not a key of an entry; did you mean owner?',
  ],
  [`failures:\n${line('a @ b', { expires: '2026-02-30' })}`, 'expires: is not a day; write it as YYYY-MM-DD'],
  [`failures:\n${line('a @ b', { expires: 'never' })}`, 'expires: is not a day'],
  ['failures:\n  - { row: a @ b }', 'expires: is missing'],
  [
    `failures:\n${line('a @ b')}${line('a @ b')}`,
    'baseline.yaml:3: failures[1].row: `a @ b` stands here twice',
  ],
  [
    `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n`,
    'its aliases grow too far',
  ],
];

for (const [text, told] of mistakes) {
  test(`a baseline is refused with its place and the fix: ${told}`, () => {
    expect(() => readBaseline('baseline.yaml', text)).toThrow(told);
  });
}
