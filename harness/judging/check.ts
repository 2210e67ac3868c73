import type { Contract, Operation } from '../../spec/contract.ts';
import type { Access } from '../http/access.ts';
import type { LentKind } from '../run/profile.ts';
import type { Settings } from '../run/settings.ts';
import type { Context } from './context.ts';

/**
 * A gap that has to be filled before something can be judged; with `lent`, the setting of a profile under which what
 * the gap keeps from being made may be lent instead.
 */
export type Prerequisite = string | { readonly gap: string; readonly lent: LentKind };

/** What a check costs in requests, compared with others. */
export type Cost = 'usual' | 'high';

/** How one clause is judged on one operation. */
export interface Check {
  /** `clause` or `clause/aspect`. */
  readonly id: string;
  /** The clause it judges: the id up to the first slash. */
  readonly clause: string;
  readonly access: (op: Operation) => Access;
  /** On which operations; each gives one row. */
  readonly on: (op: Operation, contract: Contract) => boolean;
  /** What a profile has to fill, or to lend, before this can be judged. */
  readonly needs: (op: Operation) => readonly Prerequisite[];
  /** Why the settings of a run leave nothing to judge on an operation; `undefined` when they do not. */
  readonly unless: (op: Operation, settings: Settings) => string | undefined;
  /** What a quick run leaves to the other efforts: `high` for many requests on a single operation. */
  readonly cost: Cost;
  /** What goes over the wire, where the clause does not say it. */
  readonly sends: string | undefined;
  /** What a server that keeps the clause answers, where the clause does not say it. */
  readonly accepts: string | undefined;
  readonly run: (context: Context) => Promise<void>;
  /** Where it stands in the source: file and line; none for a check outside the catalogue. */
  readonly source?: string;
}

/** A check as its author writes it: what is constant may stay a constant. */
export interface CheckDraft {
  readonly access: Access | ((op: Operation) => Access);
  readonly on: Check['on'] | readonly string[];
  readonly needs?: readonly Prerequisite[] | ((op: Operation) => readonly Prerequisite[]);
  readonly unless?: Check['unless'];
  readonly cost?: Cost;
  readonly sends?: string;
  readonly accepts?: string;
  readonly run: Check['run'];
}

/** Makes a check; `on` may be a list of operationIds. */
export function check(id: string, draft: CheckDraft): Check {
  const { access, on, needs = [], unless = () => undefined, cost = 'usual', sends, accepts, run } = draft;
  return {
    id,
    clause: clauseOf(id),
    access: typeof access === 'function' ? access : () => access,
    on: typeof on === 'function' ? on : (op) => on.includes(op.id),
    needs: typeof needs === 'function' ? needs : () => needs,
    unless,
    cost,
    sends,
    accepts,
    run,
  };
}

/**
 * Makes one check for each operation of a table: a law that several operations keep alike, with a clause for each.
 *
 * @param ids the id of the check by operationId
 */
export function checks(ids: Readonly<Record<string, string>>, draft: Omit<CheckDraft, 'on'>): Check[] {
  return Object.entries(ids).map(([operation, id]) => check(id, { ...draft, on: [operation] }));
}

/** The clause that an id of a check, a fault or a row begins with. */
export function clauseOf(id: string): string {
  return /^[^/!\s]+/.exec(id)?.[0] ?? id;
}

/** The id of the row that a check gives on an operation. */
export function rowId(check: Pick<Check, 'id'>, op: Pick<Operation, 'id'>): string {
  return `${check.id} @ ${op.id}`;
}
