import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { makeWithParents } from '../../harness/run/folder.ts';

/** The two files that `rollcall init` writes, absolute. */
export interface Places {
  readonly profile: string;
  readonly overlay: string;
}

/**
 * The files of profile and overlay, in one folder: `profile.yaml` and `overlay.yaml`, `a.yaml` and `a.overlay.yaml`.
 */
export function placesFor(file: string): Places {
  const profile = path.resolve(file);
  const { dir, name, ext } = path.parse(profile);
  const overlay = name === 'profile' ? `overlay${ext}` : `${name}.overlay${ext || '.yaml'}`;
  return { profile, overlay: path.join(dir, overlay) };
}

/** Refuses to replace existing files without `force`. @throws ConfigurationError */
export function refuseToReplace(places: Places, force: boolean): void {
  const there = Object.values(places).find((file) => existsSync(file));
  if (there === undefined || force) return;
  throw new ConfigurationError(
    `${there} is there already; --force replaces it, --profile-out FILE writes elsewhere`,
  );
}

/** Writes a file, and makes its folder. @throws ConfigurationError when the file cannot be written */
export function writeText(file: string, text: string): void {
  try {
    makeWithParents(path.dirname(file));
    writeFileSync(file, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unwritable';
    throw new ConfigurationError(`${file} can't be written (${code}); choose another with --profile-out`);
  }
}
