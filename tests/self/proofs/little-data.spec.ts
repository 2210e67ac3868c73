import { expect, test } from '@playwright/test';
import { chooseShapes } from '../../../reference/choices.ts';
import { seedData } from '../../../reference/data/seed.ts';
import { faults } from '../../../reference/faults/index.ts';
import { keysOf } from '../../../reference/http/keys.ts';
import { createMeter } from '../../../reference/http/rate.ts';
import { createRouter } from '../../../reference/http/router.ts';
import { createService, type Service } from '../../../reference/http/service.ts';
import { operations } from '../../../reference/operations/index.ts';
import { createStore } from '../../../reference/store/store.ts';
import { shareRows } from '../../../reference/store/table.ts';
import { accusations, judgeAll, rowsBefore, rowsOf, trial } from './judge-service.ts';

test.describe.configure({ timeout: 300_000 });

const router = createRouter(operations);
const shapes = chooseShapes();

/** The reference service without anything in it, or with academic years alone. */
function empty(withYears: boolean): Service {
  const seeded = seedData(1, 0);
  const store = createStore({
    ...seeded,
    years: withYears ? seeded.years : shareRows([]),
    classes: shareRows([]),
    cohorts: shareRows([]),
    users: shareRows([]),
    tests: shareRows([]),
    sessions: shareRows([]),
    studySessions: shareRows([]),
  });
  return createService({ store, shapes, keys: keysOf(1), router, meter: createMeter(shapes.rate) });
}

/** Clauses about answers of every kind: a refusal shows them too, and no fault of theirs is about refusals alone. */
const shownByRefusals = ['conventions.empty-omitted/schema'];

for (const [what, withYears] of [
  ['nothing', false],
  ['academic years alone', true],
] as const) {
  test(`of a target that holds ${what}, no row says pass that could not have said fail`, async () => {
    const rows = await judgeAll(trial({ wrap: () => empty(withYears), write: false }));
    expect(accusations(rows)).toEqual([]);
    for (const { verdict, reason } of rows)
      if (verdict === 'inconclusive') expect(reason).toMatch(/^needs \w/);

    const passed = new Set(rows.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id));
    expect(await blindAmong(passed, withYears)).toEqual([]);
  });
}

/** Of these rows, those that pass on the empty target although one fault or another is theirs. */
async function blindAmong(passed: ReadonlySet<string>, withYears: boolean): Promise<string[]> {
  const blind = new Set<string>();
  const seeing = new Set<string>();
  for (const { check, on, wrap } of faults) {
    const rows = rowsOf(check, on).filter(({ op }) => passed.has(`${check} @ ${op.id}`));
    if (rows.length === 0 || shownByRefusals.includes(check)) continue;
    const session = trial({ wrap: () => wrap(empty(withYears)), write: false });
    await judgeAll(session, rowsBefore(check, on));
    for (const { id, verdict } of await judgeAll(session, rows))
      (verdict === 'fail' ? seeing : blind).add(id);
  }
  return [...blind].filter((id) => !seeing.has(id));
}
