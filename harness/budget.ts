import type { Journal } from './journal.ts';
import { Inconclusive } from './outcome.ts';
import type { Effort } from './settings.ts';

/** The most that a run sends. Announced before it starts, and kept. */
export interface Budget {
  /** All requests, repeats included. */
  readonly requests: number;
  /** Those that may change something: creations, assignments, renames, ... */
  readonly writes: number;
  /** Those that leave something behind for good, as the interface cannot delete. */
  readonly creations: number;
}

/** What one request counts as; a creation is a write as well. */
export type Kind = 'read' | 'write' | 'creation';

/** What a run may send where its profile names no budget: to read, and to read and write. */
const budgets: Readonly<Record<Effort, { readonly reading: Budget; readonly writing: Budget }>> = {
  quick: {
    reading: { requests: 400, writes: 0, creations: 0 },
    writing: { requests: 3_000, writes: 1_000, creations: 60 },
  },
  standard: {
    reading: { requests: 4_000, writes: 0, creations: 0 },
    writing: { requests: 8_000, writes: 2_000, creations: 80 },
  },
  deep: {
    reading: { requests: 40_000, writes: 0, creations: 0 },
    writing: { requests: 80_000, writes: 20_000, creations: 400 },
  },
};

/** The budget of a run: what its effort allows, with what its profile says instead. */
export function budgetFor(effort: Effort, write: boolean, told: Partial<Budget> = {}): Budget {
  return { ...budgets[effort][write ? 'writing' : 'reading'], ...told };
}

/** Counts what a run sends, over all its workers. */
export interface Till {
  /** Takes one request out. @throws Inconclusive when that would be one too many, before it is sent */
  spend(kind: Kind): void;
  /** A creation was refused, and left nothing behind. */
  giveBack(): void;
  readonly spent: Budget;
}

const pots: Readonly<Record<Kind, readonly (keyof Budget)[]>> = {
  read: ['requests'],
  write: ['requests', 'writes'],
  creation: ['requests', 'writes', 'creations'],
};

/** Opens the till of a run; what earlier workers of the run have spent stands in the journal. */
export function openTill(budget: Budget, journal: Journal): Till {
  const spent = { requests: 0, writes: 0, creations: 0 };
  const take = (kind: Kind) => {
    for (const pot of pots[kind]) spent[pot] += 1;
  };
  for (const { kind } of journal.read('sent')) {
    if (kind === 'refused') spent.creations -= 1;
    else take(kind as Kind);
  }
  return {
    spent,
    spend(kind) {
      const empty = pots[kind].find((pot) => spent[pot] >= budget[pot]);
      if (empty)
        throw new Inconclusive(`the budget of ${budget[empty]} ${empty} is used up`, 'configuration');
      take(kind);
      journal.append('sent', { kind });
    },
    giveBack() {
      spent.creations -= 1;
      journal.append('sent', { kind: 'refused' });
    },
  };
}

/** For what has to be sent in any case: to put back what was lent. */
export const unlimited: Till = {
  spend: () => undefined,
  giveBack: () => undefined,
  spent: { requests: 0, writes: 0, creations: 0 },
};
