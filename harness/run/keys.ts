import { roleNamed, variableOf } from '../http/key-role.ts';
import { ConfigurationError } from '../judging/outcome.ts';
import { type KeyPlace, type Profile, readText } from './profile.ts';
import type { Keys } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the keys of a run from the variables or files that its profile names, or else from the default variables.
 *
 * @throws ConfigurationError when a variable or a file that the profile names holds no key
 */
export function keysFor(profile: Pick<Profile, 'keys' | 'mistake'>, env: Environment): Keys {
  const find = (role: string) => {
    const place = profile.keys?.[role];
    return place
      ? keyAt(place, env, (what, fix) => mistakeOf(profile, role, what, fix))
      : env[variableOf(roleNamed(role))] || undefined;
  };
  const { full, restricted, ...others } = profile.keys ?? {};
  const further = Object.keys(others).map((role) => [role, find(role) ?? ''] as const);
  return {
    full: find('full'),
    restricted: find('restricted'),
    ...(further.length === 0 ? {} : { others: Object.fromEntries(further) }),
  };
}

function keyAt(
  place: KeyPlace,
  env: Environment,
  mistake: (what: string, fix: string) => ConfigurationError,
): string {
  if ('env' in place) {
    const value = env[place.env] ?? '';
    if (value !== '') return value;
    throw mistake(
      `the variable ${place.env} is not set`,
      'set it to the key, or take this key out of the profile',
    );
  }
  const value = readText(place.file).trim();
  if (value !== '' && !/\s/.test(value)) return value;
  throw mistake(`${place.file} does not hold a key and nothing else`, 'put the key into it, on one line');
}

function mistakeOf(
  { mistake }: Pick<Profile, 'mistake'>,
  role: string,
  what: string,
  fix: string,
): ConfigurationError {
  return mistake?.(['keys', role], what, fix) ?? new ConfigurationError(`keys.${role}: ${what}; ${fix}`);
}
