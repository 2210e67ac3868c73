import type { Reference, Store } from '../../../service/index.ts';
import type { Keys, Service } from '../../kit.ts';

/** What a deployment is made of: as many services over equal data as it wants. */
export type Create = () => Reference;

/** A service as its callers know it. */
export type Deployed = Pick<Reference, 'fetch' | 'keys'>;

/** The reference service in one surrounding. It keeps the interface, as its writer holds. */
export interface Deployment {
  readonly id: string;
  /** The sentences that leave room for it, and what it does. */
  readonly why: string;
  readonly make: (create: Create) => Deployed;
}

/** Why a read may be late. */
export const eventual =
  'No sentence says that a read shows every write that was answered before it; each answer is one the interface gives ' +
  'for the state of a moment before.';

/** One service of a deployment, and what it knows. */
export interface Machine {
  readonly answer: Service;
  readonly keys: Keys;
  readonly store: Store;
}

/** Starts a service. */
export function start(create: Create): Machine {
  const { fetch, keys, store } = create();
  return { answer: fetch, keys, store };
}

/** The same with properties that may be given another value. */
export type Changeable<Fixed> = { -readonly [Name in keyof Fixed]: Fixed[Name] };

/** Waits for so many milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** The time in milliseconds, by a clock that nobody sets. */
export function clock(): number {
  return performance.now();
}

/** What runs tasks one after the other, in the order in which they come. */
export function oneByOne(): <Given>(task: () => Promise<Given>) => Promise<Given> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Numbers from 0 to less than 1 that depend on the seed alone (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 to 2^32 - 1 that belongs to a text. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value ^= value >>> 15;
  value = Math.imul(value, 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/** The next UUID, in the form of version 4. */
export function uuid(random: () => number): string {
  let hex = '';
  while (hex.length < 32) hex += Math.floor(random() * 16).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Empties what has grown large. */
export function trim(kept: Map<string, unknown>): void {
  if (kept.size > 3000) kept.clear();
}
