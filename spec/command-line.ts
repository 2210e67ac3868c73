import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * A command of Rollcall as it works where it is printed: by npm in the folder of a checkout, by npx where the package
 * is installed. Elsewhere in a checkout only the caller knows by which name it was called.
 *
 * @param words the command and its flags, such as `list`
 * @param cwd the folder in which the reader types it
 * @param module the file name of a module of Rollcall: source in a checkout, compiled in the package
 */
export function commandLine(words: string, cwd = process.cwd(), module = import.meta.filename): string {
  if (path.extname(module) === '.js') return `npx rollcall ${words}`;
  const isRoot = cwd === rootOf(path.dirname(module));
  return isRoot ? `npm run -s rollcall -- ${words}` : `rollcall ${words}`;
}

function rootOf(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : rootOf(path.dirname(folder));
}
