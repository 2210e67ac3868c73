import { checkoutOf } from './checkout.ts';

/**
 * A command of Rollcall as it works where it is printed: by npm in the folder of a checkout, by npx where the package
 * is installed. Elsewhere in a checkout only the caller knows by which name it was called.
 *
 * @param words the command and its flags, such as `list`
 * @param cwd the folder in which the reader types it
 * @param module the file name of a module of Rollcall
 */
export function commandLine(words: string, cwd = process.cwd(), module = import.meta.filename): string {
  const checkout = checkoutOf(module);
  if (checkout === undefined) return `npx rollcall ${words}`;
  return cwd === checkout ? `npm run -s rollcall -- ${words}` : `rollcall ${words}`;
}
