import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { ConfigurationError } from '../../../harness/judging/outcome.ts';
import { ContractError } from '../../../spec/error.ts';
import { isObject, type JsonObject } from '../../../spec/tree.ts';
import { type Told, toldBy } from '../instruments/opened.ts';

/** A profile that says less than it could. */
export interface Thinned {
  readonly told: Told;
  /** The settings that it lacks. */
  readonly unsaid: readonly string[];
}

/** Settings that say nothing without each other. */
const whole =
  /^shapes\.(?:state|values\.\w+|fields\.\w+|operations\.\w+|session\.(?:status|user|test|result))$/;

/** Silence about the filter says something: that it takes the words that sessions show. */
const kept = ['name', 'shapes.session.statusFilter'];

/**
 * Leaves out a part of a profile, as a team would that does not know everything of its service, or does not tell it. A
 * conforming service is accused as little by what is left. The part depends on the seed alone.
 *
 * @throws Error where no part is a profile
 */
export function thinned(file: string, seed: number): Thinned {
  const said = parse(readFileSync(file, 'utf8')) as JsonObject;
  const settings = settingsIn(said).filter((setting) => !kept.includes(setting));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rollcall-'));
  const part = path.join(folder, 'profile.yaml');
  try {
    for (const unsaid of fc.sample(fc.subarray(settings, { minLength: Math.floor(settings.length / 3) }), {
      seed,
      numRuns: tries,
    })) {
      writeFileSync(part, stringify(without(said, new Set(unsaid))));
      const told = readPart(part);
      if (told !== undefined) return { told, unsaid };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  throw new Error(`${file}: none of ${tries} parts of it is a profile`);
}

const tries = 500;

/** A part may name what another part was to describe; that is no profile. */
function readPart(file: string): Told | undefined {
  try {
    return toldBy(file);
  } catch (error) {
    if (error instanceof ConfigurationError || error instanceof ContractError) return undefined;
    throw error;
  }
}

function settingsIn(said: JsonObject, place = ''): readonly string[] {
  return Object.entries(said).flatMap(([name, value]) => {
    const setting = place === '' ? name : `${place}.${name}`;
    const isOne =
      whole.test(setting) || place === 'readings' || !isObject(value) || name === 'implementation';
    return isOne ? [setting] : settingsIn(value, setting);
  });
}

function without(said: JsonObject, unsaid: ReadonlySet<string>, place = ''): JsonObject {
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) => {
      const setting = place === '' ? name : `${place}.${name}`;
      if (unsaid.has(setting)) return [];
      if (!isObject(value) || whole.test(setting) || place === 'readings') return [[name, value]];
      const rest = without(value, unsaid, setting);
      return Object.keys(rest).length === 0 ? [] : [[name, rest]];
    }),
  );
}
