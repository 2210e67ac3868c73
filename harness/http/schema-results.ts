import type { Contract, Violation } from '../../spec/contract.ts';
import type { Evidence } from '../privacy/redact.ts';
import type { Journal } from '../run/journal.ts';
import type { Answer } from './answer.ts';

/** What the answers of an operation said about one clause of its schemas. */
export interface SchemaResult {
  /** Whether any answer held the part of the body that the clause is about. */
  seen: boolean;
  violation?: { readonly violation: Violation; readonly evidence: readonly Evidence[] };
}

/** A part of an answer that nobody has seen so far: which clause is about it, and the way to it. */
interface Awaited {
  readonly clause: string;
  readonly steps: readonly string[];
}

/** Keeps, for each clause and operation, the first violation that any answer of the run showed. */
export class SchemaResults {
  readonly #all = new Map<string, SchemaResult>();
  /** By operation and status, what is still awaited: soon nothing, so that most answers cost nothing here. */
  readonly #awaited = new Map<string, readonly Awaited[]>();
  readonly #contract: Contract;
  readonly #journal: Journal;

  constructor(contract: Contract, journal: Journal) {
    this.#contract = contract;
    this.#journal = journal;
    for (const { clause, operation } of journal.read('seen'))
      this.#at(String(clause), String(operation)).seen = true;
    for (const entry of journal.read('violation')) {
      const found = entry['found'] as NonNullable<SchemaResult['violation']>;
      this.#at(found.violation.clause, found.violation.operation).violation = found;
    }
  }

  /** What has been seen so far of a clause on an operation. */
  of(clause: string, operation: string): Readonly<SchemaResult> {
    return this.#at(clause, operation);
  }

  /** Judges an answer by the schema of its operation and status. `prove` is asked for evidence only when needed. */
  note(answer: Answer, prove: () => readonly Evidence[]): readonly Violation[] {
    const { operation } = answer.sent;
    const key = `${operation} ${answer.status}`;
    const awaited = this.#awaited.get(key) ?? this.#awaitedIn(operation, answer.status);
    // An error takes one of several forms: any that came was held to what the clause says of its own form.
    const isError = answer.status >= 400 && answer.json !== undefined;
    const left = awaited.filter(({ clause, steps }) => {
      if (!isError && !reaches(answer.json, steps)) return true;
      const sighting = this.#at(clause, operation);
      if (!sighting.seen) this.#journal.append('seen', { clause, operation });
      sighting.seen = true;
      return false;
    });
    this.#awaited.set(key, left);
    const violations = this.#contract.validate(operation, answer.status, answer.json);
    for (const violation of violations) this.accuse(violation, prove);
    return violations;
  }

  /** Keeps a violation, if it is the first of its clause on its operation. */
  accuse(violation: Violation, prove: () => readonly Evidence[]): void {
    const sighting = this.#at(violation.clause, violation.operation);
    sighting.seen = true;
    if (sighting.violation) return;
    sighting.violation = { violation, evidence: prove() };
    this.#journal.append('violation', { found: sighting.violation });
  }

  #awaitedIn(operation: string, status: number): readonly Awaited[] {
    const places = this.#contract.judges(operation, status);
    return places.map(({ clause, pointer }) => ({ clause, steps: pointer.split('/').slice(1) }));
  }

  #at(clause: string, operation: string): SchemaResult {
    const key = `${clause} @ ${operation}`;
    const known = this.#all.get(key);
    if (known) return known;
    const fresh: SchemaResult = { seen: false };
    this.#all.set(key, fresh);
    return fresh;
  }
}

/** Whether a body has anything at a pointer pattern, where `*` stands for each item of a list. */
function reaches(value: unknown, steps: readonly string[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null) return false;
  if (step === '*') return Array.isArray(value) && value.some((item) => reaches(item, rest));
  return Object.hasOwn(value, step) && reaches((value as Record<string, unknown>)[step], rest);
}
