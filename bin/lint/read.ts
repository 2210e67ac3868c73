import { isNode, LineCounter, parseDocument } from 'yaml';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { isObject, type JsonObject, textAt } from '../../spec/tree.ts';
import { readBounded } from '../stored.ts';

const mostBytes = 16 * 1024 * 1024;

/** An OpenAPI description with the lines of its parts. */
export interface Described {
  readonly file: string;
  readonly root: JsonObject;
  /** The line of a part, or of the nearest part above it. */
  readonly lineOf: (path: readonly (string | number)[]) => number;
}

/** Reads an OpenAPI description, 3.0 or 3.1, from a file. @throws ConfigurationError that names the line and the fix */
export function readDescription(file: string): Described {
  return parseDescription(
    file,
    readBounded(file, mostBytes, 'name the OpenAPI description, as YAML or JSON'),
  );
}

/** The same from its text. `file` is its name in messages. @throws ConfigurationError that names the line and the fix */
export function parseDescription(file: string, text: string): Described {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw new ConfigurationError(
      `${file}:${line}:${col} is neither YAML nor JSON (${problem.code}); mend this line`,
    );
  }
  const root = treeOf(document, file);
  if (root === null || typeof root !== 'object')
    throw new ConfigurationError(`${file} is neither YAML nor JSON; is it the description itself?`);
  const version = textAt(root, 'openapi') ?? textAt(root, 'swagger') ?? 'something else';
  if (!isObject(root) || !/^3\.[01](\.|$)/.test(textAt(root, 'openapi') ?? ''))
    throw new ConfigurationError(
      `${file} is not OpenAPI 3.0 or 3.1 but ${version.slice(0, 40)}; convert it first`,
    );
  const lineOf = (path: readonly (string | number)[]): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return Math.max(1, lines.linePos(node.range[0]).line - 1);
    }
    return 1;
  };
  return { file, root, lineOf };
}

function treeOf(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS();
  } catch {
    throw new ConfigurationError(`${file}: its aliases grow too far; write it without them`);
  }
}
