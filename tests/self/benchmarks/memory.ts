import { readdirSync, readFileSync } from 'node:fs';

/** A watch on the memory of processes. */
export interface MemoryWatch {
  /** Ends the watch. @returns the most that they held at once, in mebibytes; `undefined` where the system does not tell */
  end(): number | undefined;
}

/** A peak may last a moment. */
const intervalMs = 150;

/**
 * Watches a process and those below it, without Chromium. What several processes share is counted in proportion. Only
 * Linux tells it.
 */
export function watchMemory(pid: number): MemoryWatch {
  let most: number | undefined;
  const timer = setInterval(() => {
    const held = below(pid).reduce((sum, one) => sum + kibibytesOf(one), 0) / 1024;
    if (held > 0) most = Math.max(most ?? 0, held);
  }, intervalMs);
  return {
    end() {
      clearInterval(timer);
      return most;
    },
  };
}

/** A process and all below it. */
function below(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of attempt(() => readdirSync('/proc')) ?? []) {
    const stat = /^\d+$/.test(name) ? attempt(() => readFileSync(`/proc/${name}/stat`, 'utf8')) : undefined;
    // The name of the program stands in brackets, and may hold anything. The number of the parent is the second behind it.
    if (stat !== undefined && !/\(.*chrom.*\)/i.test(stat))
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]));
  }
  const all = [root];
  for (const one of all) for (const [child, parent] of parents) if (parent === one) all.push(child);
  return all;
}

/** The proportional share of one process; 0 for one that has ended. */
function kibibytesOf(pid: number): number {
  const text = attempt(() => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? '';
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
}

/** A process may end while it is looked at. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
