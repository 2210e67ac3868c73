import path from 'node:path';
import { stringify } from 'yaml';
import { type Budget, budgetFor } from '../../../harness/http/budget.ts';
import { defaultRetryPolicy, type RetryPolicy } from '../../../harness/http/retry-policy.ts';
import { simulatedBrowser } from '../../../harness/http/simulated-browser.ts';
import { serviceTransport } from '../../../harness/http/transport.ts';
import { judge } from '../../../harness/judging/judge.ts';
import { judgesAmong, type Planned, plan } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { schedule } from '../../../harness/judging/schedule.ts';
import { fillingsOf } from '../../../harness/run/config.ts';
import type { Effort } from '../../../harness/run/effort.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { openRun, type Run } from '../../../harness/run/run.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import {
  createReference,
  type Reference,
  type ReferenceOptions,
  slowRequest,
  tookMs,
  withSlowRequest,
} from '../../../reference/service/index.ts';
import type { OverlayAction, Variant } from '../../../reference/variants/kit/variant.ts';
import { type Contract, loadContract } from '../../../spec/contract.ts';
import { overlayDocument } from '../../../spec/fill.ts';
import { catalogue } from '../../checks/index.ts';

const named = loadProfile(path.join(import.meta.dirname, '../../../profiles/reference/profile.yaml'));
/** The reference service of the proofs has a request that takes too long as well. */
const profile = { ...named, readings: { ...named.readings, 'limits.slow-request': slowRequest } };

/** The shapes of the reference service, as an overlay: what a variant's overlay stands on. */
const document = overlayDocument(fillingsOf(named)) as { readonly actions: readonly OverlayAction[] };

const wholeOverlay = stringify(document);

/** What the profile of the reference service says of its choices. */
export const { readings } = profile;

/** The contracts that were used last. Most variants differ in what the service does, and share one contract. */
const contracts = new Map<string, Contract>();
const mostContracts = 4;

/** The contract as a variant of the reference service fills it: the reference's overlay, and the variant's on top. */
export function contractWith(
  variant?: Pick<Variant, 'overlay' | 'omits' | 'readings'>,
  version?: string,
): Contract {
  const filled = Object.keys({ ...profile.readings, ...variant?.readings });
  const text = overlayOf(variant ?? { overlay: [], omits: [] });
  const key = JSON.stringify([filled, text, version]);
  const known = contracts.get(key);
  const used =
    known ??
    loadContract({
      filled,
      overlay: { file: 'overlay.yaml', text },
      ...(version === undefined ? {} : { version }),
    });
  contracts.delete(key);
  contracts.set(key, used);
  const [oldest] = contracts.keys();
  if (contracts.size > mostContracts && oldest !== undefined) contracts.delete(oldest);
  return used;
}

function overlayOf({ overlay, omits }: Pick<Variant, 'overlay' | 'omits'>): string {
  if (overlay.length === 0 && omits.length === 0) return wholeOverlay;
  const missing = omits.filter((target) => !document.actions.some((action) => action.target === target));
  if (missing.length > 0) throw new Error(`the overlay of the reference has no ${missing.join(', ')}`);
  const kept = document.actions.filter(({ target }) => !omits.includes(target));
  return stringify({ ...document, actions: [...kept, ...overlay] });
}

/** The contract as the reference service fills it. */
export const contract: Contract = contractWith();

/** What a proof may vary; by default the reference as it is, at standard effort. */
export interface Trial {
  readonly wrap?: (service: Service) => Service;
  readonly variant?: Variant;
  /** Judges by another contract than the one of the reference, or of the variant. */
  readonly by?: Contract;
  readonly seed?: number;
  readonly reference?: ReferenceOptions;
  readonly write?: boolean;
  readonly effort?: Effort;
  readonly budget?: Budget;
  /** The most requests for shrinking one failure; as many as in a run of this effort if left out. */
  readonly shrinks?: number;
  /** A service that outlives the trial, with what earlier ones have left on it. */
  readonly against?: Pick<Reference, 'fetch' | 'keys'>;
  /** Deadlines and retries; by default those of a run, without the pauses in which a service recovers. */
  readonly retryPolicy?: RetryPolicy;
  /** What a profile would say besides. */
  readonly profileSays?: Partial<Pick<Settings, 'budget' | 'fixtures' | 'readings' | 'lentThings'>>;
}

/**
 * Enough requests to see that a failure shrinks. Where only the failure itself is asked for, to shrink it to its end takes
 * longer than to find it.
 */
export const fewShrinks = 40;

/** A service in this process needs no time to recover: whoever sleeps wakes at once. */
export const withoutPauses: RetryPolicy = {
  ...defaultRetryPolicy,
  confirmation: { ...defaultRetryPolicy.confirmation, pausesMs: { gateway: [0, 0, 0, 0], own: [0, 0] } },
  clock: { now: () => performance.now(), sleep: async () => undefined },
};

/** Opens a session with a service in this process. */
export function trial({
  wrap = (service) => service,
  variant,
  by,
  seed = 1,
  reference = {},
  write = true,
  effort = 'standard',
  budget = budgetFor(effort, write, profile.budget),
  shrinks,
  against,
  retryPolicy = withoutPauses,
  profileSays = {},
}: Trial = {}): Run {
  const { fetch, keys } =
    against ?? createReference({ ...reference, ...(variant ? { shapes: variant.shapes } : {}) });
  const slow = withSlowRequest(fetch);
  const service = wrap(variant ? variant.wrap(slow) : slow);
  // The profile lends people of the usual data.
  const isUsual = against === undefined && reference.users === undefined && reference.seed === undefined;
  const lentThings = profileSays.lentThings ?? (isUsual ? profile.lentThings : undefined) ?? {};
  const settings = {
    baseUrl: 'http://reference.test/api/v1',
    keys,
    write,
    seed,
    effort,
    budget,
    ...profileSays,
    lent: Object.values(lentThings).flat(),
    lentThings,
    readings: { ...profile.readings, ...variant?.readings, ...profileSays.readings },
  };
  const used = by ?? (variant ? contractWith(variant) : contract);
  const transport = serviceTransport(service, tookMs);
  const browser = simulatedBrowser(transport);
  const judges = judgesAmong(() => plan(catalogue, used), used, settings);
  const run = openRun({ contract: used, settings, transport, browser, patience: retryPolicy, judges });
  return shrinks === undefined ? run : { ...run, shrinks };
}

/** Judges rows against one service: one after the other, or so many at once. */
export function judgeAll(
  run: Run,
  rows: readonly Planned[] = plan(catalogue, run.contract),
  atOnce = 1,
): Promise<Row[]> {
  return Promise.all(schedule(run, rows, atOnce));
}

/** The rows of the whole catalogue. */
export const planned = plan(catalogue, contract);

/** The rows of one check on some operations. */
export function rowsOf(check: string, operations: readonly string[]): Planned[] {
  return planned.filter((row) => row.check.id === check && operations.includes(row.op.id));
}

/** The checks that look at answers which other checks got, of reads too in some chapters. */
export const lookingBack = /\/(?:schema|every-answer|every-status)$|^errors\.(?:answered|unfounded-refusal)$/;

/** Operations whose answers a check looks at besides those of its own. */
const besides: Readonly<Record<string, readonly string[]>> = {
  'search-users.same-as-list-users/every-answer': ['listUsers'],
};

/**
 * What has to be judged first: a schema check of writes, or of errors, looks at answers that other checks got. What
 * holds the world at the end to what it was needs a look at the start, and something that is written between.
 */
export function rowsBefore(check: string, operations: readonly string[]): Planned[] {
  const [first] = rowsOf(check, operations);
  if (first?.check.afterWrites) return [...rowsOf(check, operations), ...simpleWrites()];
  if (!lookingBack.test(check)) return [];
  const lookedAt = [...operations, ...(besides[check] ?? [])];
  return planned.filter(
    ({ op, check: { id } }) =>
      (op.writes || /^errors\.|\/every-/.test(check)) && lookedAt.includes(op.id) && !lookingBack.test(id),
  );
}

/**
 * Judges what has to be judged before the rows of a check. Where a broken answer of an operation is noted already, such a
 * row fails whatever else is judged on the operation, so that no more of it is.
 */
export async function judgeBefore(run: Run, check: string, operations: readonly string[]): Promise<void> {
  const before = rowsBefore(check, operations);
  const clause = rowsOf(check, operations)[0]?.check.clause ?? '';
  if (!lookingBack.test(check)) await judgeAll(run, before);
  else
    for (const row of before)
      if (!run.schemaResults.of(clause, row.op.id).violation) await judge(run, row.check, row.op);
}

/** Every write in its simplest form, and some creations more. */
function simpleWrites(): Planned[] {
  return planned.filter(
    ({ op, check: { id, access } }) => access(op) === 'write' && /\.(?:success|read-back|effect)$/.test(id),
  );
}

/** Rows that accuse a service, or the suite: none on a conforming one. Says enough to mend the check. */
export function accusations(
  rows: readonly Pick<Row, 'id' | 'verdict' | 'reason' | 'counterexample'>[],
): string[] {
  return rows
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'suiteError')
    .map(
      ({ id, verdict, reason, counterexample }) =>
        `${id}: ${verdict}: ${reason} ${counterexample?.value ?? ''}`,
    );
}
