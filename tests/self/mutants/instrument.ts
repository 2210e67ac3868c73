import path from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { build, type Plugin } from 'esbuild';
import { keysOf, lineOf, type Span } from './key.ts';
import { mutated, root, service } from './scope.ts';

/** One small edit of a service, made by machine. */
export interface Mutant {
  /** Its number in this build. */
  readonly id: string;
  /** What it is called wherever it is kept. */
  readonly key: string;
  /** Its file below the folder of the service, and the line that it begins on. */
  readonly file: string;
  readonly line: number;
  /** The kind of the edit, as StrykerJS calls it. */
  readonly mutator: string;
}

/** A service with every mutant in it, of which one or none is switched on. */
export interface Build {
  /** The body of a CommonJS module that also takes `stryMutAct_9fa48` and `stryCov_9fa48`. */
  readonly code: string;
  readonly mutants: readonly Mutant[];
}

const noop = () => undefined;
const off = () => false;
const logger = {
  isTraceEnabled: off,
  isDebugEnabled: off,
  isInfoEnabled: off,
  isWarnEnabled: off,
  isErrorEnabled: off,
  isFatalEnabled: off,
  trace: noop,
  debug: noop,
  info: noop,
  warn: noop,
  error: noop,
  fatal: noop,
};

/** Mutates the reference service and builds it into one text. */
export function instrument(): Promise<Build> {
  return instrumented(service, 'reference.ts', mutated());
}

/**
 * Mutates a service and builds it into one text.
 *
 * @param folder where it stands
 * @param entry the module that makes it, below its folder
 * @param texts the files to mutate, with their text, by their name below its folder
 */
export async function instrumented(
  folder: string,
  entry: string,
  texts: ReadonlyMap<string, string>,
): Promise<Build> {
  const files = [...texts].map(([name, content]) => ({ name, content, mutate: true }));
  const options = { ignorers: [], excludedMutations: [], plugins: null, noHeader: true };
  const made = await new Instrumenter(logger).instrument(files, options);
  const found = made.mutants.map(({ id, fileName, location, mutatorName, replacement }) => {
    const span: Span = location;
    return { id, file: fileName, line: lineOf(span), mutator: mutatorName, span, replacement };
  });
  const keys = keysOf(found, texts);
  const mutants = found.map(({ id, file, line, mutator }, at) => ({
    id,
    key: keys[at] ?? '',
    file,
    line,
    mutator,
  }));
  const mutatedTexts = new Map(made.files.map(({ name, content }) => [path.join(folder, name), content]));
  return { code: await bundle(path.join(folder, entry), mutatedTexts), mutants };
}

async function bundle(entry: string, texts: ReadonlyMap<string, string>): Promise<string> {
  const mutatedFiles: Plugin = {
    name: 'mutated-files',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        const contents = texts.get(file);
        return contents === undefined ? undefined : { contents, loader: 'ts' };
      });
    },
  };
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    plugins: [mutatedFiles],
  });
  return outputFiles[0]?.text ?? '';
}
