import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Where the tools of a checkout keep what they make. */
const folder = path.join(import.meta.dirname, '../node_modules/.cache/rollcall');

/**
 * Compiles a module of a checkout, with those of ours that it imports, to a file that Node runs as it is.
 *
 * @returns its name; `undefined` where it cannot be compiled or kept
 */
export function compiledModule(file: string): string | undefined {
  const name = path.join(folder, `${path.basename(file, '.ts')}.mjs`);
  try {
    const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
    const made = buildSync({
      entryPoints: [file],
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
      write: false,
    });
    mkdirSync(folder, { recursive: true });
    const own = `${name}.${process.pid}`;
    writeFileSync(own, made.outputFiles[0]?.text ?? '');
    renameSync(own, name);
    return name;
  } catch {
    return undefined;
  }
}
