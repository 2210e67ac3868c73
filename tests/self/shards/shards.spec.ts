import { expect } from '@playwright/test';
import { budgetFor } from '../../../harness/http/budget.ts';
import { simulatedBrowser } from '../../../harness/http/simulated-browser.ts';
import { serviceTransport } from '../../../harness/http/transport.ts';
import { deal } from '../../../harness/judging/deal.ts';
import { type Planned, plan, select } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { count } from '../../../harness/judging/verdict.ts';
import { openRun } from '../../../harness/run/run.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import { readShard, settingsOfShard, writersOf } from '../../../harness/run/shard.ts';
import { faults } from '../../../reference/faults/index.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { createReference } from '../../../reference/service/index.ts';
import { selectionDigest } from '../../../reports/header.ts';
import { mergeRuns, type ShardRun } from '../../../reports/merge/merge.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { contract, judgeAll, trial } from '../proofs/judge-service.ts';
import { header } from '../reports/sample.ts';

const all = plan(catalogue, contract);
const afterAll = new Set(all.flatMap(({ id, check }) => (check.afterAll ? [id] : [])));
const reading: Settings = { ...trial({ write: false }).settings, budget: budgetFor('standard', false) };
const writing: Settings = { ...trial().settings, budget: { ...budgetFor('standard', true), creations: 600 } };

const ids = (rows: readonly Planned[]) => rows.map(({ id }) => id);
const isWrite = ({ check, op }: Planned) => check.access(op) === 'write';

for (const [words, settings] of [
  ['a run that reads', reading],
  ['a run that writes', writing],
] as const) {
  test(`the rows of ${words} are dealt out evenly, each to one shard, and those that look back to all`, () => {
    const hands = deal(all, contract, settings, 4);
    const single = hands.flatMap((hand) => ids(hand).filter((id) => !afterAll.has(id)));
    const applicable = hands.map((hand) => hand.filter(({ check }) => !check.afterAll).length);

    expect(single.toSorted()).toEqual(ids(all.filter(({ check }) => !check.afterAll)).toSorted());
    for (const hand of hands) expect(ids(hand).filter((id) => afterAll.has(id))).toEqual([...afterAll]);
    expect(Math.max(...applicable) - Math.min(...applicable)).toBeLessThan(10);
    expect(deal(all, contract, settings, 4).map(ids)).toEqual(hands.map(ids));
  });
}

test('shards together create no more than the profile allows, and under names of their own', () => {
  for (const creations of [0, 30, 80, 200, 300, 420, 600])
    for (const of of [1, 2, 4, 8]) {
      const whole = { ...writing, mark: 'staging', budget: { ...budgetFor('standard', true), creations } };
      const shards = Array.from({ length: of }, (_, at) => settingsOfShard(whole, { index: at + 1, of }));
      const most = shards.reduce((sum, { budget }) => sum + (budget?.creations ?? 0), 0);

      expect(most, `${creations} for ${of}`).toBeLessThanOrEqual(creations);
      expect(shards.filter(({ write }) => write)).toHaveLength(writersOf(whole, { of }));
      expect(new Set(shards.map(({ mark }) => mark)).size).toBe(of);
      expect(shards[0]).toMatchObject({ mark: 'staging', write: true });
    }
});

test('what is lent is changed by the first shard alone', () => {
  const lent = { lent: ['1'], lentThings: { classes: ['1'] } };
  const hands = deal(all, contract, { ...writing, ...lent }, 3);

  expect(hands.map((hand) => hand.some((row) => isWrite(row) && !row.check.afterAll))).toEqual([
    true,
    false,
    false,
  ]);
});

test('where people and one cohort are lent, the first shard changes them, and the others write what they make', () => {
  const hands = deal(all, contract, writing, 3);
  const changed = hands.map((hand) => hand.filter(({ check }) => check.id.endsWith('/lent-person')).length);

  expect(writing.lent.length).toBeGreaterThan(0);
  expect(writersOf(writing, { of: 3 })).toBe(3);
  expect(changed).toEqual([all.filter(({ check }) => check.id.endsWith('/lent-person')).length, 0, 0]);
});

test('a shard is K/N', () => {
  expect(readShard('2/4')).toEqual({ index: 2, of: 4 });
  for (const text of ['0/4', '5/4', '1/65', '1', 'a/b', '1/4/2'])
    expect(() => readShard(text)).toThrow(`such as 1/4; not \`${text}\``);
});

/** Bugs that shards have to find together: of one row, of all answers, and of what was written. */
const broken = ['pagination.offset-with-cursor', 'errors.answered', 'class.name', 'add-class-students.effect']
  .map((check) => faults.find((fault) => fault.check.split('/')[0] === check))
  .filter((fault) => fault !== undefined);
const few = select(all, ['listClasses', 'getClass', 'createClass', 'addClassStudents']).filter(
  ({ check }) => check.cost === 'usual',
);

function brokenService(service: Service): Service {
  return broken.reduce((inner, fault) => fault.wrap(inner), service);
}

test('shards that run at the same time make the report of one run, row by row', async () => {
  const { fetch, keys } = createReference();
  const service = brokenService(fetch);
  const whole = { ...writing, keys };
  const hands = deal(few, contract, whole, 3);
  const rows = await Promise.all(
    hands.map((hand, at) => judgeAll(runOf(service, settingsOfShard(whole, { index: at + 1, of: 3 })), hand)),
  );
  const alone = await judgeAll(
    trial({ wrap: brokenService, profileSays: { budget: writing.budget ?? budgetFor('standard', true) } }),
    few,
  );
  const shown = ({ id, verdict, expected, actual }: Row) => ({ id, verdict, expected, actual });
  const { rows: merged } = mergeRuns(
    rows.map((own, at) => shardOf(own, at + 1, few)),
    (id) => afterAll.has(id),
    ids(all),
  );

  expect(broken).toHaveLength(4);
  expect(new Set(alone.map(({ verdict }) => verdict))).toContain('fail');
  expect(merged.map(shown)).toEqual(alone.map(shown));
});

function runOf(service: Service, settings: Settings) {
  const transport = serviceTransport(service);
  return openRun({ contract, settings, transport, browser: simulatedBrowser(transport) });
}

/** A shard of three that left these rows. */
function shardOf(rows: readonly Row[], index: number, asked: readonly Planned[], more = {}): ShardRun {
  const shard = { index, of: 3, rows: asked.length, selection: selectionDigest(ids(asked)) };
  const footer = {
    kind: 'footer',
    counts: count(rows),
    requests: 1,
    finishedAt: '2026-01-02T03:05:05.678Z',
    durationMs: 60_000,
    mishaps: [],
  } as const;
  return {
    folder: `shard-${index}`,
    run: { header: { ...header, planned: rows.length, shard, ...more }, rows, footer },
  };
}

const asked = all.filter(({ check }) => !check.afterAll).slice(0, 3);
const own = (at: number): Row[] =>
  asked.slice(at, at + 1).map(({ id, check, op }) => {
    const { clause } = check;
    return { id, clause, check: check.id, operation: op.id, verdict: 'pass', reason: '', requests: 1 };
  });
const three = (at: number, more = {}) => shardOf(own(at), at + 1, asked, more);

const wrong: readonly { what: string; shards: () => readonly ShardRun[]; says: RegExp }[] = [
  {
    what: 'a shard is missing',
    shards: () => [three(0), three(2)],
    says: /^shard 2\/3 is missing; name the folders of all 3/,
  },
  {
    what: 'a shard comes twice',
    shards: () => [three(0), three(1), three(1)],
    says: /shard-2 is shard 2\/3, and so is shard-2/,
  },
  {
    what: 'a row comes twice',
    shards: () => [three(0), three(1), { ...three(2), run: { ...three(2).run, rows: own(1) } }],
    says: /` is in shard-2 and in shard-3; these are not shards of one run/,
  },
  {
    what: 'a row is missing',
    shards: () => [three(0), three(1), { ...three(2), run: { ...three(2).run, rows: [] } }],
    says: /the shards have 2 rows together, and the run was asked for 3/,
  },
  {
    what: 'a run is no shard',
    shards: () => [three(0), { folder: 'whole', run: { ...three(1).run, header } }],
    says: /whole is of a whole run, not of a shard/,
  },
  ...(
    [
      ['seed', { run: { ...header.run, seed: 8 } }, / \(8, and there 7\)/],
      ['effort', { run: { ...header.run, effort: 'deep' } }, / \(deep, and there standard\)/],
      ['profile', { target: { ...header.target, profile: 'other' } }, / \(other, and there staging\)/],
      ['target', { target: { ...header.target, origin: 'https://b.example' } }, /b\.example/],
      ['contract', { contract: 'other' }, / \(other, and there digest\)/],
    ] as const
  ).map(([what, more, detail]) => ({
    what: `a shard has another ${what}`,
    shards: () => [three(0), three(1), three(2, more)],
    says: new RegExp(`^shard-3 has another ${what} than shard-1.*${detail.source}`),
  })),
];

for (const { what, shards, says } of wrong) {
  test(`merge refuses a set in which ${what}`, () => {
    expect(() => mergeRuns(shards(), () => false, ids(all))).toThrow(says);
  });
}
