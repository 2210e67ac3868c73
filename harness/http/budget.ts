import { Inconclusive } from '../judging/outcome.ts';
import type { Effort } from '../run/effort.ts';
import type { Journal } from '../run/journal.ts';

/** The most that a run sends. Announced before it starts, and kept. */
export interface Budget {
  /** All requests, repeats included. */
  readonly requests: number;
  /** Those that may change something: creations, assignments, renames, ... */
  readonly writes: number;
  /** Those that leave something behind for good, as the interface cannot delete. */
  readonly creations: number;
  /** What shrinking failures may cost beyond all that, writes included: a failure takes nothing from other rows. */
  readonly shrinking: number;
}

/** What one request counts as; a creation is a write as well. */
export type Kind = 'read' | 'write' | 'creation';

/** What a run may send where its profile names no budget: to read, and to read and write. */
const budgets: Readonly<Record<Effort, { readonly reading: Budget; readonly writing: Budget }>> = {
  quick: {
    reading: { requests: 400, writes: 0, creations: 0, shrinking: 100 },
    writing: { requests: 3_000, writes: 1_000, creations: 60, shrinking: 300 },
  },
  standard: {
    reading: { requests: 5_000, writes: 0, creations: 0, shrinking: 1_250 },
    writing: { requests: 10_000, writes: 2_500, creations: 80, shrinking: 2_500 },
  },
  deep: {
    reading: { requests: 40_000, writes: 0, creations: 0, shrinking: 10_000 },
    writing: { requests: 80_000, writes: 20_000, creations: 600, shrinking: 20_000 },
  },
};

/** The budget of a run: what its effort allows, with what its profile says instead. */
export function budgetFor(effort: Effort, write: boolean, told: Partial<Budget> = {}): Budget {
  return { ...budgets[effort][write ? 'writing' : 'reading'], ...told };
}

/** Counts what a run sends, over all its workers. */
export interface Meter {
  /** Takes one request out. @throws Inconclusive when that would be one too many, before it is sent */
  spend(kind: Kind): void;
  /** A creation was refused, and left nothing behind. */
  giveBack(): void;
  /** Has the requests of `work` paid by the pot for shrinking; creations count all the same. */
  shrink<T>(work: () => Promise<T>): Promise<T>;
  readonly spent: Budget;
}

type Pots = Readonly<Record<Kind, readonly (keyof Budget)[]>>;

const pots: Pots = {
  read: ['requests'],
  write: ['requests', 'writes'],
  creation: ['requests', 'writes', 'creations'],
};

const shrinkingPots: Pots = {
  read: ['shrinking'],
  write: ['shrinking'],
  creation: ['shrinking', 'creations'],
};

function whyEmpty(pot: string, size: number): string {
  if (size > 0) return `the budget of ${size} ${pot} is used up`;
  return `the budget allows no ${pot}; \`budget.${pot}\` in the profile would allow them`;
}

/** Opens the meter of a run; what earlier workers of the run have spent stands in the journal. */
export function openMeter(budget: Budget, journal: Journal): Meter {
  const spent = { requests: 0, writes: 0, creations: 0, shrinking: 0 };
  let paying = pots;
  const take = (kind: Kind, from: Pots) => {
    for (const pot of from[kind]) spent[pot] += 1;
  };
  for (const { kind, shrinking } of journal.read('sent')) {
    if (kind === 'refused') spent.creations -= 1;
    else take(kind as Kind, shrinking === true ? shrinkingPots : pots);
  }
  return {
    spent,
    spend(kind) {
      const empty = paying[kind].find((pot) => spent[pot] >= budget[pot]);
      if (empty) throw new Inconclusive(whyEmpty(wordsOf[empty], budget[empty]), 'configuration');
      take(kind, paying);
      journal.append('sent', paying === pots ? { kind } : { kind, shrinking: true });
    },
    giveBack() {
      spent.creations -= 1;
      journal.append('sent', { kind: 'refused' });
    },
    async shrink(work) {
      paying = shrinkingPots;
      try {
        return await work();
      } finally {
        paying = pots;
      }
    },
  };
}

const wordsOf: Readonly<Record<keyof Budget, string>> = {
  requests: 'requests',
  writes: 'writes',
  creations: 'creations',
  shrinking: 'requests for shrinking',
};

/** For what has to be sent in any case: to put back what was lent. */
export const unlimited: Meter = {
  spend: () => undefined,
  giveBack: () => undefined,
  shrink: (work) => work(),
  spent: { requests: 0, writes: 0, creations: 0, shrinking: 0 },
};
