import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { ContractError } from './error.ts';

/** The keys and indices from the root of a document to one of its values. */
export type Path = readonly (string | number)[];

/** A parsed YAML file that can name the line of each of its values in an error. */
export interface Source {
  readonly file: string;
  readonly tree: unknown;
  /** Makes an error with file, line and key of a value, or of the nearest existing value above it. */
  error(path: Path, what: string, fix: string): ContractError;
  /** The line of a value, or of the nearest existing value above it. */
  lineOf(path: Path): number;
}

/** A path in words for a person: `classes[0].id`. */
function spell(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
  return steps.join('').replace(/^\./, '') || 'the document';
}

/** The node one step below, and the offset of its key, or of the item of a list. */
function descend(node: unknown, step: string | number): { below: unknown; offset: number } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
    return pair && { below: pair.value, offset: (pair.key as Node).range?.[0] ?? 0 };
  }
  if (!isSeq(node) || typeof step !== 'number') return undefined;
  const below = node.items[step] as Node | undefined;
  return below && { below, offset: below.range?.[0] ?? 0 };
}

let last: { readonly file: string; readonly text: string; readonly source: Source } | undefined;

/**
 * Parses a YAML text strictly: any error or warning of the parser is an error. The text that was parsed last is not parsed
 * again: the parts of a profile are read one after the other.
 *
 * @throws ContractError that names the line
 */
export function readSource(file: string, text: string): Source {
  if (last?.file !== file || last.text !== text) last = { file, text, source: parsed(file, text) };
  return last.source;
}

function parsed(file: string, text: string): Source {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const { line } = counter.linePos(problem.pos[0]);
    throw new ContractError(`${file}:${line}: not readable as YAML: ${problem.message}; mend the text there`);
  }

  const lineOf = (path: Path): number => {
    let at = { below: document.contents as unknown, offset: 0 };
    for (const step of path) {
      const next = descend(at.below, step);
      if (next === undefined) break;
      at = next;
    }
    return counter.linePos(at.offset).line;
  };
  return {
    file,
    tree: document.toJS(),
    lineOf,
    error: (path, what, fix) => new ContractError(`${file}:${lineOf(path)}: ${spell(path)}: ${what}; ${fix}`),
  };
}
