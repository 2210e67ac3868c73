import path from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { build, type Plugin } from 'esbuild';
import { keysOf, lineOf, type Span } from './key.ts';
import { mutated, root, service } from './scope.ts';

/** One small edit of the reference service, made by machine. */
export interface Mutant {
  /** Its number in this build. */
  readonly id: string;
  /** What it is called wherever it is kept. */
  readonly key: string;
  /** Its file below reference/service, and the line that it begins on. */
  readonly file: string;
  readonly line: number;
  /** The kind of the edit, as StrykerJS calls it. */
  readonly mutator: string;
}

/** The reference service with every mutant in it, of which one or none is switched on. */
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
export async function instrument(): Promise<Build> {
  const texts = mutated();
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
  const mutatedTexts = new Map(made.files.map(({ name, content }) => [path.join(service, name), content]));
  return { code: await bundle(mutatedTexts), mutants };
}

async function bundle(texts: ReadonlyMap<string, string>): Promise<string> {
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
    entryPoints: ['reference/service/reference.ts'],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    plugins: [mutatedFiles],
  });
  return outputFiles[0]?.text ?? '';
}
