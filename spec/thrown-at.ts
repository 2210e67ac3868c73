import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const place = /(?:^|[\s(])((?:file:\/\/)?[^\s()]*?([\w.-]+\.[tj]s)):(\d+)/m;
/** What stands above each module in a file that holds many of them. */
const module = /^\/\/ ([\w./-]+\.ts)$/;

/**
 * Where an error was thrown, by its stack: `get.ts:13`. In what is compiled, many modules share a file, and that of the
 * line is told as well: `chunk-X.js:812, get.ts`.
 */
export function thrownAt(stack: string): string | undefined {
  const [, file = '', name = '', line = ''] = place.exec(stack) ?? [];
  if (name === '') return undefined;
  const own = moduleAt(file, Number(line));
  return `${name}:${line}${own === undefined ? '' : `, ${path.posix.basename(own)}`}`;
}

/** The module that a line of a compiled file belongs to. */
function moduleAt(file: string, line: number): string | undefined {
  if (path.basename(path.dirname(file)) !== 'shared') return undefined;
  try {
    const text = readFileSync(file.startsWith('file:') ? fileURLToPath(file) : file, 'utf8');
    const above = text.split('\n').slice(0, line).reverse();
    return above.flatMap((one) => module.exec(one)?.[1] ?? [])[0];
  } catch {
    return undefined;
  }
}
