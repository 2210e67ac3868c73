import { AsyncLocalStorage } from 'node:async_hooks';
import type { Answer } from '../http/answer.ts';

/** What came of a piece of work: a row is made from it. */
export interface Trace {
  readonly answers: Answer[];
  claims: number;
  readonly choices: [string, string][];
  /** The observations that it shares, whose traces it holds as well. */
  readonly shared: Set<Trace>;
}

/** A piece of work whose requests and claims are told apart from those of others: a row, or a shared observation. */
export interface Scope {
  /** The id of the row or the key of the observation. What is drawn by chance depends on it, and not on who began it. */
  readonly name: string;
  readonly trace: Trace;
  /** The requests of a row. Those of an observation count for the row that began it. */
  readonly bill: Bill;
}

/** What a row has cost so far. */
export interface Bill {
  readonly row: string;
  requests: number;
}

const scopes = new AsyncLocalStorage<Scope>();

/** The scope of the work under way; `undefined` outside of rows. */
export function currentScope(): Scope | undefined {
  return scopes.getStore();
}

/** Opens the scope of a row. */
export function openScope(name: string): Scope {
  return { name, trace: emptyTrace(), bill: { row: name, requests: 0 } };
}

/** Runs the work of a scope: all that it starts belongs to it, however many run at once. */
export function inScope<T>(scope: Scope, work: () => T): T {
  return scopes.run(scope, work);
}

/** The result of work that rows share, and what came of it beside. */
export interface Shared<T> {
  readonly result: Promise<T>;
  readonly trace: Trace;
}

/** Begins work that rows share, in a scope of its own. */
export function beginShared<T>(name: string, work: () => Promise<T>): Shared<T> {
  const trace = emptyTrace();
  const bill = currentScope()?.bill ?? { row: name, requests: 0 };
  return { result: inScope({ name, trace, bill }, work), trace };
}

/** Waits for shared work. Whoever does has seen its answers and made its claims, as if the work were its own. */
export async function joinShared<T>({ result, trace }: Shared<T>): Promise<T> {
  const into = currentScope()?.trace;
  try {
    return await result;
  } finally {
    if (into) addTo(into, trace);
  }
}

function emptyTrace(): Trace {
  return { answers: [], claims: 0, choices: [], shared: new Set() };
}

function addTo(into: Trace, trace: Trace): void {
  if (into.shared.has(trace)) return;
  into.shared.add(trace);
  into.answers.push(...trace.answers);
  into.claims += trace.claims;
  for (const [choice, value] of trace.choices) noteChoice(into, choice, value);
}

/** Adds a choice to a trace, once. */
export function noteChoice({ choices }: Trace, choice: string, value: string): void {
  if (!choices.some(([known, taken]) => known === choice && taken === value)) choices.push([choice, value]);
}
