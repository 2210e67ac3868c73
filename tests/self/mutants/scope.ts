import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The root of the checkout. */
export const root = path.join(import.meta.dirname, '../../..');

/** Where the reference service stands. */
export const service = path.join(root, 'reference/service');

/** Files of the reference service that are not mutated, by the beginning of their name, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  'choices.ts': 'what the service chose where the interface leaves the choice; the profile says the same',
  'data/': 'which data a target holds is nobody’s rule',
  'http/delay.ts':
    'holds answers back for tests of the suite; a run in this process has no clock to see it by',
  'http/node.ts': 'serves over sockets; a run in this process has none',
  'http/rate.ts': 'limits at a rate that no run in this process reaches; thresholds are not shown',
  'index.ts': 'names what other rooms may use',
  'reference.ts': 'puts the parts together',
  'serve.ts': 'serves over sockets; a run in this process has none',
  'slow.ts': 'is no part of the service: it pretends a slow request for the proofs',
};

/** The files that are mutated, with their text, by their name below reference/service. */
export function mutated(): ReadonlyMap<string, string> {
  const names = readdirSync(service, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !Object.keys(leftOut).some((start) => name.startsWith(start)))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(path.join(service, name), 'utf8')]));
}
