import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './scope.ts';

/** What the proofs remember from one command to the next; git ignores it. */
export const cache = path.join(root, 'proof-cache');

/** All that a verdict about the reference service depends on: the suite, the service, and how the proofs judge. */
const judging = [
  'spec',
  'generators',
  'harness',
  'tests/checks',
  'tests/target',
  'reference/service',
  'profiles/reference',
  'tests/self/proofs/judge-service.ts',
];

/** A digest of all that verdicts depend on, of other files and folders, and of words. */
export function digestOf(others: readonly string[], words: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of [...judging, ...others].flatMap(filesAt))
    hash.update(`${path.relative(root, file)}\n${readFileSync(file, 'utf8')}\n`);
  return hash.update(words.join('\n')).digest('hex').slice(0, 16);
}

function filesAt(name: string): string[] {
  const whole = path.join(root, name);
  if (path.extname(whole) !== '') return [whole];
  return readdirSync(whole, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|yaml)$/.test(file))
    .sort()
    .map((file) => path.join(whole, file));
}

/** The value that was remembered under a name; else it is made, and remembered. */
export async function remembered<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
  const file = path.join(cache, name);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Value;
  const value = await make();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
  return value;
}
