import { request } from '@playwright/test';
import type { RetryPolicy } from '../../../harness/http/retry-policy.ts';
import { openLine } from '../../../harness/http/transport.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import { judge } from '../../../harness/judging/judge.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { memoryJournal } from '../../../harness/run/journal.ts';
import { openRun, type Run } from '../../../harness/run/run.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import { type Hostile, type Manner, openHostile } from '../../../reference/hostile/server.ts';
import { loadContract } from '../../../spec/contract.ts';
import { itemsOf } from '../../target/body.ts';

/** The contract as it is without any profile. */
export const contract = loadContract();

/** Waits that a test has time for. */
export const hurried: RetryPolicy = {
  deadlineMs: 400,
  tries: 3,
  pauseMs: 10,
  longestPauseMs: 1_500,
  confirmation: {
    pausesMs: { gateway: [10, 20], own: [5, 10] },
    spreadMs: 0,
    pausedFor: 2,
    inDoubt: 3,
    shortDeadlineMs: 200,
    vain: 2,
  },
  breaker: { failures: 3, looksMs: [0, 20], restMs: 100, deadlineMs: 200 },
};

/** The plainest check there is: a list is there. */
export const listIsThere: Check = check('list-tests.success', {
  access: 'read',
  on: ['listTests'],
  sends: 'the plainest request',
  accepts: '200 with a list',
  async run(context) {
    const answer = await context.send(context.op);
    context.must(answer).have.status(200);
    itemsOf(context, answer);
  },
});

/** A session with a server that misbehaves. */
export interface Trial {
  readonly server: Hostile;
  readonly run: Run;
  /** What people were told. */
  readonly said: readonly string[];
  judge(check?: Check, operation?: string): Promise<Row>;
  close(): Promise<void>;
}

/** Opens a server of this manner and a session with it, over a real socket. */
export async function tryManner(
  manner: Manner,
  settings: Partial<Settings> = {},
  retryPolicy = hurried,
): Promise<Trial> {
  const server = await openHostile(manner);
  const line = openLine(() => request.newContext());
  const said: string[] = [];
  const run = openRun({
    contract,
    settings: {
      baseUrl: `${server.origin}/api/v1`,
      keys: { full: 'a-full-key-of-the-tests', restricted: undefined },
      write: false,
      seed: 1,
      effort: 'quick',
      readings: {},
      lent: [],
      ...settings,
    },
    transport: line.transport,
    journal: memoryJournal(),
    patience: retryPolicy,
    say: (text) => said.push(text),
  });
  return {
    server,
    run,
    said,
    judge: (rule = listIsThere, operation = 'listTests') => judge(run, rule, contract.operation(operation)),
    async close() {
      await line.close();
      await server.close();
    },
  };
}
