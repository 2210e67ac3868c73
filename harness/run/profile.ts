import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { ContractError } from '../../spec/contract.ts';
import { unlessGood } from '../../spec/good-schemas.ts';
import { shapeReadings } from '../../spec/shapes/translate.ts';
import { type Path, readSource, type Source } from '../../spec/source.ts';
import type { Budget } from '../http/budget.ts';
import type { Pace } from '../http/pace.ts';
import type { Params } from '../http/place.ts';
import { ConfigurationError } from '../judging/outcome.ts';
import { type KeyLimits, permissionsIn } from './key-limits.ts';
import { refuseUnknownOperations } from './named-operations.ts';
import { profileMistake, withSections } from './profile-schema.ts';

/** The variable or the file that holds a key. File names are absolute. */
export type KeyPlace = { readonly env: string } | { readonly file: string };

/** The value of a header that is added to every request, or the variable or the file that holds it. */
export type HeaderPlace = string | KeyPlace;

/** A kind of thing that the owner of a target can lend. */
export type LentKind = 'students' | 'teachers' | 'classes' | 'cohorts';

/** The ids of the lent things, by kind. A run with writes may change lent things, and puts them back. */
export type LentThings = Readonly<Partial<Record<LentKind, readonly string[]>>>;

/** Existing data of the target that checks may use. */
export interface Fixtures {
  /** Ids by the name of their path parameter. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Names that no user, class or cohort has. */
  readonly names?: readonly string[];
  /** A request that takes longer than the interface allows (chapter Limits). */
  readonly slowRequest?: { readonly operation: string; readonly params?: Params };
}

/** The service behind a target, as its maker calls it. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
}

/** Everything that Rollcall knows about one target. */
export interface Profile {
  readonly name: string;
  /** Who made the service: a certificate names it. */
  readonly implementation?: Implementation;
  readonly target?: string;
  /** Version of the interface. */
  readonly version?: string;
  /** Where the keys are, by role. */
  readonly keys?: Readonly<Partial<Record<string, KeyPlace>>>;
  /** Headers that every request carries besides, for a gateway in front of the target. */
  readonly headers?: Readonly<Record<string, HeaderPlace>>;
  readonly write?: boolean;
  readonly budget?: Partial<Budget>;
  readonly pace?: Pace;
  readonly fixtures?: Fixtures;
  /** File names, absolute. */
  readonly overlay?: string;
  readonly ca?: string;
  readonly canaries?: readonly string[];
  /** The text of the profile, where it describes shapes in short words. */
  readonly shapes?: { readonly file: string; readonly text: string };
  /** What the target does where the interface leaves it open, by gap id. Settings that fill a gap are included. */
  readonly readings: Readonly<Record<string, unknown>>;
  /** The ids of all lent things. */
  readonly lent: readonly string[];
  /** The ids of the lent things, by kind. */
  readonly lentThings?: LentThings;
  /** Makes an error that names the file, the line and the setting. */
  readonly mistake?: (setting: Path, what: string, fix: string) => ConfigurationError;
}

/** The profile of a run without one: nothing is known about the target. */
export const bare: Profile = { name: 'none', readings: {}, lent: [] };

const defaultConcurrency = 4;

/** A profile's YAML as its JSON Schema allows it. */
interface RawProfile {
  readonly name?: string;
  readonly implementation?: Implementation;
  readonly target?: string;
  readonly version?: string;
  readonly keys?: Readonly<Record<string, KeyPlace & KeyLimits>>;
  readonly headers?: Readonly<Record<string, HeaderPlace>>;
  readonly write?: boolean;
  readonly budget?: Partial<Budget>;
  readonly pace?: Partial<Pace>;
  readonly lent?: LentThings;
  readonly fixtures?: Fixtures;
  readonly readings?: Readonly<Record<string, unknown>>;
  readonly shapes?: Readonly<Record<string, unknown>>;
  readonly overlay?: string;
  readonly ca?: string;
  readonly canaries?: readonly string[];
}

/** Reads a profile. @throws ConfigurationError that names the file, the line, the setting and the fix. */
export function loadProfile(file: string): Profile {
  const text = readText(file);
  const source = sourceOf(file, text);
  const found = unlessGood(`a profile\n${text}`, () => profileMistake(source));
  if (found) throw new ConfigurationError(found.message);
  refuseUnknownOperations(source);
  const {
    overlay,
    ca,
    keys,
    headers,
    pace,
    lent = {},
    readings = {},
    shapes,
    name,
    ...rest
  } = withSections(source.tree ?? {}) as RawProfile;
  const beside = (other: string) => path.resolve(path.dirname(file), other);
  return {
    ...rest,
    name: name ?? nameOf(file),
    readings: {
      ...shapeReadings(shapes),
      ...readings,
      ...permissionsIn(readings, keys),
      ...readingsOf(rest.fixtures),
    },
    ...(shapes === undefined ? {} : { shapes: { file, text } }),
    lent: Object.values(lent).flat(),
    lentThings: lent,
    mistake: (setting, what, fix) => new ConfigurationError(source.error(setting, what, fix).message),
    ...(overlay === undefined ? {} : { overlay: beside(overlay) }),
    ...(ca === undefined ? {} : { ca: beside(ca) }),
    ...(pace === undefined ? {} : { pace: { concurrency: defaultConcurrency, ...pace } }),
    ...(keys === undefined ? {} : { keys: placesOf(keys, beside) }),
    ...(headers === undefined ? {} : { headers: headerPlaces(headers, beside) }),
  };
}

/** The settings that fill a gap, as readings of that gap. */
function readingsOf(fixtures: RawProfile['fixtures']): Record<string, unknown> {
  return fixtures?.slowRequest ? { 'limits.slow-request': fixtures.slowRequest } : {};
}

function placesOf(
  keys: NonNullable<RawProfile['keys']>,
  beside: (file: string) => string,
): NonNullable<Profile['keys']> {
  const roles = Object.entries(keys).map(([role, place]) => [
    role,
    'file' in place ? { file: beside(place.file) } : { env: place.env },
  ]);
  return Object.fromEntries(roles);
}

/** The places of headers, with absolute file names. */
function headerPlaces(
  headers: NonNullable<RawProfile['headers']>,
  beside: (file: string) => string,
): NonNullable<Profile['headers']> {
  const places = Object.entries(headers).map(([name, place]): [string, HeaderPlace] => [
    name,
    typeof place === 'object' && 'file' in place ? { file: beside(place.file) } : place,
  ]);
  return Object.fromEntries(places);
}

/** What is wrong with a line of YAML, and what to change. */
function wordsOf(code: string): string {
  return code === 'DUPLICATE_KEY'
    ? 'the setting on this line stands there twice; keep one of the two'
    : `${code}; mend this line`;
}

/**
 * Parses a profile as YAML. An error names the code of the problem only, because the parser's message quotes the text.
 */
function sourceOf(file: string, text: string): Source {
  try {
    return readSource(file, text);
  } catch (error) {
    refuseBrokenYaml(file, text);
    if (error instanceof ContractError) throw new ConfigurationError(error.message);
    throw error;
  }
}

function refuseBrokenYaml(file: string, text: string): void {
  const lines = new LineCounter();
  const [mistake] = parseDocument(text, { lineCounter: lines, prettyErrors: false }).errors;
  if (mistake === undefined) return;
  const { line, col } = lines.linePos(mistake.pos[0]);
  throw new ConfigurationError(`${file}:${line}:${col} is not YAML: ${wordsOf(mistake.code)}`);
}

/** What a profile is called that doesn't say so: as its file, or as its folder where the file is called a profile. */
function nameOf(file: string): string {
  const { name, dir } = path.parse(path.resolve(file));
  return name === 'profile' ? path.basename(dir) : name;
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
