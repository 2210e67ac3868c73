import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const list = path.join(import.meta.dirname, 'nodes');
const cache = path.join(import.meta.dirname, '../../../node_modules/.cache/nodes');

/** One version of Node. */
export interface Node {
  /** `20.19.0`. */
  readonly version: string;
  /** The folder of its `node`. */
  readonly folder: string;
}

/**
 * The versions of Node that `nodes/package.json` lists. They are no dependencies of the checkout, as they weigh half a
 * gigabyte and would stand before the caller's own Node in every npm script.
 *
 * @returns nothing where they can't be installed, as without a registry
 */
export async function installNodes(): Promise<readonly Node[]> {
  const { dependencies } = JSON.parse(readFileSync(path.join(list, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const nodes = Object.entries(dependencies).map(([name, what]) => ({
    version: what.replace('npm:node@', ''),
    folder: path.join(cache, 'node_modules', name, 'bin'),
  }));
  if (await areThere(nodes)) return nodes;
  mkdirSync(cache, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(path.join(list, file), path.join(cache, file));
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: cache }).catch(() => undefined);
  return (await areThere(nodes)) ? nodes : [];
}

async function areThere(nodes: readonly Node[]): Promise<boolean> {
  const versions = nodes.map(async ({ folder }) => {
    const node = path.join(folder, 'node');
    return existsSync(node) && (await run(node, ['--version'])).stdout.trim();
  });
  const found = await Promise.all(versions.map((version) => version.catch(() => false)));
  return nodes.every(({ version }, index) => found[index] === `v${version}`);
}
