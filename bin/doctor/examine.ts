import { type Forecast, forecast } from '../../harness/judging/forecast.ts';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { type Planned, plan } from '../../harness/judging/plan.ts';
import { catalogue } from '../../tests/checks/index.ts';
import { type DataRequirement, dataRequirements, unseen } from '../../tests/target/survey/requirements.ts';
import { type Survey, survey, surveyRestricted } from '../../tests/target/survey/survey.ts';
import type { OpenTarget } from '../target.ts';
import { refuseUnknownThings } from './told.ts';

/** All that a look at a target told. */
export interface Examination {
  readonly target: OpenTarget;
  readonly full: Survey;
  /** `undefined` where no restricted key was given. */
  readonly restricted: Survey | undefined;
  readonly wants: readonly DataRequirement[];
  readonly outlook: Forecast;
  /** Rows that will probably stay inconclusive for want of data, by what is missing. */
  readonly doubtful: ReadonlyMap<string, readonly Planned[]>;
  /** Requests that all this took. */
  readonly requests: number;
  /** Median time of an answer, in milliseconds. */
  readonly ms: number;
}

/** Looks at a target with plain reads alone. @throws ConfigurationError where the profile names what is not there */
export async function examine(target: OpenTarget): Promise<Examination> {
  const { config, run } = target;
  const full = await survey(run);
  await refuseUnknownThings(target);
  const restricted =
    config.settings.keys.restricted === undefined ? undefined : await surveyRestricted(run, full);
  const wants = dataRequirements(run, full);
  const outlook = forecast(plan(catalogue, config.contract), config.contract, config.settings);
  return {
    target,
    full,
    restricted,
    wants,
    outlook,
    doubtful: doubtfulRows(outlook.testable, wants, unseen(outlook.testable, run)),
    requests: target.requests + run.exchange.requests,
    ms: median([...full.values()].flatMap(({ answer }) => answer?.ms ?? [])),
  };
}

/** What in the keys keeps a run from telling anything. @throws ConfigurationError with the fix */
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

/** Each row stands under the first thing that it misses. */
function doubtfulRows(
  rows: readonly Planned[],
  wants: readonly DataRequirement[],
  blank: readonly Planned[],
) {
  const missing = wants.filter(({ there }) => !there);
  const groups = new Map<string, Planned[]>();
  for (const row of rows) {
    const want = missing.find(({ needs }) => needs(row))?.words;
    const reason =
      want ?? (blank.includes(row) ? 'an answer with the part that the clause is about' : undefined);
    if (reason !== undefined) groups.set(reason, [...(groups.get(reason) ?? []), row]);
  }
  return groups;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
