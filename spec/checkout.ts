import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The root of the checkout that a module belongs to, be it source or compiled for this checkout. A package has none: it is
 * compiled already, and brings no settings for a compiler.
 *
 * @param module the file name of a module of Rollcall
 */
export function checkoutOf(module: string): string | undefined {
  const root = packageOf(path.dirname(module));
  return root !== undefined && existsSync(path.join(root, 'tsconfig.build.json')) ? root : undefined;
}

/** The nearest folder from here upwards that has a package.json. */
function packageOf(folder: string): string | undefined {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : packageOf(above);
}
