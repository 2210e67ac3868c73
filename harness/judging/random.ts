import { createHash } from 'node:crypto';

/**
 * A 32-bit seed for one purpose. It depends on the seed of the run and on the purpose, and on nothing that ran before.
 */
export function seedFor(seed: number, purpose: string): number {
  return createHash('sha256').update(`${seed}\0${purpose}`).digest().readInt32BE(0);
}

/** A version-4 UUID that depends on the seed and the purpose alone. */
export function uuidFor(seed: number, purpose: string): string {
  const hex = createHash('sha256').update(`${seed}\0uuid\0${purpose}`).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
