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

/**
 * Which rows to try first: those that killed the mutant before, and else those that lately killed others of its
 * declaration and of its file.
 */
export class Killers {
  readonly #byKey = new Map<string, string>();
  readonly #lately = new Map<string, string[]>();
  readonly #most = 8;

  note({ key, outcome, row }: Entry): void {
    if (outcome !== 'killed') return;
    this.#byKey.set(key, row);
    for (const place of placesOf(key)) {
      const others = (this.#lately.get(place) ?? []).filter((other) => other !== row);
      this.#lately.set(place, [row, ...others].slice(0, this.#most));
    }
  }

  of(key: string): readonly string[] {
    const own = this.#byKey.get(key);
    // A row that killed it before mostly does so again, so no other is tried with it.
    if (own !== undefined) return [own];
    return [...new Set(placesOf(key).flatMap((place) => this.#lately.get(place) ?? []))];
  }
}

/** The declaration that a mutant stands in, and its file. */
function placesOf(key: string): readonly string[] {
  return [key.slice(0, key.indexOf(': ')), key.slice(0, key.indexOf(' '))];
}
