import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { bounds } from '../../reports/certificate/bundle.ts';
import { names } from '../certificate/files.ts';

/** The files of a certificate that are there, by their names. */
export type Found = ReadonlyMap<string, Buffer>;

/** The most bytes of a file that is no bundle. */
const mostText = 8 * 2 ** 20;

/**
 * Reads the files of a certificate: those beside the file, or in the folder, that was named. A file of another name
 * stands for the one with its ending.
 *
 * @throws ConfigurationError when there is none, or when one is larger than any certificate's
 */
export function findFiles(named: string): Found {
  const stat = statSync(named, { throwIfNoEntry: false });
  if (stat === undefined)
    throw new ConfigurationError(`${named} is not there; name a certificate or its folder`);
  const isFolder = stat.isDirectory();
  const folder = isFolder ? named : path.dirname(named);
  const role = isFolder ? undefined : roleOf(path.basename(named));
  const found = new Map<string, Buffer>();
  for (const name of Object.values(names)) {
    const bytes = read(name === role ? named : path.join(folder, name), name);
    if (bytes !== undefined) found.set(name, bytes);
  }
  if (found.size > 0) return found;
  throw new ConfigurationError(
    `${named} holds no certificate; name the folder that \`rollcall certify\` wrote`,
  );
}

function roleOf(name: string): string | undefined {
  if (Object.values<string>(names).includes(name)) return name;
  if (name.endsWith('.zip')) return names.bundle;
  if (name.endsWith('.html')) return names.page;
  return name.endsWith('.json') ? names.statement : undefined;
}

function read(file: string, name: string): Buffer | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) return undefined;
  const most = name === names.bundle ? bounds.file : mostText;
  if (stat.size > most)
    throw new ConfigurationError(`${file} is larger than ${most} bytes: it is no certificate`);
  return readFileSync(file);
}
