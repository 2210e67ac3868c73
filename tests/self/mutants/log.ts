import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Judged } from './judge-mutant.ts';

/** What came of a mutant in one judging. */
export interface Entry extends Judged {
  /** What the verdict depends on: the suite, the service and the seed. */
  readonly digest: string;
  readonly key: string;
  readonly ms: number;
}

/** The entries of a log, oldest first; none where there is no file. */
export function readLog(file: string): readonly Entry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry);
}

/** Adds an entry to a log, at once: what was judged is not lost when a run is interrupted. */
export function append(file: string, entry: Entry): void {
  mkdirSync(path.dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** Which rows to try first: those that killed the mutant before, and those that lately killed others of its file. */
export class Killers {
  readonly #byKey = new Map<string, string>();
  readonly #byFile = new Map<string, string[]>();
  readonly #most = 8;

  note({ key, outcome, row }: Entry): void {
    if (outcome !== 'killed') return;
    this.#byKey.set(key, row);
    const file = fileOf(key);
    const others = (this.#byFile.get(file) ?? []).filter((other) => other !== row);
    this.#byFile.set(file, [row, ...others].slice(0, this.#most));
  }

  of(key: string): readonly string[] {
    const own = this.#byKey.get(key);
    // A row that killed it before mostly does so again, so no other is tried with it.
    return own === undefined ? (this.#byFile.get(fileOf(key)) ?? []) : [own];
  }
}

function fileOf(key: string): string {
  return key.slice(0, key.indexOf(' '));
}
