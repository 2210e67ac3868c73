import type { Contract, Operation } from '../../spec/contract.ts';
import type { Access } from '../http/access.ts';
import type { LentKind } from '../run/profile.ts';
import type { Settings } from '../run/settings.ts';
import type { Context } from './context.ts';

export type { Context } from './context.ts';

/**
 * A gap that the profile has to fill before a check can be judged. With `lent`, the profile may lend things of that
 * kind instead: the gap then only keeps Rollcall from creating them.
 */
export type Prerequisite = string | { readonly gap: string; readonly lent: LentKind };

/** How many requests a check sends on one operation. A quick run leaves out writing checks with a high cost. */
export type Cost = 'usual' | 'high';

/** A check: it judges one clause, on one operation at a time. */
export interface Check {
  /** `clause` or `clause/aspect`. */
  readonly id: string;
  /** The clause that the check judges: the id up to the first slash. */
  readonly clause: string;
  readonly access: (op: Operation) => Access;
  /** Whether the check judges an operation. Each such operation gives one row. */
  readonly on: (op: Operation, contract: Contract) => boolean;
  /** What a profile has to fill or to lend before the check can be judged. */
  readonly needs: (op: Operation) => readonly Prerequisite[];
  /** Why the settings of a run make the check not applicable to an operation; `undefined` when it is applicable. */
  readonly unless: (op: Operation, settings: Settings) => string | undefined;
  readonly cost: Cost;
  /** Whether the check judges what all other rows have found, so that it is judged after all of them. */
  readonly afterAll: boolean;
  /** Whether it judges what all writes of the run have led to, whatever they were sent to. It comes after all, too. */
  readonly afterWrites: boolean;
  /** What the check sends, where the clause does not say it. */
  readonly sends: string | undefined;
  /** What a conforming server answers, where the clause does not say it. */
  readonly accepts: string | undefined;
  readonly run: (context: Context) => Promise<void>;
  /** File and line of the check; left out for a check outside the catalogue. */
  readonly source?: string;
}

/** A check as its author writes it: a constant may stand where a check has a function. */
export interface CheckDraft {
  /** What the check does on the target; it reads when this is left out. */
  readonly access?: Access | ((op: Operation) => Access);
  /** The operations that it judges; those that its clause names when this is left out. */
  readonly on?: Check['on'] | readonly string[];
  readonly needs?: readonly Prerequisite[] | ((op: Operation) => readonly Prerequisite[]);
  readonly unless?: Check['unless'];
  readonly cost?: Cost;
  readonly afterAll?: boolean;
  readonly afterWrites?: boolean;
  readonly sends?: string;
  readonly accepts?: string;
  readonly run: Check['run'];
}

/** Makes a check. `on` may be a list of operationIds. */
export function check(id: string, draft: CheckDraft): Check {
  const clause = clauseOf(id);
  const { access = 'read', needs = [], unless = () => undefined, run } = draft;
  const { cost = 'usual', afterWrites = false, afterAll = afterWrites, sends, accepts } = draft;
  const on = draft.on ?? ((op, contract) => contract.clause(clause).operations.includes(op.id));
  return {
    id,
    clause,
    access: typeof access === 'function' ? access : () => access,
    on: typeof on === 'function' ? on : (op) => on.includes(op.id),
    needs: typeof needs === 'function' ? needs : () => needs,
    unless,
    cost,
    afterAll,
    afterWrites,
    sends,
    accepts,
    run,
  };
}

/** Makes one check for each id. Use it for a law that several operations share, where each has a clause of its own. */
export function checks(ids: readonly string[], draft: CheckDraft): Check[] {
  return ids.map((id) => check(id, draft));
}

/** The clause id that the id of a check, a fault or a row begins with. */
export function clauseOf(id: string): string {
  return /^[^/!\s]+/.exec(id)?.[0] ?? id;
}

/** The id of the row for a check and an operation. */
export function rowId(check: Pick<Check, 'id'>, op: Pick<Operation, 'id'>): string {
  return `${check.id} @ ${op.id}`;
}
