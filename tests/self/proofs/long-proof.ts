import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { faults } from '../../../reference/faults/index.ts';
import { variants } from '../../../reference/variants/index.ts';

/** What is kept of a run of the long proof: every fault and every conforming service, on many seeds. */
export interface LongProof {
  /** The commit whose suite was proven, and the version in its package.json. */
  readonly commit: string;
  readonly version: string;
  readonly seeds: number;
  readonly faults: number;
  readonly services: number;
  /** So many variants were used by one service at most. */
  readonly together: number;
  /** How many times, over all seeds, a fault was missed, and a conforming service was accused. */
  readonly missed: number;
  readonly accused: number;
  /** A digest of the ids that were tried. */
  readonly ids: string;
}

const file = path.join(import.meta.dirname, 'long-proof.json');

/** The last long proof. */
export function readLongProof(): LongProof {
  return JSON.parse(readFileSync(file, 'utf8')) as LongProof;
}

/** Keeps a long proof in place of the last one. */
export function writeLongProof(proof: LongProof): void {
  writeFileSync(file, `${JSON.stringify(proof, null, 2)}\n`);
}

/** A digest of the ids of all faults and conforming services that there are. */
export function digestOfIds(): string {
  const ids = [...faults, ...variants].map(({ id }) => id).sort();
  return createHash('sha256').update(ids.join('\n')).digest('hex');
}

/** The version in package.json. */
export function packageVersion(): string {
  const text = readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** What the last long proof showed, and whether anything has come since, as the README says it. */
export function tellLongProof(proof: LongProof): string {
  const { commit, seeds, services, together, missed, accused } = proof;
  const each = together > 1 ? `, of up to ${together} freedoms each` : '';
  const lines = [
    `${seeds} seeds, at commit ${commit}:`,
    `${amount(missed).padStart(6)}  times a fault was missed, in ${amount(proof.faults * seeds)} trials of ${amount(proof.faults)} faults`,
    `${amount(accused).padStart(6)}  times a conforming service was accused, in ${amount(services * seeds)} runs against ${amount(services)} of them${each}`,
  ];
  if (proof.ids === digestOfIds()) return lines.join('\n');
  return [
    ...lines,
    `Others have come since: today there are ${amount(faults.length)} faults and ${amount(variants.length)} variants.`,
  ].join('\n');
}

function amount(number: number): string {
  return number.toLocaleString('en');
}
