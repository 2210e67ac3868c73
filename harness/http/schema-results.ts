import type { RuleResult } from '../../spec/answer-rules.ts';
import { type Contract, loadContract, type Violation } from '../../spec/contract.ts';
import type { Evidence } from '../privacy/evidence.ts';
import type { Journal } from '../run/journal.ts';
import type { Answer, Sent } from './answer.ts';
import { isGiven } from './key-role.ts';

/** The id of the check that judges every answer of a run by the schema part of a clause. */
export function schemaCheckId(clause: string): string {
  return `${clause}/schema`;
}

/** What the answers of an operation showed about one clause of its schemas. */
export interface SchemaResult {
  /** Whether any answer had the part of the body that the clause is about. */
  seen: boolean;
  violation?: { readonly violation: Violation; readonly evidence: readonly Evidence[] };
}

/** A part of a body that no answer has shown so far: the clause about it, and its JSON Pointer pattern in steps. */
interface UnseenPart {
  readonly clause: string;
  readonly steps: readonly string[];
}

/** Holds the first violation that any answer of the run showed, by clause and operation. */
export class SchemaResults {
  readonly #all = new Map<string, SchemaResult>();
  /** The parts still unseen, by operation and status. The lists are soon empty, so most answers cost nothing here. */
  readonly #unseen = new Map<string, readonly UnseenPart[]>();
  /** What was taken of this run, sent with a key that may do more than the restricted one. */
  readonly #taken = new Set<string>();
  /** The rows that accuse an answer, by answer. */
  readonly #against = new WeakMap<Answer, string>();
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

  /** What the answers so far showed about a clause on an operation. */
  of(clause: string, operation: string): Readonly<SchemaResult> {
    return this.#at(clause, operation);
  }

  /** Validates an answer by the schema of its operation and status. `evidence` is called only for a first violation. */
  note(answer: Answer, evidence: () => readonly Evidence[]): readonly Violation[] {
    const { operation } = answer.sent;
    const { key: role } = answer.sent;
    if (answer.status < 300 && isGiven(role) && role !== 'restricted')
      this.#taken.add(this.#formOf(answer.sent));
    const key = `${operation} ${answer.status}`;
    const unseen = this.#unseen.get(key) ?? this.#partsOf(operation, answer.status);
    // An error has one of several formats. Any format counts as seen for the clauses of all of them.
    const isError = answer.status >= 400 && answer.json !== undefined;
    const stillUnseen = unseen.filter(({ clause, steps }) => {
      if (!isError && !reaches(answer.json, steps)) return true;
      this.#see(clause, operation);
      return false;
    });
    this.#unseen.set(key, stillUnseen);
    const violations = this.#contract.validate(operation, answer.status, answer.json);
    for (const violation of violations) {
      this.holdAgainst(answer, schemaCheckId(violation.clause));
      this.accuse(violation, evidence);
    }
    return violations;
  }

  /** Whether an operation has taken a request of this form in this run. */
  hasTaken(sent: Sent): boolean {
    return this.#taken.has(this.#formOf(sent));
  }

  /** The id of the row that fails because of an answer; `undefined` for one that no row accuses. */
  rowAgainst(answer: Answer): string | undefined {
    return this.#against.get(answer);
  }

  /** Notes which check fails because of an answer, so that rows which can't use the answer name its row. */
  holdAgainst(answer: Answer, check: string): void {
    if (!this.#against.has(answer)) this.#against.set(answer, `${check} @ ${answer.sent.operation}`);
  }

  /** Whether any answer of the run has broken anything. */
  get anyViolation(): boolean {
    return [...this.#all.values()].some(({ violation }) => violation !== undefined);
  }

  /** Whether the operation lists a status, so that a schema judges its body. */
  judges(operation: string, status: number): boolean {
    return this.#contract.operation(operation).lists(status);
  }

  /** Records what an answer shows about a law that every answer keeps. */
  noteRule({ clause, violation }: RuleResult, operation: string, evidence: () => readonly Evidence[]): void {
    if (!this.#contract.clauses.has(clause)) return;
    this.#see(clause, operation);
    if (violation) this.accuse(violation, evidence);
  }

  /** Records a violation, if it is the first of its clause on its operation. */
  accuse(violation: Violation, evidence: () => readonly Evidence[]): void {
    const result = this.#at(violation.clause, violation.operation);
    result.seen = true;
    if (result.violation) return;
    result.violation = { violation, evidence: evidence() };
    this.#journal.append('violation', { found: result.violation });
  }

  /**
   * The operation, and what a body says that only the profile describes: a target that takes one with some properties
   * may require others, or know no more.
   */
  #formOf({ operation, body }: Sent): string {
    const { writes, requestGap } = this.#contract.operation(operation);
    if (!writes || requestGap === undefined) return operation;
    return `${operation} ${unstatedIn(body, loadContract().operation(operation).body)}`;
  }

  #see(clause: string, operation: string): void {
    const result = this.#at(clause, operation);
    if (!result.seen) this.#journal.append('seen', { clause, operation });
    result.seen = true;
  }

  #partsOf(operation: string, status: number): readonly UnseenPart[] {
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

/** Whether a body has a value at a JSON Pointer pattern, in which `*` stands for any item of a list. */
function reaches(value: unknown, steps: readonly string[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null) return false;
  if (step === '*') return Array.isArray(value) && value.some((item) => reaches(item, rest));
  return Object.hasOwn(value, step) && reaches((value as Record<string, unknown>)[step], rest);
}

/**
 * The properties that a body names and the interface does not state, at any depth of objects, and which of them are null.
 *
 * @param stated the schema of the body as the interface has it
 */
function unstatedIn(body = '', stated: unknown): string {
  const names: string[] = [];
  const collect = (value: unknown, schema: unknown, at: string) => {
    for (const [name, inner] of Object.entries(objectOf(value))) {
      const place = `${at}/${name}`;
      const own = objectOf(objectOf(schema)['properties'])[name];
      if (own === undefined) names.push(inner === null ? `${place}: null` : place);
      collect(inner, own, place);
    }
  };
  collect(parsed(body), stated, '');
  return names.sort().join(' ');
}

/** An object as it is; anything else has no properties. */
function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : {};
}

/** The value of a JSON text; `undefined` for any other. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
