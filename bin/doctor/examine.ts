import { type Forecast, forecast } from '../../harness/judging/forecast.ts';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { type Planned, plan } from '../../harness/judging/plan.ts';
import { catalogue } from '../../tests/checks/index.ts';
import { type DataRequirement, dataRequirements, unseen } from '../../tests/target/survey/requirements.ts';
import { type Survey, survey, surveyRestricted } from '../../tests/target/survey/survey.ts';
import type { OpenTarget } from '../target.ts';
import { refuseUnknownThings } from './named-things.ts';

/** What `doctor` found out about a target. */
export interface Examination {
  readonly target: OpenTarget;
  readonly full: Survey;
  /** `undefined` without a restricted key. */
  readonly restricted: Survey | undefined;
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
  const restricted =
    config.settings.keys.restricted === undefined ? undefined : await surveyRestricted(run, full);
  const requirements = dataRequirements(run, full);
  const { testable, excluded } = forecast(plan(catalogue, config.contract), config.contract, config.settings);
  return {
    target,
    full,
    restricted,
    wants: requirements,
    outlook: { testable, excluded },
    doubtful: doubtfulRows(testable, requirements, unseen(testable, run)),
    requests: target.requests + run.exchange.requests,
    ms: median([...full.values()].flatMap(({ answer }) => answer?.ms ?? [])),
  };
}

/**
 * Refuses a restricted key that is the full key, or that the target refuses. @throws ConfigurationError with the fix
 */
export function refuseBrokenKeys({ target, restricted }: Examination): void {
  const { keys } = target.config.settings;
  if (keys.restricted === undefined) return;
  if (keys.restricted === keys.full) {
    throw new ConfigurationError(
      'the restricted key is the same as the full one; set ROLLCALL_RESTRICTED_KEY to a key that may do less, or leave it out',
    );
  }
  const statuses = [...(restricted ?? new Map()).values()].map(({ answer }) => answer?.status);
  if (statuses.length === 0 || !statuses.every((status) => status === 401)) return;
  throw new ConfigurationError(
    'the key in ROLLCALL_RESTRICTED_KEY is refused (401); is it the key of this target, whole and not expired? Correct it, or leave it out',
  );
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
