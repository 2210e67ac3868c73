import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { ContractError } from '../../spec/contract.ts';
import { type Path, readSource, type Source } from '../../spec/source.ts';
import type { Budget } from '../http/budget.ts';
import type { Pace } from '../http/pace.ts';
import type { Params } from '../http/place.ts';
import { ConfigurationError } from '../judging/outcome.ts';
import { profileMistake } from './profile-schema.ts';

/** Where a key is: never the key itself. File names are absolute. */
export type KeyPlace = { readonly env: string } | { readonly file: string };

/** Kinds of things that a target's owner can lend. */
export type LentKind = 'students' | 'teachers' | 'classes' | 'cohorts';

/** Ids of what a target's owner lends, by kind. */
export type LentThings = Readonly<Partial<Record<LentKind, readonly string[]>>>;

/** What is known about the data of a target. */
export interface Fixtures {
  /** Ids by the name of their path parameter. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Names that nothing has. */
  readonly names?: readonly string[];
  /** A request that takes longer than the interface allows. */
  readonly slowRequest?: { readonly operation: string; readonly params?: Params };
}

/** What we are told about one target. */
export interface Profile {
  readonly name: string;
  readonly target?: string;
  /** Version of the interface. */
  readonly version?: string;
  readonly keys?: { readonly full?: KeyPlace; readonly restricted?: KeyPlace };
  readonly write?: boolean;
  readonly budget?: Partial<Budget>;
  readonly pace?: Pace;
  readonly fixtures?: Fixtures;
  /** File names, absolute. */
  readonly overlay?: string;
  readonly ca?: string;
  readonly canaries?: readonly string[];
  /** What the target does where the interface leaves it open, by gap id; settings that say the same are among them. */
  readonly readings: Readonly<Record<string, unknown>>;
  /** Ids of all things lent. */
  readonly lent: readonly string[];
  /** The same by kind. */
  readonly lentThings?: LentThings;
  /** An error that names file, line and setting. */
  readonly mistake?: (setting: Path, what: string, fix: string) => ConfigurationError;
}

/** A target of which nothing is known. */
export const bare: Profile = { name: 'none', readings: {}, lent: [] };

const concurrency = 4;

/** What a key may do, by operationId. */
interface KeyLimits {
  readonly mayUse?: readonly string[];
  readonly mayNotUse?: readonly string[];
}

/** A profile as its JSON Schema lets it pass. */
interface Raw {
  readonly name?: string;
  readonly target?: string;
  readonly version?: string;
  readonly keys?: {
    readonly full?: KeyPlace;
    readonly restricted?: KeyPlace & KeyLimits;
  };
  readonly write?: boolean;
  readonly budget?: Partial<Budget>;
  readonly pace?: Partial<Pace>;
  readonly lent?: LentThings;
  readonly fixtures?: Fixtures;
  readonly readings?: Readonly<Record<string, unknown>>;
  readonly overlay?: string;
  readonly ca?: string;
  readonly canaries?: readonly string[];
}

/** Reads a profile. @throws ConfigurationError that names the file, the line, the setting and the fix. */
export function loadProfile(file: string): Profile {
  const source = sourceOf(file, readText(file));
  const found = profileMistake(source);
  if (found) throw new ConfigurationError(found.message);
  const { overlay, ca, keys, pace, lent = {}, readings = {}, name, ...rest } = (source.tree ?? {}) as Raw;
  const beside = (other: string) => path.resolve(path.dirname(file), other);
  return {
    ...rest,
    name: name ?? path.basename(path.dirname(path.resolve(file))),
    readings: { ...readings, ...sayings(keys, rest.fixtures) },
    lent: Object.values(lent).flat(),
    lentThings: lent,
    mistake: (setting, what, fix) => new ConfigurationError(source.error(setting, what, fix).message),
    ...(overlay === undefined ? {} : { overlay: beside(overlay) }),
    ...(ca === undefined ? {} : { ca: beside(ca) }),
    ...(pace === undefined ? {} : { pace: { concurrency, ...pace } }),
    ...(keys === undefined ? {} : { keys: placesOf(keys, beside) }),
  };
}

/** Settings that fill a gap of the interface, as readings of it. */
function sayings(keys: Raw['keys'], fixtures: Raw['fixtures']): Record<string, unknown> {
  const mayUse = keys?.restricted?.mayUse;
  const mayNotUse = keys?.restricted?.mayNotUse;
  return {
    ...(mayUse ? { 'authentication.key-permissions': { 'restricted-may-use': mayUse } } : {}),
    ...(mayNotUse ? { 'authentication.key-permissions': { 'restricted-may-not-use': mayNotUse } } : {}),
    ...(fixtures?.slowRequest ? { 'limits.slow-request': fixtures.slowRequest } : {}),
  };
}

function placesOf(
  keys: NonNullable<Raw['keys']>,
  beside: (file: string) => string,
): NonNullable<Profile['keys']> {
  const roles = Object.entries(keys).map(([role, place]) => [
    role,
    'file' in place ? { file: beside(place.file) } : { env: place.env },
  ]);
  return Object.fromEntries(roles);
}

/** YAML by line. What cannot be parsed is named by its code alone: a parser's own message quotes the text. */
function sourceOf(file: string, text: string): Source {
  const lines = new LineCounter();
  const [mistake] = parseDocument(text, { lineCounter: lines, prettyErrors: false }).errors;
  if (mistake) {
    const { line, col } = lines.linePos(mistake.pos[0]);
    throw new ConfigurationError(`${file}:${line}:${col} is not YAML (${mistake.code}); mend this line`);
  }
  try {
    return readSource(file, text);
  } catch (error) {
    if (error instanceof ContractError) throw new ConfigurationError(error.message);
    throw error;
  }
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
