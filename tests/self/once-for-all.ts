import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const results = path.join(import.meta.dirname, '../../test-results');

/**
 * Makes something once for all workers of one `playwright test`: whoever comes first makes it, the others wait for it.
 * Playwright empties the folder of the results when it starts.
 *
 * @param name what it is called among such things
 * @param make makes it in a folder that is there and empty; what it gives has to be JSON
 */
export async function onceForAll<T>(name: string, make: (folder: string) => Promise<T>): Promise<T> {
  const folder = path.join(results, `${name}-${process.ppid}`);
  const done = path.join(folder, 'made.json');
  if (isFirst(folder)) {
    const made = await make(folder).then(
      (value) => ({ value }),
      (error: unknown) => ({ failed: String(error) }),
    );
    writeFileSync(`${done}.part`, JSON.stringify(made));
    renameSync(`${done}.part`, done);
  }
  while (!existsSync(done)) await pause(200);
  const made = JSON.parse(readFileSync(done, 'utf8')) as { value: T } | { readonly failed: string };
  if ('failed' in made) throw new Error(made.failed);
  return made.value;
}

/** Makes a folder. @returns whether it was not there */
function isFirst(folder: string): boolean {
  mkdirSync(path.dirname(folder), { recursive: true });
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
