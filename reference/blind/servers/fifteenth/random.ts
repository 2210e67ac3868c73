/** Numbers and ids that are the same in every server. */

export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

export function whole(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

export type UuidForm = 'v4' | 'v7' | 'v1' | 'upper' | 'sequence';

const hex = (random: Random, digits: number): string => {
  let text = '';
  for (let at = 0; at < digits; at += 1) text += Math.floor(random() * 16).toString(16);
  return text;
};

export function uuids(random: Random, form: UuidForm): () => string {
  let count = 0;
  return () => {
    count += 1;
    const variant = pick(random, ['8', '9', 'a', 'b']);
    if (form === 'sequence') return `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
    if (form === 'v7') {
      const time = (1_690_000_000_000 + count * 977).toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(random, 3)}-${variant}${hex(random, 3)}-${hex(random, 12)}`;
    }
    const version = form === 'v1' ? '1' : '4';
    const id = `${hex(random, 8)}-${hex(random, 4)}-${version}${hex(random, 3)}-${variant}${hex(random, 3)}-${hex(random, 12)}`;
    return form === 'upper' ? id.toUpperCase() : id;
  };
}
