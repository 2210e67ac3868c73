import { expect } from '@playwright/test';
import type { JudgedRow } from '../../../reports/certificate/combine.ts';
import { combine } from '../../../reports/certificate/combine.ts';
import { assess, type RowScope, type Scope } from '../../../reports/certificate/levels.ts';
import { test } from '../plain-test.ts';
import { reportOf, row } from '../reports/sample.ts';

const of = (clause: string, rest: Partial<RowScope> = {}): RowScope => ({
  id: `${clause} @ listClasses`,
  clause,
  operation: 'listClasses',
  required: true,
  writes: false,
  needsProfile: false,
  onWriting: false,
  ...rest,
});

const scope: Scope = {
  rows: [
    of('a.read'),
    of('b.told', { needsProfile: true }),
    of('c.may', { required: false }),
    of('d.write', { id: 'd.write @ createClass', operation: 'createClass', writes: true, onWriting: true }),
  ],
  fillable: (gap) => gap !== 'never',
};

const judged = (changes: Readonly<Record<string, Partial<JudgedRow>>> = {}): JudgedRow[] =>
  scope.rows.map(({ id, clause, operation }) => ({
    id,
    clause,
    check: clause,
    operation,
    verdict: 'pass',
    reason: '',
    requests: 1,
    ...changes[clause],
  }));

const skipped = (reason: string) => ({ verdict: 'notApplicable', reason }) as const;
const open = (reason: string, cause: NonNullable<JudgedRow['cause']> = 'no-data') =>
  ({ verdict: 'inconclusive', reason, cause }) as const;

test('where every row passed, the level is complete, and each level has its clauses', () => {
  const { refusals, level, limits, clauses } = assess(judged(), scope);

  expect(refusals).toEqual([]);
  expect(limits).toEqual([]);
  expect(level).toBe('complete');
  expect(clauses).toEqual({
    reads: ['a.read', 'c.may'],
    'reads and writes': ['d.write'],
    complete: ['b.told'],
  });
});

test('a failed row, a suite error and a row that was not run are refused, each with its fix', () => {
  const rows = judged({
    'a.read': { verdict: 'fail', reason: 'expected status 400, got status 200' },
    'b.told': { verdict: 'suiteError', reason: 'TypeError' },
  }).filter(({ clause }) => clause !== 'd.write');
  const { refusals } = assess(rows, scope);

  expect(refusals.map(({ by, rows: ids }) => [by, ids[0]])).toEqual([
    ['target', 'a.read @ listClasses'],
    ['run', 'b.told @ listClasses'],
    ['run', 'd.write @ createClass'],
  ]);
  expect(refusals[2]).toMatchObject({ reason: 'it was not run' });
});

test('what could not be established is refused where target, profile or another run can remove it', () => {
  for (const [cause, by] of [
    ['no-data', 'target'],
    ['other-row', 'target'],
    ['moved', 'run'],
    ['configuration', 'profile'],
    ['permission', 'profile'],
    ['rate-limit', 'profile'],
    ['network', 'run'],
  ] as const)
    expect(assess(judged({ 'a.read': open('needs more', cause) }), scope).refusals).toMatchObject([{ by }]);
});

test('what could not be established of a freedom is listed, and not refused', () => {
  const { refusals, unjudged, level } = assess(judged({ 'c.may': open('needs a second page') }), scope);

  expect(refusals).toEqual([]);
  expect(unjudged).toMatchObject([{ rows: ['c.may @ listClasses'] }]);
  expect(level).toBe('complete');
});

test('a gap that a profile could fill limits the level; one that nothing can fill is listed', () => {
  const gap = (id: string) =>
    skipped(`the interface leaves \`${id}\` open, and the profile does not fill it`);

  expect(assess(judged({ 'b.told': gap('some') }), scope)).toMatchObject({
    level: 'reads and writes',
    limits: [{ by: 'profile', fix: 'fill `some` in the profile' }],
  });
  expect(assess(judged({ 'b.told': gap('never') }), scope)).toMatchObject({
    level: 'complete',
    unjudged: [{ by: 'nobody' }],
  });
});

test('a run that only reads reaches no more than reads, and says so', () => {
  const rows = judged({ 'd.write': skipped('the run may only read; `--write` allows this') });
  const { level, limits, refusals } = assess(rows, scope);

  expect(refusals).toEqual([]);
  expect(level).toBe('reads');
  expect(limits.map(({ reason }) => reason)).toEqual([
    'the run may only read; `--write` allows this',
    'nothing was judged that these operations write: `createClass`',
  ]);
});

test('an unknown reason limits the level: no level is claimed by mistake', () => {
  expect(assess(judged({ 'b.told': skipped('something new') }), scope).level).toBe('reads and writes');
});

test('nothing that passed is no certificate', () => {
  const rows = judged().map((one) => ({ ...one, ...skipped('the interface leaves `never` open') }));

  expect(assess(rows, scope).refusals).toMatchObject([{ reason: 'no row passed' }]);
});

test('a row has the worst verdict of all seeds, and says which seed had which', () => {
  const run = (seed: number, verdict: 'pass' | 'fail') => {
    const { header, ...rest } = reportOf([row('a.read', 'listClasses', { verdict, reason: verdict })]);
    return { ...rest, header: { ...header, run: { ...header.run, seed } } };
  };

  expect(combine([run(1, 'pass'), run(2, 'fail')])).toMatchObject([
    { verdict: 'fail', reason: 'fail', requests: 2, seeds: { 1: 'pass', 2: 'fail' } },
  ]);
});
