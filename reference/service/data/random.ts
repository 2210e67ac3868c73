/** A stream of numbers that depends on its seed alone. */
export interface Random {
  /** The next whole number from 0 to 2^32 - 1. */
  readonly word: () => number;
  /** The next whole number from 0 to `size` - 1. */
  readonly below: (size: number) => number;
  /** One of the items; throws a RangeError on an empty list. */
  readonly pick: <T>(items: readonly T[]) => T;
  /** True about once in `odds` times. */
  readonly once: (odds: number) => boolean;
  /** The next version 4 UUID, in lower case. */
  readonly uuid: () => string;
}

/** The stream named `name` of a seed; streams of different names are unrelated. */
export function random(seed: number, name: string): Random {
  let state = hash(`${seed} ${name}`);
  const word = () => {
    // A Weyl sequence, scrambled by multiply and shift (the "mulberry" family of generators).
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (size: number) => Math.floor((word() / 2 ** 32) * size);
  return {
    word,
    below,
    pick: (items) => itemAt(items, below(items.length)),
    once: (odds) => below(odds) === 0,
    uuid: () => formatUuid([word(), word(), word(), word()]),
  };
}

/** The UUID that belongs to a name under a seed. */
export function uuidFrom(seed: number, name: string): string {
  return random(seed, name).uuid();
}

/** The item at a position that is counted around the list; throws a RangeError on an empty list. */
export function itemAt<T>(items: readonly T[], position: number): T {
  const item = items[position % items.length];
  if (item === undefined) throw new RangeError('an empty list has no items');
  return item;
}

/** A 32-bit hash of a text (FNV-1a over its UTF-16 code units). */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}

function formatUuid(words: readonly number[]): string {
  const hex = words.map((word) => word.toString(16).padStart(8, '0')).join('');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  const third = `4${hex.slice(13, 16)}`;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${third}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
