import { expect } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import { chooseShapes } from '../../../reference/service/choices.ts';
import { seedData } from '../../../reference/service/data/seed.ts';
import { keysOf } from '../../../reference/service/http/keys.ts';
import { createMeter } from '../../../reference/service/http/rate.ts';
import { createRouter } from '../../../reference/service/http/router.ts';
import { createService, type Service } from '../../../reference/service/http/service.ts';
import { operations } from '../../../reference/service/operations/index.ts';
import { createStore } from '../../../reference/service/store/store.ts';
import { shareRows } from '../../../reference/service/store/table.ts';
import {
  accusations,
  fewShrinks,
  judgeAll,
  judgeBefore,
  rowsOf,
  type Trial,
  trial,
} from './judge-service.ts';
import { test } from './light-test.ts';

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

/** Rows that little data can't turn red, and why a pass is right all the same. */
const exceptions: readonly (readonly [check: string, why: string])[] = [
  ['conventions.empty-omitted/schema', 'refusals show it too, and no fault of it is about refusals'],
  ['conventions.empty-text-omitted/schema', 'refusals show it too, and no fault of it is about refusals'],
  ['search-users.search-user-ids', 'each of its faults loses or adds other users, and there are none'],
  [
    'get-current-academic-year.success/while-it-runs',
    'the current year is there; that it is missing wrongly shows in classes and cohorts of it',
  ],
  ['limits.default-page-size', 'a smaller default shows where there are more items than it'],
];

/** Targets that hold little or nothing. */
const targets: Readonly<Record<string, Pick<Trial, 'wrap' | 'reference'>>> = {
  nothing: { wrap: () => empty(false) },
  'academic years alone': { wrap: () => empty(true) },
  'a single user': { reference: { users: 1 } },
};

for (const [what, target] of Object.entries(targets)) {
  test(`of a target that holds ${what}, no row says pass that could not have said fail`, async () => {
    const rows = await judgeAll(trial({ ...target, write: false }));
    expect(accusations(rows)).toEqual([]);
    const open = rows.filter(({ verdict }) => verdict === 'inconclusive');
    // Either what would be needed, or which setting of the profile would help.
    const without = open.filter(({ reason }) => !/^needs \w|^`fixtures\.\w+` .*: name /.test(reason));
    expect(without.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);

    const passed = new Set(rows.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id));
    expect(await blindAmong(passed, target)).toEqual([]);
  });
}

/** Of these rows, those that pass on the target although one fault or another is theirs. */
async function blindAmong(
  passed: ReadonlySet<string>,
  { wrap = (service) => service, reference = {} }: Pick<Trial, 'wrap' | 'reference'>,
): Promise<string[]> {
  const blind = new Set<string>();
  const seeing = new Set<string>();
  for (const fault of faults) {
    const { check, on } = fault;
    const unseen = (id: string) => passed.has(id) && !seeing.has(id);
    // A row that one fault has turned red can turn red; others of its faults would tell no more.
    const rows = rowsOf(check, on).filter(({ op }) => unseen(`${check} @ ${op.id}`));
    if (rows.length === 0 || exceptions.some(([known]) => known === check)) continue;
    const broken = (service: Service) => fault.wrap(wrap(service));
    const run = trial({ wrap: broken, reference, write: false, shrinks: fewShrinks });
    await judgeBefore(run, check, on);
    for (const { id, verdict } of await judgeAll(run, rows)) (verdict === 'fail' ? seeing : blind).add(id);
  }
  return [...blind].filter((id) => !seeing.has(id));
}
