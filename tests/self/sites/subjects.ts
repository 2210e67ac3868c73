import { plan } from '../../../harness/judging/plan.ts';
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
import { variants } from '../../../reference/variants/index.ts';
import { catalogue } from '../../checks/index.ts';
import { judgeAll, rowsBefore, rowsOf, type Trial, trial } from '../proofs/judge-service.ts';
import type { Site } from './call-sites.ts';
import { watched } from './spy.ts';

/** Something that may make assertions fire: a fault, a mutant, a conforming service, or one that holds little. */
export interface Subject {
  readonly id: string;
  readonly kind: 'fault' | 'variant' | 'little' | 'mutant';
  /** Judges it, and gives the keys of the sites that fired or gave way. */
  readonly fire: (sites: readonly Site[], seed: number) => Promise<ReadonlySet<string>>;
}

const ofFaults: readonly Subject[] = faults.map(({ id, check, on, wrap }) => ({
  id,
  kind: 'fault',
  fire: (sites, seed) => fired(sites, { wrap, seed }, [...rowsBefore(check, on), ...rowsOf(check, on)]),
}));

const ofVariants: readonly Subject[] = variants.map((variant) => ({
  id: variant.id,
  kind: 'variant',
  fire: (sites, seed) => fired(sites, { variant, seed }),
}));

/** Services that hold little: what a check has to ask for is not there. */
const little: Readonly<Record<string, Omit<Trial, 'seed'>>> = {
  'the reference that may only be read': { write: false },
  'a single user': { reference: { users: 1 } },
  'a single user that may only be read': { reference: { users: 1 }, write: false },
  'academic years alone': { wrap: () => holding('years') },
  nothing: { wrap: () => holding('nothing') },
};

const ofLittle: readonly Subject[] = Object.entries(little).map(([id, target]) => ({
  id,
  kind: 'little',
  fire: (sites, seed) => fired(sites, { ...target, seed }),
}));

/** Everything that is tried, in this order. */
export const subjects: readonly Subject[] = [...ofFaults, ...ofLittle, ...ofVariants];

async function fired(
  sites: readonly Site[],
  target: Trial,
  rows?: ReturnType<typeof plan>,
): Promise<ReadonlySet<string>> {
  const run = trial(target);
  const found = new Set<string>();
  const all = rows ?? plan(catalogue, run.contract);
  await judgeAll(
    run,
    watched(all, sites, ({ key }) => found.add(key)),
  );
  return found;
}

const router = createRouter(operations);
const shapes = chooseShapes();

/** The reference service with nothing in it, or with academic years alone. */
function holding(what: 'nothing' | 'years'): Service {
  const seeded = seedData(1, 0);
  const none = {
    classes: shareRows([]),
    cohorts: shareRows([]),
    users: shareRows([]),
    tests: shareRows([]),
    sessions: shareRows([]),
    studySessions: shareRows([]),
  };
  const years = what === 'years' ? seeded.years : shareRows([]);
  const store = createStore({ ...seeded, ...none, years });
  return createService({ store, shapes, keys: keysOf(1), router, meter: createMeter(shapes.rate) });
}
