import { createHash } from 'node:crypto';

/** Where something stands in a text: lines and columns from 0, as the instrumenter counts them. */
export interface Span {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

const declaration = /^(?:export )?(?:async )?(?:abstract )?(?:function|const|let|class) (\w+)/;
const longest = 90;

/**
 * What a mutant is called wherever it is kept: its file, the declaration that it stands in, the original text and
 * what replaces it. Lines may move without changing it. Mutants of one declaration that are alike are numbered.
 */
export function keysOf(
  mutants: readonly { readonly file: string; readonly span: Span; readonly replacement: string }[],
  texts: ReadonlyMap<string, string>,
): string[] {
  const met = new Map<string, number>();
  return mutants.map(({ file, span, replacement }) => {
    const text = texts.get(file) ?? '';
    const key = `${file} ${declarationAt(text, span)}: ${short(slice(text, span))} -> ${short(replacement)}`;
    const number = (met.get(key) ?? 0) + 1;
    met.set(key, number);
    return number === 1 ? key : `${key} #${number}`;
  });
}

/** The line, from 1, that a span begins on. */
export function lineOf({ start }: Span): number {
  return start.line + 1;
}

/** The name of the top-level declaration that a span stands in. */
function declarationAt(text: string, { start }: Span): string {
  const before = text.split('\n').slice(0, start.line + 1);
  const names = before.flatMap((line) => declaration.exec(line)?.[1] ?? []);
  return names.at(-1) ?? 'the module';
}

function slice(text: string, { start, end }: Span): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
    .join('\n');
}

/** A text on one line; a long one ends in a digest of the rest. */
function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return 'nothing';
  if (line.length <= longest) return line;
  const digest = createHash('sha256').update(line).digest('hex').slice(0, 6);
  return `${line.slice(0, longest)}… ${digest}`;
}
