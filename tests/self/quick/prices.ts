import { type Planned, plan } from '../../../harness/judging/plan.ts';
import type { Run } from '../../../harness/run/run.ts';
import type { Contract } from '../../../spec/contract.ts';
import { unsampled } from '../../checks/index.ts';
import { schema } from '../../checks/schema/index.ts';
import { contract, judgeAll, type Trial, trial } from '../proofs/judge-service.ts';

/** A budget that leaves nothing out. */
export const wide = { requests: 100_000, writes: 0, creations: 0, shrinking: 1_000 };

/** Requests on the reference service: fewer than a quick run may send, for other targets may need more. */
export const mostRequests = 391;

/** One request here is asked to take longer than 30 seconds: too long for a quick run. */
const slow = 'limits.time-out-status';

/** Everything that a quick run could judge by a contract when it only reads, in the order of a run. */
export function readableRows(by: Contract): Planned[] {
  return plan([...unsampled, ...schema], by).filter(
    ({ check, op }) => check.access(op) !== 'write' && check.id !== slow,
  );
}

/** All that it could judge on the reference service. */
export const candidates = readableRows(contract);

/** A quick run without a bound, against the reference service or a faulty one. */
export function wideRun(setting: Pick<Trial, 'wrap' | 'shrinks' | 'seed'> = {}): Run {
  return trial({ ...setting, effort: 'quick', write: false, budget: wide });
}

/** What one row costs: requests of its own, and observations that it shares with other rows. */
export interface Price {
  readonly own: number;
  readonly shared: ReadonlySet<string>;
}

/** What quick rows cost on the reference service. */
export interface Prices {
  /** By the id of a row; only of those that pass. */
  readonly rows: ReadonlyMap<string, Price>;
  /** Requests of an observation, without those of other observations that it needs, by its key. */
  readonly observations: ReadonlyMap<string, number>;
}

/** Judges every candidate once on the reference service, and counts which requests are shared. */
export async function takePrices(): Promise<Prices> {
  const run = wideRun();
  const books = observed(run);
  const rows = new Map<string, Price>();
  for (const row of candidates) {
    const [judged] = await books.during(row.id, () => judgeAll(run, [row]));
    if (judged?.verdict === 'pass') rows.set(row.id, books.priceOf(row.id));
  }
  return { rows, observations: books.observations };
}

/** An observation that is being made, and how many requests others within it have sent. */
interface Making {
  readonly key: string;
  nested: number;
}

/** Watches which shared observations a run makes and uses, row by row, and what each costs. */
function observed(run: Run) {
  const observations = new Map<string, number>();
  const uses = new Map<string, Set<string>>();
  const totals = new Map<string, number>();
  const open: Making[] = [];
  const once = run.world.once.bind(run.world);
  let user: Making = { key: '', nested: 0 };
  const note = (by: string, key: string) => uses.set(by, (uses.get(by) ?? new Set()).add(key));

  async function make<T>(key: string, observe: () => Promise<T>): Promise<T> {
    const making: Making = { key, nested: 0 };
    const outer = open.at(-1) ?? user;
    const before = run.exchange.requests;
    open.push(making);
    try {
      return await observe();
    } finally {
      const all = run.exchange.requests - before;
      observations.set(key, all - making.nested);
      outer.nested += all;
      open.splice(open.indexOf(making), 1);
    }
  }
  run.world.once = (key, observe) => {
    note((open.at(-1) ?? user).key, key);
    return once(key, () => make(key, observe));
  };
  const reached = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const key of uses.get(from) ?? []) if (!seen.has(key)) reached(key, seen.add(key));
    return seen;
  };
  return {
    observations,
    async during<T>(row: string, work: () => Promise<T>): Promise<T> {
      user = { key: row, nested: 0 };
      const before = run.exchange.requests;
      const done = await work();
      totals.set(row, run.exchange.requests - before - user.nested);
      return done;
    },
    priceOf: (row: string): Price => ({ own: totals.get(row) ?? 0, shared: reached(row) }),
  };
}
