import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The name and version in the nearest package.json above this file, whether from source or compiled. */
export function readTool(): { readonly name: string; readonly version: string } {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return { name, version };
}
