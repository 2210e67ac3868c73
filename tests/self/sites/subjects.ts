import path from 'node:path';
import { budgetFor } from '../../../harness/http/budget.ts';
import { plan } from '../../../harness/judging/plan.ts';
import { fillingsOf } from '../../../harness/run/config.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
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
import { overlayDocument } from '../../../spec/fill.ts';
import { catalogue } from '../../checks/index.ts';
import {
  contract,
  contractWith,
  judgeAll,
  rowsBefore,
  rowsOf,
  type Trial,
  trial,
} from '../proofs/judge-service.ts';
import { busy } from './busy.ts';
import type { Site } from './call-sites.ts';
import { poorServices } from './poor.ts';
import { watched } from './spy.ts';

const referenceProfile = path.join(import.meta.dirname, '../../../profiles/reference/profile.yaml');

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

/** The shapes of the reference, without what they say of the statuses that the interface does not show. */
const silent = contractWith({
  readings: {},
  overlay: [],
  omits: targets().filter((target) => target.endsWith('.responses')),
});

function targets(): readonly string[] {
  const { actions } = overlayDocument(fillingsOf(loadProfile(referenceProfile))) as {
    actions: { target: string }[];
  };
  return actions.map(({ target }) => target);
}

/** The operations of which the profile alone says a status. */
const unshown = new Set(
  contract.operations.flatMap(({ id, statuses }) =>
    String(silent.operations.find((op) => op.id === id)?.statuses) === String(statuses) ? [] : id,
  ),
);

const silentRows = plan(catalogue, silent);

/** Faults once more where no status is shown: there, a check asks for a yes or a no, whichever it be. */
const ofSilence: readonly Subject[] = faults.flatMap(({ id, check, on, wrap }): Subject[] => {
  const some = new Set<string>(on.filter((op) => unshown.has(op)));
  const rows = silentRows.filter((row) => row.check.id === check && some.has(row.op.id));
  if (rows.length === 0) return [];
  const target: Omit<Trial, 'seed'> = { wrap, by: silent };
  return [
    {
      id: `${id}, where no status is shown`,
      kind: 'fault',
      fire: (sites, seed) => fired(sites, { ...target, seed }, rows),
    },
  ];
});

/** What a profile says besides, and the faults that are told by other words there. */
const otherReadings: readonly { readonly readings: Record<string, string>; readonly faults: RegExp }[] = [
  {
    readings: { 'list-users.email-grammar': 'no match' },
    faults: /^(?:list-users\.email-form|search-users\.search-email-form)/,
  },
  {
    readings: { 'create-class.same-class': 'exact', 'create-cohort.same-cohort': 'exact' },
    faults: /^create-(?:class|cohort)\.conflict\/any-case/,
  },
];

/** Faults once more where the profile reads a gap in another way. */
const ofReadings: readonly Subject[] = otherReadings.flatMap(({ readings, faults: which }) =>
  faults
    .filter(({ id }) => which.test(id))
    .map(({ id, check, on, wrap }) => ({
      id: `${id}, where ${Object.values(readings)[0]} is read`,
      kind: 'fault',
      fire: (sites, seed) => fired(sites, { wrap, seed, profileSays: { readings } }, rowsOf(check, on)),
    })),
);

const ofVariants: readonly Subject[] = variants.map((variant) => ({
  id: variant.id,
  kind: 'variant',
  fire: (sites, seed) => fired(sites, { variant, seed }),
}));

/** Services that hold little: what a check has to ask for is not there. */
const little: Readonly<Record<string, Omit<Trial, 'seed'>>> = {
  'the reference that may only be read': { write: false },
  // Nobody of the usual data: a student and a teacher with one address, one role and no session.
  'nobody lent who has more than a creation gives': {
    profileSays: {
      lentThings: {
        students: ['f0fc0371-a729-4323-9a55-8853757daf26'],
        teachers: ['72ead457-203f-40e1-8bfb-c6170e974e91'],
      },
    },
  },
  'classes of earlier years lent, where nothing may be made': {
    budget: { ...budgetFor('standard', true), creations: 0 },
    profileSays: {
      lentThings: {
        ...loadProfile(referenceProfile).lentThings,
        classes: [
          'cf5fb59d-1bcc-403c-9d7e-233cc82f674a',
          'd00fd1ad-c193-4042-b20b-f458b5c91ade',
          '46c69840-9013-4efe-b1c8-09775ffd6dd5',
        ],
      },
    },
  },
  'a single user': { reference: { users: 1 } },
  'a single user that may only be read': { reference: { users: 1 }, write: false },
  'academic years alone': { wrap: () => holding('years') },
  nothing: { wrap: () => holding('nothing') },
  'a service that somebody else writes to all the time': { wrap: busy },
  ...Object.fromEntries(poorServices(contract).map(([what, wrap]) => [what, { wrap }])),
};

const ofLittle: readonly Subject[] = Object.entries(little).map(([id, target]) => ({
  id,
  kind: 'little',
  fire: (sites, seed) => fired(sites, { ...target, seed }),
}));

/** Everything that is tried, in this order. */
export const subjects: readonly Subject[] = [
  ...ofFaults,
  ...ofSilence,
  ...ofReadings,
  ...ofLittle,
  ...ofVariants,
];

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
