import { fuzzTextsForReads } from './fuzz-texts.ts';
import { type Kinds, shownBy } from './kinds.ts';
import { nameOf, type Place } from './places.ts';

/**
 * A request that is unusual in one way and that some client may send by mistake: what is unusual, and at which place.
 */
export interface FuzzCase {
  readonly what: string;
  readonly where: string;
  /** What is added to a valid request, or stands in place of it. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** In place of every id in the path. */
  readonly id?: string;
}

/** What an operation takes, as far as its fuzz cases depend on it. */
export interface Inputs {
  /** The ids in its path. */
  readonly ids: readonly string[];
  readonly query: readonly Place[];
  readonly body: readonly Place[];
  readonly takesBody: boolean;
  /** What a request of the operation does. The ids in a fuzz case that changes something name nothing that exists. */
  readonly use: 'reads' | 'changes' | 'creates';
}

/** Makes a fuzz case; a counterexample shows its words. */
export function fuzzCase(what: string, where: string, added: Omit<FuzzCase, 'what' | 'where'>): FuzzCase {
  return shownBy({ what, where, ...added }, ['what', 'where']);
}

/** A kind of fuzz case for each place that takes only certain texts. */
export function bound(places: readonly Place[], values: (at: Place) => readonly FuzzCase[]): Kinds<FuzzCase> {
  const these = places.filter(({ free }) => !free);
  return Object.fromEntries(these.map((at) => [`an odd ${nameOf(at)}`, values(at)]));
}

/**
 * The signs of a pattern in a text that stands beside lists: where nobody fits what is looked up in these, many a server
 * does not even look at the text.
 */
export function besideLists(
  places: readonly Place[],
  value: (kind: string, at: Place) => FuzzCase,
): Kinds<FuzzCase> {
  const texts = places.filter(({ list }) => !list);
  if (texts.length === 0 || texts.length === places.length) return {};
  const kind = 'signs of a pattern by themselves';
  return { [kind]: texts.map((at) => value(kind, at)) };
}

/** The same kinds with other values. */
export function mapped(
  texts: Kinds<string>,
  change: (kind: string, text: string) => FuzzCase,
): Record<string, readonly FuzzCase[]> {
  return Object.fromEntries(
    Object.entries(texts).map(([kind, each]) => [kind, each.map((text) => change(kind, text))]),
  );
}

/** A value as a counterexample shows it: at a glance. */
export function inWords(value: string): string {
  const [kind] = Object.entries(fuzzTextsForReads).find(([, [text]]) => text === value) ?? [value];
  return kind;
}
