/** Deterministic random numbers (mulberry32) and the UUIDs (version 4 in form) drawn from them. */
export interface Random {
  next(): number;
  int(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  uuid(): string;
}

export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    pick: <T>(from: readonly T[]): T => from[int(0, from.length - 1)] as T,
    uuid: () => {
      const b = Array.from({ length: 16 }, () => int(0, 255));
      b[6] = ((b[6] as number) & 0x0f) | 0x40;
      b[8] = ((b[8] as number) & 0x3f) | 0x80;
      const hex = b.map((n) => n.toString(16).padStart(2, '0')).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
  };
}
