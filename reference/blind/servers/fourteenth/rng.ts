// A small seeded generator: the world is the same at every start.
export type Rng = () => number;

export function rng(seed: number): Rng {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const int = (r: Rng, n: number): number => Math.floor(r() * n);
export const chance = (r: Rng, p: number): boolean => r() < p;
export const pick = <T>(r: Rng, list: readonly T[]): T => list[int(r, list.length)] as T;

export type UuidStyle = 'v4' | 'upper' | 'v7' | 'v1';

export function uuid(r: Rng, style: UuidStyle, time = 0): string {
  let h = '';
  for (let i = 0; i < 32; i++) h += int(r, 16).toString(16);
  const variant = (8 + int(r, 4)).toString(16);
  if (style === 'v7') h = time.toString(16).padStart(12, '0') + h.slice(12);
  const version = style === 'v7' ? '7' : style === 'v1' ? '1' : '4';
  const id = `${h.slice(0, 8)}-${h.slice(8, 12)}-${version}${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20)}`;
  return style === 'upper' ? id.toUpperCase() : id;
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export function ulid(r: Rng, time: number): string {
  let head = '';
  let t = time;
  for (let i = 0; i < 10; i++) {
    head = (crockford[t % 32] ?? '0') + head;
    t = Math.floor(t / 32);
  }
  let tail = '';
  for (let i = 0; i < 16; i++) tail += pick(r, crockford.split(''));
  return head + tail;
}
