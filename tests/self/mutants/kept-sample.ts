import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';

/** A mutant of the fixed sample, and a row that kills it. */
export interface Kept {
  readonly mutant: string;
  readonly row: string;
}

const file = path.join(import.meta.dirname, 'sample.yaml');
const heading =
  '# A fixed sample of mutants, each with a row that kills it: `npm run mutants -- --sample 24 --keep`.\n';

/** The fixed sample that CI judges. */
export function readSample(): readonly Kept[] {
  return (parse(readFileSync(file, 'utf8')) ?? []) as readonly Kept[];
}

/** Keeps a sample in place of the last one. */
export function keepSample(sample: readonly Kept[]): void {
  writeFileSync(file, heading + stringify(sample, { lineWidth: 0 }));
}
