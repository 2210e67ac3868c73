// A seeded source of chance, so that every world is the same.

export class Chance {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from low to high, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(list: readonly T[]): T {
    const value = list[this.int(0, list.length - 1)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }

  yes(share: number): boolean {
    return this.next() < share;
  }

  uuid(): string {
    let hex = '';
    for (let i = 0; i < 32; i++) hex += this.int(0, 15).toString(16);
    const variant = '89ab'[this.int(0, 3)] ?? '8';
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
