import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { ContractError } from './error.ts';

/** Keys and indices from the root of a document to one of its values. */
export type Path = readonly (string | number)[];

/** One YAML file of the contract: its values, and the way back from a value to its line. */
export interface Source {
  readonly file: string;
  readonly tree: unknown;
  /** An error that names file, line and key of the value (or of the nearest one above it that exists). */
  error(path: Path, what: string, fix: string): ContractError;
}

/** `classes[0].id`: how a path is shown to a person. */
function spell(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
  return steps.join('').replace(/^\./, '') || 'the document';
}

/** The node one step below, and the offset at which its key (or it) begins. */
function descend(node: unknown, step: string | number): { below: unknown; offset: number } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
    return pair && { below: pair.value, offset: (pair.key as Node).range?.[0] ?? 0 };
  }
  if (!isSeq(node) || typeof step !== 'number') return undefined;
  const below = node.items[step] as Node | undefined;
  return below && { below, offset: below.range?.[0] ?? 0 };
}

/**
 * Reads YAML text strictly: one document, no duplicate keys, no anchors or tags that would hide a value.
 * @throws ContractError where the text is not such a document
 */
export function readSource(file: string, text: string): Source {
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
    error: (path, what, fix) => new ContractError(`${file}:${lineOf(path)}: ${spell(path)}: ${what}; ${fix}`),
  };
}
