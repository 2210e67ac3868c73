import path from 'node:path';
import { exits } from '../../harness/judging/verdict.ts';
import { variables } from '../../harness/run/options.ts';
import { runPlaywright } from '../playwright.ts';

/** The runs of a certification: the folders that they left, and the exit code of the last. */
export interface Ran {
  readonly folders: readonly string[];
  readonly code: number;
}

/**
 * Runs the suite once with each seed, one after the other. The first run with a failure is the last: there will be no
 * certificate, and the target need not bear more.
 */
export async function runSeeds(
  seeds: readonly number[],
  out: string,
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const folders: string[] = [];
  for (const [index, seed] of seeds.entries()) {
    const folder = path.join(out, 'runs', String(seed));
    process.stdout.write(`\nRun ${index + 1} of ${seeds.length}: seed ${seed}\n`);
    const own = { ...env, [variables.seed]: String(seed), [variables.out]: folder };
    const code = await runPlaywright({ ...process.env, ...own });
    if (code !== exits.ok && code !== exits.violates) return { folders, code };
    folders.push(folder);
    if (code === exits.violates) return { folders, code };
  }
  return { folders, code: exits.ok };
}
