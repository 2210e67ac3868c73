import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
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
  const raw = readMap(file, text);
  const overlay = raw['overlay'];
  return {
    name: path.basename(path.dirname(path.resolve(file))),
    ...(typeof raw['target'] === 'string' ? { target: raw['target'] } : {}),
    ...(typeof overlay === 'string' ? { overlay: path.resolve(path.dirname(file), overlay) } : {}),
    readings: (raw['readings'] ?? {}) as Record<string, unknown>,
    lent: (raw['lent'] ?? []) as string[],
  };
}

function readMap(file: string, text: string): Record<string, unknown> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [mistake] = document.errors;
  if (mistake) {
    const { line, col } = lines.linePos(mistake.pos[0]);
    throw new ConfigurationError(`${file}:${line}:${col} is not YAML (${mistake.code}); mend this line`);
  }
  const value: unknown = document.toJS() ?? {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ConfigurationError(`${file} is not a profile: its keys are target, overlay, readings and lent`);
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
