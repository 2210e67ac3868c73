import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { faults } from '../../../reference/faults/index.ts';
import { variants } from '../../../reference/variants/index.ts';

/** What is kept of one half of the long proof: every fault, or every conforming service, on many seeds. */
export interface Half {
  /** The commit whose suite was proven, and the version in its package.json. */
  readonly commit: string;
  readonly version: string;
  readonly seeds: number;
  /** How many faults, or services, there were. */
  readonly subjects: number;
  /** How many times, over all seeds, a fault was missed, or a conforming service was accused. */
  readonly against: number;
  /** A digest of the ids that were tried. */
  readonly ids: string;
}

/** Both halves, each of its last whole run. */
export interface LongProof {
  readonly faults: Half;
  /** So many variants were used by one service at most. */
  readonly services: Half & { readonly together: number };
}

const file = path.join(import.meta.dirname, 'long-proof.json');

/** The last long proof. */
export function readLongProof(): LongProof {
  return JSON.parse(readFileSync(file, 'utf8')) as LongProof;
}

/** Keeps what was proven in place of the last of its kind. */
export function writeLongProof(proven: Partial<LongProof>): void {
  writeFileSync(file, `${JSON.stringify({ ...readLongProof(), ...proven }, null, 2)}\n`);
}

/** Digests of the ids of all faults, and of all variants, that there are. */
export function digestsOfIds(): { readonly [Kind in keyof LongProof]: string } {
  return { faults: digestOf(faults), services: digestOf(variants) };
}

function digestOf(subjects: readonly { readonly id: string }[]): string {
  const ids = subjects.map(({ id }) => id).sort();
  return createHash('sha256').update(ids.join('\n')).digest('hex');
}

/** The version in package.json. */
export function packageVersion(): string {
  const text = readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** What the last long proof showed, and whether anything has come since, as the README says it. */
export function tellLongProof({ faults: ofFaults, services }: LongProof): string {
  const { together } = services;
  const each = together > 1 ? `, of up to ${together} freedoms each` : '';
  const today = digestsOfIds();
  return [
    headOf(ofFaults),
    `${amount(ofFaults.against).padStart(6)}  times a fault was missed, in ${trialsOf(ofFaults)} trials of ${amount(ofFaults.subjects)} faults`,
    ...(ofFaults.ids === today.faults
      ? []
      : [`Others have come since: today there are ${amount(faults.length)} faults.`]),
    headOf(services),
    `${amount(services.against).padStart(6)}  times a conforming service was accused, in ${trialsOf(services)} runs against ${amount(services.subjects)} of them${each}`,
    ...(services.ids === today.services
      ? []
      : [`Others have come since: today there are ${amount(variants.length)} variants.`]),
  ].join('\n');
}

function headOf({ seeds, commit }: Half): string {
  return `${seeds} seeds, at commit ${commit}:`;
}

function trialsOf({ subjects, seeds }: Half): string {
  return amount(subjects * seeds);
}

function amount(number: number): string {
  return number.toLocaleString('en');
}
