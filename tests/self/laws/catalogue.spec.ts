import { expect } from '@playwright/test';
import { plan } from '../../../harness/judging/plan.ts';
import { faults } from '../../../reference/faults/index.ts';
import { variants } from '../../../reference/variants/index.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { contract } from '../proofs/judge-service.ts';

const clauses = [...contract.clauses.values()];
const rows = plan(catalogue, contract);
const judged = new Set(catalogue.map(({ clause }) => clause));

test('each clause has a check, or a reason why it is not tested, and never both', () => {
  const neither = clauses.filter(({ id, notTested }) => !judged.has(id) && notTested === undefined);
  const both = clauses.filter(({ id, notTested }) => judged.has(id) && notTested !== undefined);

  expect({ neither: neither.map(({ id }) => id), both: both.map(({ id }) => id) }).toEqual({
    neither: [],
    both: [],
  });
});

test('each clause that is tested gives a row on each operation that it names', () => {
  const given = new Set(rows.map(({ check, op }) => `${check.clause} @ ${op.id}`));
  const missing = clauses
    .filter(({ notTested }) => notTested === undefined)
    .flatMap(({ id, operations }) => operations.map((operation) => `${id} @ ${operation}`))
    .filter((row) => !given.has(row));

  expect(missing).toEqual([]);
});

test('each check judges a clause, and gives at least one row', () => {
  const astray = catalogue.filter(({ clause }) => !contract.clauses.has(clause));
  const idle = catalogue.filter(({ id }) => !rows.some(({ check }) => check.id === id));

  expect({ astray: astray.map(({ id }) => id), idle: idle.map(({ id }) => id) }).toEqual({
    astray: [],
    idle: [],
  });
});

test('what holds the world at the end to what is known of it comes after every other write', () => {
  const ids = rows.filter(({ check }) => check.afterWrites || !check.afterAll).map(({ id }) => id);
  const late = rows.filter(({ check }) => check.afterWrites).map(({ id }) => id);

  expect(late.length).toBeGreaterThan(0);
  expect(ids.slice(-late.length)).toEqual(late);
});

test('no two checks, faults or variants share an id', () => {
  for (const ids of [catalogue, faults, variants].map((list) => list.map(({ id }) => id))) {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  }
});

test('each check has a fault that turns it red', () => {
  const proven = new Set(faults.map(({ check }) => check));

  expect(catalogue.map(({ id }) => id).filter((id) => !proven.has(id))).toEqual([]);
});

test('each fault names a check, and only operations on which that check gives a row', () => {
  const ids = new Set(rows.map(({ id }) => id));
  const strays = faults.flatMap(({ id, check, on }) => on.map((op) => [id, `${check} @ ${op}`] as const));

  expect(strays.filter(([, row]) => !ids.has(row))).toEqual([]);
  expect(faults.filter(({ on }) => on.length === 0).map(({ id }) => id)).toEqual([]);
});

test('each variant fills a gap of the interface', () => {
  const strays = variants.flatMap(({ id, fills }) =>
    fills.filter((gap) => !contract.gaps.has(gap)).map((gap) => [id, gap]),
  );

  expect(strays).toEqual([]);
  expect(variants.filter(({ fills }) => fills.length === 0).map(({ id }) => id)).toEqual([]);
});

test('each gap is filled in another way by a variant, or says why not, and never both', () => {
  const filled = new Set(variants.flatMap(({ fills }) => fills));
  const gaps = [...contract.gaps.values()];
  const neither = gaps.filter(({ id, noVariant }) => !filled.has(id) && noVariant === undefined);
  const both = gaps.filter(({ id, noVariant }) => filled.has(id) && noVariant !== undefined);

  expect({ neither: neither.map(({ id }) => id), both: both.map(({ id }) => id) }).toEqual({
    neither: [],
    both: [],
  });
});

test('each clause rests on a passage of the interface, and each passage carries a clause', () => {
  const rests = new Set(clauses.flatMap((clause) => clause.rests));
  const passages = [...contract.passages.keys()];

  expect({
    floating: clauses.filter((clause) => clause.rests.length === 0).map(({ id }) => id),
    unknown: [...rests].filter((id) => !contract.passages.has(id)),
    forgotten: passages.filter((id) => !rests.has(id)),
  }).toEqual({ floating: [], unknown: [], forgotten: [] });
});

test('what a lawyer for the server would say stands beside each inferred clause, in one sentence', () => {
  const inferred = clauses.filter(({ level }) => level === 'inferred');

  expect(inferred.length).toBeGreaterThan(0);
  expect(inferred.filter(({ lawyer = '' }) => !/^[A-Z][^.?!]*\.$/.test(lawyer)).map(({ id }) => id)).toEqual(
    [],
  );
  expect(clauses.filter(({ level, lawyer }) => level !== 'inferred' && lawyer !== undefined)).toEqual([]);
});

test('the wording says what is: no "should", no "test that"', () => {
  const texts = [
    ...clauses.map(({ id, statement, lawyer = '' }) => [id, `${statement} ${lawyer}`]),
    ...[...contract.passages.values()].map(({ id, at, says }) => [id, `${at} ${says}`]),
    ...catalogue.map(({ id, sends, accepts }) => [id, `${sends ?? ''} ${accepts ?? ''}`]),
  ];

  expect(texts.filter(([, words]) => /\bshould\b|\btest that\b|\bverify\b/i.test(words ?? ''))).toEqual([]);
});

// A new id is added with `npx playwright test --project=self -g frozen --update-snapshots`; a line that goes
// away, or changes its meaning, breaks the baselines of everybody who uses it.
test('ids are frozen', () => {
  const ids = [...new Set([...clauses, ...catalogue].map(({ id }) => id))].sort();

  expect(`${ids.join('\n')}\n`).toMatchSnapshot('ids.txt');
});
