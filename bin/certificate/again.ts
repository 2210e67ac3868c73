import { playBack } from '../../harness/http/play-back.ts';
import type { Recorded } from '../../harness/http/record.ts';
import { defaultRetryPolicy } from '../../harness/http/retry-policy.ts';
import { judge } from '../../harness/judging/judge.ts';
import { plan } from '../../harness/judging/plan.ts';
import type { Row } from '../../harness/judging/row.ts';
import { withInstead } from '../../harness/run/config.ts';
import type { RecordedSettings } from '../../harness/run/recorded-settings.ts';
import { openRun } from '../../harness/run/run.ts';
import type { Settings } from '../../harness/run/settings.ts';
import type { Run } from '../../reports/report.ts';
import type { Contract } from '../../spec/contract.ts';
import { catalogue } from '../../tests/checks/index.ts';
import type { Gathered } from './gather.ts';

/** What is certified, with what its recorded exchanges show: which rows they do not give again. */
export async function withAgain(gathered: Gathered): Promise<Gathered> {
  const { certified, contract, exchanges } = gathered;
  if (exchanges.size === 0) return gathered;
  const not: Record<string, string[]> = {};
  let count = 0;
  for (const run of certified.runs) {
    const lines = linesOf(exchanges.get(run.header.run.seed) ?? '');
    count += lines.length - 1;
    not[run.header.run.seed] = await differAgain(run, lines, contract, certified.facts.profile.readings);
  }
  const facts = { ...certified.facts, again: { exchanges: count, not } };
  return { ...gathered, certified: { ...certified, facts } };
}

/** The lines of a file of recorded exchanges. @throws SyntaxError when one is not JSON */
export function linesOf(text: string): unknown[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
}

/** Nothing is waited for: what is played back is there. */
const patience = {
  ...defaultRetryPolicy,
  pauseMs: 0,
  longestPauseMs: 1000,
  breaker: { ...defaultRetryPolicy.breaker, looksMs: [0, 0, 0, 0], restMs: 0 },
};

const longestDelayMs = 5000;

const stands = {
  baseUrl: 'http://recorded.invalid/api/v1',
  full: 'played-back-full',
  restricted: 'played-back-restricted',
  other: 'played-back-other-',
};

/**
 * Judges the rows of a run again, from its recorded exchanges alone.
 *
 * @param lines the parsed lines of its file: the settings, and then the exchanges
 * @returns the rows whose outcome is not the recorded one, in the order of the run
 */
export async function differAgain(
  run: Run,
  [first, ...exchanges]: readonly unknown[],
  contract: Contract,
  readings: Settings['readings'],
): Promise<string[]> {
  const { restricted, roles = [], mark, budget, lentThings = {}, fixtures = {} } = first as RecordedSettings;
  const { seed, effort, write } = run.header.run;
  const others = Object.fromEntries(roles.map((role) => [role, `${stands.other}${role}`]));
  const given = { full: stands.full, restricted: restricted ? stands.restricted : undefined, others };
  const keys = withInstead(given, { readings }, contract);
  const { transport, browser } = playBack(exchanges as Recorded[], { baseUrl: stands.baseUrl, keys });
  const settings: Settings = {
    baseUrl: stands.baseUrl,
    keys,
    write,
    seed,
    effort: effort as Settings['effort'],
    readings: quick(readings),
    lentThings,
    lent: Object.values(lentThings).flat(),
    fixtures,
    ...(mark === undefined ? {} : { mark }),
    ...(budget === undefined ? {} : { budget }),
  };
  const again = openRun({
    contract,
    settings,
    transport,
    browser: hasBrowser(exchanges as Recorded[]) ? browser : undefined,
    patience,
    say: () => undefined,
  });
  const planned = new Map(plan(catalogue, contract).map((row) => [row.id, row]));
  const differ: string[] = [];
  for (const row of run.rows) {
    const known = planned.get(row.id);
    const judged = known && (await judge(again, known.check, known.op));
    if (judged === undefined || !isSame(row, judged)) differ.push(row.id);
  }
  return differ;
}

/** The readings with no delay that would keep whoever judges again waiting: a bundle may say anything. */
function quick(readings: Settings['readings']): Settings['readings'] {
  const delay = readings['membership.visibility-delay'];
  const isLong = typeof delay === 'number' && delay > longestDelayMs;
  return isLong ? { ...readings, 'membership.visibility-delay': longestDelayMs } : readings;
}

/** Whether the recorded run had a browser. */
function hasBrowser(exchanges: readonly Recorded[]): boolean {
  return exchanges.some(({ seen }) => seen !== undefined);
}

/** Whether two rows say the same: verdict and, of a failure, what was expected. */
function isSame(one: Row, other: Row): boolean {
  return one.verdict === other.verdict && one.expected === other.expected && one.blame === other.blame;
}
