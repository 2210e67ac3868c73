import { AsyncLocalStorage } from 'node:async_hooks';
import { Inconclusive } from '../judging/outcome.ts';
import type { Effort } from '../run/effort.ts';
import type { Journal } from '../run/journal.ts';

/** The most requests that a run sends. The run announces it before it starts. */
export interface Budget {
  /** All requests, retries included. */
  readonly requests: number;
  /** Requests that may change something: creations, assignments, renames, and so on. */
  readonly writes: number;
  /** Requests that create something. It stays on the target, because the interface cannot delete. */
  readonly creations: number;
  /**
   * Requests for shrinking failures and for repeating what met trouble, writes included. They are paid apart, so that a
   * failure costs other rows nothing.
   */
  readonly shrinking: number;
}

/** What one request counts as. A creation counts as a write too. */
export type Kind = 'read' | 'write' | 'creation';

/** The budgets of a profile that names none: for runs that only read, and for runs that write. */
const budgets: Readonly<Record<Effort, { readonly reading: Budget; readonly writing: Budget }>> = {
  quick: {
    reading: { requests: 400, writes: 0, creations: 0, shrinking: 100 },
    writing: { requests: 3_000, writes: 1_000, creations: 60, shrinking: 300 },
  },
  standard: {
    reading: { requests: 6_000, writes: 0, creations: 0, shrinking: 1_250 },
    writing: { requests: 14_000, writes: 3_500, creations: 100, shrinking: 2_500 },
  },
  deep: {
    reading: { requests: 40_000, writes: 0, creations: 0, shrinking: 10_000 },
    writing: { requests: 80_000, writes: 20_000, creations: 600, shrinking: 20_000 },
  },
};

/** The budget of a run: the values of its profile, and those of its effort where the profile has none. */
export function budgetFor(effort: Effort, write: boolean, own: Partial<Budget> = {}): Budget {
  return { ...budgets[effort][write ? 'writing' : 'reading'], ...own };
}

/** Counts the requests of a run, over all its workers. */
export interface Meter {
  /** Counts one request before it is sent; the budget for shrinking pays a repetition. @throws Inconclusive when it is used up */
  spend(kind: Kind, isRepetition?: boolean): void;
  /** Takes back the count of a creation that the target refused. */
  giveBack(): void;
  /** Runs `work` with its requests counted as shrinking. Its creations count as creations too. */
  shrink<T>(work: () => Promise<T>): Promise<T>;
  readonly spent: Budget;
}

/** The entries of the budget that one request of a kind is counted in. */
type Accounts = Readonly<Record<Kind, readonly (keyof Budget)[]>>;

const usualAccounts: Accounts = {
  read: ['requests'],
  write: ['requests', 'writes'],
  creation: ['requests', 'writes', 'creations'],
};

const shrinkingAccounts: Accounts = {
  read: ['shrinking'],
  write: ['shrinking'],
  creation: ['shrinking', 'creations'],
};

function whyEmpty(account: string, size: number): string {
  if (size > 0) return `the budget of ${size} ${account} is used up`;
  return `the budget allows no ${account}; \`budget.${account}\` in the profile would allow them`;
}

/**
 * Within the work that shrinks a failure, what its run has spent: only its own requests are counted so. One store serves
 * all runs, as every store that was ever used makes each later promise of the process dearer.
 */
const shrinking = new AsyncLocalStorage<Meter['spent']>();

/** Opens the meter of a run. It includes what earlier workers of the run have spent, by the journal. */
export function openMeter(budget: Budget, journal: Journal): Meter {
  const spent = { requests: 0, writes: 0, creations: 0, shrinking: 0 };
  const add = (kind: Kind, to: Accounts) => {
    for (const account of to[kind]) spent[account] += 1;
  };
  for (const { kind, shrinking } of journal.read('sent')) {
    if (kind === 'refused') spent.creations -= 1;
    else add(kind as Kind, shrinking === true ? shrinkingAccounts : usualAccounts);
  }
  return {
    spent,
    spend(kind, isRepetition = false) {
      const paying = isRepetition || shrinking.getStore() === spent ? shrinkingAccounts : usualAccounts;
      const empty = paying[kind].find((account) => spent[account] >= budget[account]);
      if (empty) throw new Inconclusive(whyEmpty(accountWords[empty], budget[empty]), 'configuration');
      add(kind, paying);
      journal.append('sent', paying === usualAccounts ? { kind } : { kind, shrinking: true });
    },
    giveBack() {
      spent.creations -= 1;
      journal.append('sent', { kind: 'refused' });
    },
    shrink: (work) => shrinking.run(spent, work),
  };
}

const accountWords: Readonly<Record<keyof Budget, string>> = {
  requests: 'requests',
  writes: 'writes',
  creations: 'creations',
  shrinking: 'requests for shrinking',
};

/** A meter without a bound: for requests that put lent things back, which must be sent in any case. */
export const unlimited: Meter = {
  spend: () => undefined,
  giveBack: () => undefined,
  shrink: (work) => work(),
  spent: { requests: 0, writes: 0, creations: 0, shrinking: 0 },
};
