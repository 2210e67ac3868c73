import type { JsonObject } from '../../../spec/tree.ts';
import type { Trier } from './trier.ts';

/** What the tries of a target have found so far. */
export interface Findings {
  readonly trier: Trier;
  /** Values that nothing has yet, by meaning. */
  fresh(): (meaning: string) => unknown;
  /** The names of fields that the last bodies have shown, by meaning. */
  readonly names: Readonly<Record<string, string>>;
  /** Notes the names that a body has shown. */
  named(names: Readonly<Record<string, string>>): void;
  /** Whether the body or the answer of an operation is still to be found out. */
  isOpen(operation: string): boolean;
  /** Notes the words of an operation, and how they were found. */
  found(operation: string, words: JsonObject): void;
  /** Notes why the words of an operation were not found. */
  missed(operation: string, why: string): void;
  /** The state field of users, once it is known. */
  state(words: JsonObject): void;
}
