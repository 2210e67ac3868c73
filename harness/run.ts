import { type Contract, loadContract } from '../spec/contract.ts';
import type { RunOptions } from './options.ts';
import { bare, loadProfile, type Profile, readText } from './profile.ts';
import type { Settings } from './settings.ts';

/** A run as all its processes see it: what was asked for, resolved against profile and environment. */
export interface Run {
  readonly options: RunOptions;
  readonly profile: Profile;
  readonly contract: Contract;
  readonly settings: Settings;
}

/** The contract as a profile fills it. @throws ConfigurationError, ContractError */
export function contractFor(profile: Pick<Profile, 'overlay' | 'readings'>): Contract {
  const { overlay, readings } = profile;
  return loadContract({
    filled: Object.keys(readings),
    ...(overlay === undefined ? {} : { overlay: { file: overlay, text: readText(overlay) } }),
  });
}

/** Resolves a run. @throws ConfigurationError, ContractError */
export function resolveRun(options: RunOptions, env: Readonly<Record<string, string | undefined>>): Run {
  const profile = options.profile === undefined ? bare : loadProfile(options.profile);
  const settings: Settings = {
    baseUrl: (options.target ?? profile.target ?? '').replace(/\/+$/, ''),
    keys: { full: env['ROLLCALL_API_KEY'], restricted: env['ROLLCALL_RESTRICTED_KEY'] },
    write: options.write,
    seed: options.seed,
    effort: options.effort,
    readings: profile.readings,
    lent: profile.lent,
  };
  return { options, profile, contract: contractFor(profile), settings };
}
