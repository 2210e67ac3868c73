import { defaultRetryPolicy, type RetryPolicy } from '../harness/http/retry-policy.ts';
import { simulatedBrowser } from '../harness/http/simulated-browser.ts';
import type { Check } from '../harness/judging/check.ts';
import { judge as judgeRow } from '../harness/judging/judge.ts';
import { ConfigurationError } from '../harness/judging/outcome.ts';
import { plan, select } from '../harness/judging/plan.ts';
import type { Row } from '../harness/judging/row.ts';
import { resolveConfig } from '../harness/run/config.ts';
import { refuseUnknown } from '../harness/run/only.ts';
import { readOptions } from '../harness/run/options.ts';
import { preflight } from '../harness/run/preflight.ts';
import { openRun } from '../harness/run/run.ts';
import type { Keys } from '../harness/run/settings.ts';
import { catalogue } from '../tests/checks/index.ts';
import { type Handler, handlerTransport } from './handler.ts';
import { type RunKeys, type Selection, variablesOf } from './options.ts';
import { type ClauseDraft, refuseOwnChecks, withClauses } from './own-clauses.ts';

/** What is judged of a handler. */
export interface JudgeOptions extends Selection {
  readonly keys: RunKeys;
  /** The base address of the requests that the handler gets; `http://localhost/api/v1` when left out. */
  readonly baseUrl?: string | undefined;
  /** Checks of your own, judged after ours; made with {@link check}. */
  readonly checks?: readonly Check[] | undefined;
  /** Clauses of your own, for your checks to judge. */
  readonly clauses?: readonly ClauseDraft[] | undefined;
  /** Takes each row as soon as it is judged. */
  readonly onRow?: ((row: Row) => void) | undefined;
  /** Is told what the handler throws. To the rows, it is a connection that breaks. */
  readonly onThrow?: ((error: unknown, request: Request) => void) | undefined;
}

function keysOf({ full, restricted, others }: RunKeys): Keys {
  return { full, restricted, ...(others === undefined ? {} : { others }) };
}

/** What is in this process needs no time to recover. */
const withoutPauses: RetryPolicy = {
  ...defaultRetryPolicy,
  confirmation: { ...defaultRetryPolicy.confirmation, pausesMs: { gateway: [0, 0, 0, 0], own: [0, 0] } },
};

/**
 * Judges a handler in this process, without a network: the rows of `rows.ndjson`, redacted in the same way, in the order
 * of the interface. A row that failed has `verdict: 'fail'`; see {@link Row} for the others.
 *
 * @throws ConfigurationError or ContractError for an option, a profile or a key that is wrong, before any row
 */
export async function judge(handler: Handler, options: JudgeOptions): Promise<readonly Row[]> {
  const { keys, checks = [], clauses = [], baseUrl = 'http://localhost/api/v1' } = options;
  const asked = readOptions(variablesOf({ ...options, target: baseUrl }));
  const config = resolveConfig(asked, {}, keysOf(keys));
  const contract = withClauses(config.contract, clauses);
  refuseOwnChecks(checks, contract);
  const planned = plan([...catalogue, ...checks], contract);
  refuseUnknown(asked, planned);

  const thrown: unknown[] = [];
  const transport = handlerTransport(handler, (error, request) => {
    if (thrown.length === 0) thrown.push(error);
    options.onThrow?.(error, request);
  });
  await preflight(config.settings, transport).catch((error: unknown) => {
    if (thrown.length === 0) throw error;
    throw new ConfigurationError('the handler throws on a first, harmless request; see the cause', {
      cause: thrown[0],
    });
  });
  const run = openRun({
    contract,
    settings: config.settings,
    transport,
    browser: simulatedBrowser(transport),
    patience: withoutPauses,
    say: () => undefined,
  });
  const rows: Row[] = [];
  try {
    for (const { check, op } of select(planned, asked.only)) {
      const row = await judgeRow(run, check, op);
      rows.push(row);
      options.onRow?.(row);
    }
  } finally {
    await run.exchange.close();
    await run.exchange.putBack();
  }
  return rows;
}
