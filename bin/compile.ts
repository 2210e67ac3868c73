import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';

/*
 * Compiles the source to what runs: the few modules that are called by their names, and beside them the files that these
 * share. Node takes a millisecond to find and load a module, and each process of a run would load six hundred of them: half
 * of what a run took to start. No module is in two of the files, so that what it remembers is remembered once.
 */

const root = path.join(import.meta.dirname, '..');

const config = 'playwright.config';

/** The modules that are called by their names: commands, what Playwright loads, what hosts import. */
const called = [
  config,
  'bin/rollcall',
  'bin/snapshot',
  'library/index',
  'reports/allure-generator',
  'tests/conformance.reporter',
  'tests/conformance.setup',
  'tests/conformance.spec',
];

/** The files of one folder below the root hold all of the modules, so that each can tell where it would stand itself. */
const shared = 'shared';

/**
 * Compiles the source into a folder, with the data that it reads when it runs. Types are no business of it.
 *
 * @param to the folder, which may be there
 */
export async function compileTo(to: string): Promise<void> {
  const asking = new Set<string>();
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: called.map((name) => ({ in: `${name}.ts`, out: name })),
    outdir: to,
    chunkNames: `${shared}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'error',
    metafile: true,
    plugins: [keepPlaces(asking)],
  });
  holdPlaces(metafile, to, asking);
  copyData(to);
  const { writeSnapshots } = (await import(
    pathToFileURL(path.join(to, 'bin/snapshot.js')).href
  )) as typeof import('./snapshot.ts');
  writeSnapshots();
}

const place = /\bimport\.meta\.(dirname|filename|url)\b/g;

/** Has each module know its own place still, as if it stood alone in a file: from there it finds others, and data. */
function keepPlaces(asking: Set<string>): Plugin {
  return {
    name: 'places',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        const text = readFileSync(file, 'utf8');
        const name = slashed(path.relative(root, file));
        // It is a file in the root itself, and no other module becomes a part of it.
        if (name === `${config}.ts`) return { contents: text, loader: 'ts' };
        if (text.search(place) >= 0) asking.add(name);
        return { contents: text.replaceAll(place, (_, what) => placeOf(name, what)), loader: 'ts' };
      });
    },
  };
}

/** An expression for what a module would read in `import.meta`, in a file of any folder below the root. */
function placeOf(name: string, what: string): string {
  const own = name.replace(/\.ts$/, '.js');
  if (what === 'url') return `new URL(${JSON.stringify(`../${own}`)}, import.meta.url).href`;
  const below = what === 'filename' ? own : path.posix.dirname(own);
  return `import.meta.dirname.replace(/[^\\\\/]+$/, ${JSON.stringify(below)})`;
}

/** Holds the files to what {@link placeOf} relies on. @throws when a module that asks for its place stands elsewhere */
function holdPlaces({ outputs }: Metafile, to: string, asking: ReadonlySet<string>): void {
  for (const [output, { inputs }] of Object.entries(outputs)) {
    const depth = slashed(path.relative(to, path.join(root, output))).split('/').length;
    const lost = Object.keys(inputs).filter((name) => asking.has(name));
    if (depth !== 2 && lost.length > 0)
      throw new Error(`${output} holds ${lost.join(', ')}: no folder below the root`);
  }
}

function slashed(file: string): string {
  return file.split(path.sep).join('/');
}

/** The files beside the source that are read when Rollcall runs. */
function copyData(to: string): void {
  cpSync(path.join(root, 'profiles'), path.join(to, 'profiles'), { recursive: true });
  mkdirSync(path.join(to, 'spec'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'spec')))
    if (/\.(?:yaml|json)$/.test(name)) cpSync(path.join(root, 'spec', name), path.join(to, 'spec', name));
}
