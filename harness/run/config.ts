import { commandLine } from '../../spec/command-line.ts';
import { type Contract, loadContract } from '../../spec/contract.ts';
import type { Fillings } from '../../spec/fill.ts';
import { suggest } from '../../spec/nearest.ts';
import { budgetFor } from '../http/budget.ts';
import { givenKeys, nameOfRole } from '../http/key-role.ts';
import { type Pace, politePace } from '../http/pace.ts';
import { ConfigurationError } from '../judging/outcome.ts';
import { canariesIn } from '../privacy/scan.ts';
import { headersFor } from './headers.ts';
import { insteadOfFull } from './key-limits.ts';
import { keysFor } from './keys.ts';
import { endVariable, type RunOptions } from './options.ts';
import { bare, loadProfile, type Profile, readText } from './profile.ts';
import type { Keys, Settings } from './settings.ts';
import { settingsOfShard } from './shard.ts';
import { refuseSlowRequest } from './slow-request.ts';

/** The configuration of a run, resolved from its options, its profile and the environment. */
export interface RunConfig {
  readonly options: RunOptions;
  readonly profile: Profile;
  readonly contract: Contract;
  readonly settings: Settings;
  /** The settings of the whole run, where this is a shard of it. */
  readonly whole?: Settings;
}

type ContractSettings = Pick<Profile, 'overlay' | 'readings'> &
  Partial<Pick<Profile, 'version' | 'mistake' | 'fixtures' | 'shapes'>>;

/** What a profile says of shapes: its short words and its overlay. @throws ConfigurationError for a missing file */
export function fillingsOf({ overlay, shapes }: Pick<Profile, 'overlay' | 'shapes'>): Fillings {
  return {
    ...(overlay === undefined ? {} : { overlay: { file: overlay, text: readText(overlay) } }),
    ...(shapes === undefined ? {} : { shapes }),
  };
}

/** The contract with the gaps that a profile fills. @throws ConfigurationError, ContractError */
export function contractFor(profile: ContractSettings): Contract {
  const { readings, version } = profile;
  const contract = loadContract({
    ...fillingsOf(profile),
    ...(version === undefined ? {} : { version }),
    filled: Object.keys(readings).filter((gap) => loadContract().gaps.has(gap)),
  });
  for (const gap of Object.keys(readings)) refuseReading(contract, gap, profile.mistake);
  if (profile.fixtures?.slowRequest)
    refuseSlowRequest(contract, profile.fixtures.slowRequest, profile.mistake);
  return contract;
}

const unreadAdvice = 'leave it out: no check depends on it, and a run accepts every choice';

/** Refuses a reading of a gap that a reading cannot fill: an overlay fills it, or nothing does. */
function refuseReading(contract: Contract, gap: string, mistake: Profile['mistake']): void {
  const known = contract.gaps.get(gap);
  if (known?.fill.startsWith('profile:')) return;
  const [what, fix] = known
    ? [
        'is not filled by a reading',
        known.fill.startsWith('nothing') ? unreadAdvice : `this gap is filled so: ${known.fill}`,
      ]
    : [
        'is not a gap of the interface',
        suggest(gap, contract.gaps.keys(), `\`${commandLine('list --gaps')}\` has them all`),
      ];
  throw mistake?.(['readings', gap], what, fix) ?? new ConfigurationError(`readings.${gap} ${what}; ${fix}`);
}

/**
 * Resolves the configuration of a run.
 *
 * @param keys the keys of the target; those of the profile or the environment when left out
 * @throws ConfigurationError, ContractError
 */
export function resolveConfig(
  options: RunOptions,
  env: Readonly<Record<string, string | undefined>>,
  keys?: Keys,
): RunConfig {
  const profile = options.profile === undefined ? bare : loadProfile(options.profile);
  const baseUrl = (options.target ?? profile.target ?? '').replace(/\/+$/, '');
  const write = options.write || (profile.write ?? false);
  const contract = contractFor(profile);
  const settings: Settings = {
    baseUrl,
    keys: withInstead(keys ?? keysFor(profile, env), profile, contract),
    headers: headersFor(profile, env),
    write,
    seed: options.seed,
    effort: options.effort,
    pace: paceOf(options, profile, baseUrl),
    budget: budgetFor(options.effort, write, profile.budget),
    readings: profile.readings,
    lent: profile.lent,
    lentThings: profile.lentThings ?? {},
    mark: profile.name,
    fixtures: profile.fixtures ?? {},
    ...endOf(env),
    canaries: [...(profile.canaries ?? []), ...canariesIn(env)],
  };
  const { shard } = options;
  const shared =
    shard === undefined ? { settings } : { settings: settingsOfShard(settings, shard), whole: settings };
  return { options, profile, contract, ...shared };
}

/** The keys, with those that stand in for the full one where the profile denies it an operation. */
export function withInstead(
  keys: Keys,
  { readings }: Pick<Profile, 'readings'>,
  { operations }: Pick<Contract, 'operations'>,
): Keys {
  const roles = givenKeys(keys).map(([role]) => nameOfRole(role));
  const ids = operations.map(({ id }) => id);
  const instead = insteadOfFull(readings, roles, ids);
  return Object.keys(instead).length === 0 ? keys : { ...keys, instead };
}

/** The end of a run with a time limit, which begins when the run is prepared. */
function endOf(env: Readonly<Record<string, string | undefined>>): Pick<Settings, 'endsAt'> {
  const endsAt = Number(env[endVariable] ?? '');
  return endsAt > 0 ? { endsAt } : {};
}

/** The pace of a run: the profile's or the usual one, with as many requests at once as the caller asks for. */
function paceOf({ concurrency }: RunOptions, profile: Profile, baseUrl: string): Pace {
  const pace = profile.pace ?? paceFor(baseUrl);
  return concurrency === undefined ? pace : { ...pace, concurrency };
}

/** The pace where the profile names none: unbounded for a server on this machine, polite for any other. */
function paceFor(baseUrl: string): Pace {
  const { hostname } = URL.canParse(baseUrl) ? new URL(baseUrl) : { hostname: '' };
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/.test(hostname) ? { concurrency: 16 } : politePace;
}
