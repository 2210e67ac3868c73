import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ConfigurationError } from './outcome.ts';

/** What we are told about one target. */
export interface Profile {
  readonly name: string;
  readonly target?: string;
  /** File names, absolute. */
  readonly overlay?: string;
  readonly readings: Readonly<Record<string, unknown>>;
  readonly lent: readonly string[];
}

/** A target of which nothing is known. */
export const bare: Profile = { name: 'none', readings: {}, lent: [] };

/** Reads a profile. @throws ConfigurationError that names the file, the place and the fix. */
export function loadProfile(file: string): Profile {
  const text = readText(file);
  const raw = (parse(text) ?? {}) as Record<string, unknown>;
  const overlay = raw['overlay'];
  return {
    name: path.basename(path.dirname(path.resolve(file))),
    ...(typeof raw['target'] === 'string' ? { target: raw['target'] } : {}),
    ...(typeof overlay === 'string' ? { overlay: path.resolve(path.dirname(file), overlay) } : {}),
    readings: (raw['readings'] ?? {}) as Record<string, unknown>,
    lent: (raw['lent'] ?? []) as string[],
  };
}

/** Reads a file that the user named. @throws ConfigurationError */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new ConfigurationError(`${file} can't be read (${code}); check the name and the permissions`);
  }
}
