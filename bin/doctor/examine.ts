import { type GivenKey, givenKeys, nameOfRole, variableOf } from '../../harness/http/key-role.ts';
import { type Forecast, forecast } from '../../harness/judging/forecast.ts';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { type Planned, plan } from '../../harness/judging/plan.ts';
import { catalogue } from '../../tests/checks/index.ts';
import { type DataRequirement, dataRequirements, unseen } from '../../tests/target/survey/requirements.ts';
import { type Survey, survey, surveyWith } from '../../tests/target/survey/survey.ts';
import type { OpenTarget } from '../target.ts';
import { refuseUnknownThings } from './named-things.ts';

/** What `doctor` found out about a target. */
export interface Examination {
  readonly target: OpenTarget;
  readonly full: Survey;
  /** The same with each other key, where the full one got a success. */
  readonly others: ReadonlyMap<GivenKey, Survey>;
  /** Which data the checks need, and whether the target has it. */
  readonly wants: readonly DataRequirement[];
  /** The rows that a run can judge, and those that it cannot. */
  readonly outlook: Forecast;
  /** Rows that will probably be inconclusive because data is missing, by what is missing. */
  readonly doubtful: ReadonlyMap<string, readonly Planned[]>;
  /** Requests that were sent to find all this out. */
  readonly requests: number;
  /** Median time of an answer, in milliseconds. */
  readonly ms: number;
}

/**
 * Examines a target with reads alone. @throws ConfigurationError where the profile names things that it does not have
 */
export async function examine(target: OpenTarget): Promise<Examination> {
  const { config, run } = target;
  const full = await survey(run);
  await refuseUnknownThings(target);
  const others = new Map<GivenKey, Survey>();
  for (const [key] of givenKeys(config.settings.keys))
    if (key !== 'full') others.set(key, await surveyWith(run, full, key));
  const requirements = dataRequirements(run, full);
  const { testable, excluded } = forecast(plan(catalogue, config.contract), config.contract, config.settings);
  return {
    target,
    full,
    others,
    wants: requirements,
    outlook: { testable, excluded },
    doubtful: doubtfulRows(testable, requirements, unseen(testable, run)),
    requests: target.requests + run.exchange.requests,
    ms: median([...full.values()].flatMap(({ answer }) => answer?.ms ?? [])),
  };
}

/**
 * Refuses a key that is the same as another, or that the target refuses. @throws ConfigurationError with the fix
 */
export function refuseBrokenKeys({ target, others }: Examination): void {
  const given = givenKeys(target.config.settings.keys);
  for (const [at, [key, text]] of given.entries()) {
    const same = given.slice(0, at).find(([, other]) => other === text);
    const seen = [...(others.get(key) ?? new Map()).values()].map(({ answer }) => answer?.status);
    const isRefused = seen.length > 0 && seen.every((status) => status === 401);
    if (same === undefined && !isRefused) continue;
    const [name, place] = [nameOfRole(key), placeOf(key, target)];
    throw new ConfigurationError(
      same === undefined
        ? `the key in ${place} is refused (401); is it the key of this target, whole and not expired? Correct it, or leave it out`
        : `the ${name} key is the same as the ${nameOfRole(same[0])} one; set ${place} to a key that may do less, or leave it out`,
    );
  }
}

/** The variable or the file that a key came from. */
function placeOf(key: GivenKey, { config }: OpenTarget): string {
  const place = config.profile.keys?.[nameOfRole(key)];
  if (place === undefined) return variableOf(key);
  return 'env' in place ? place.env : place.file;
}

/**
 * Groups rows by the first data that they need and the target lacks.
 *
 * @param unseenRows rows whose clause is about a part of answers that no answer has shown
 */
function doubtfulRows(
  rows: readonly Planned[],
  requirements: readonly DataRequirement[],
  unseenRows: readonly Planned[],
) {
  const missing = requirements.filter(({ there }) => !there);
  const groups = new Map<string, Planned[]>();
  for (const row of rows) {
    const lacking = missing.find(({ needs }) => needs(row))?.words;
    const reason =
      lacking ?? (unseenRows.includes(row) ? 'an answer with the part that the clause is about' : undefined);
    if (reason !== undefined) groups.set(reason, [...(groups.get(reason) ?? []), row]);
  }
  return groups;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
