import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import { ConfigurationError } from '../../../harness/judging/outcome.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import type { Operation } from '../../../spec/contract.ts';
import { object, text } from '../../target/body.ts';
import { minimalParams } from '../../target/minimal.ts';

/** The reading of a profile that names the slow request. */
const gap = 'limits.slow-request';

/** The shortest time after which an answer is about the time-out, in milliseconds counted at our end. */
const endedFromMs = 28_000;

/** Statuses that the check judges itself: a gateway has its own for a service that takes too long. */
const endings = [408, 500, 501, 502, 503, 504, 505, 507, 508, 510, 511];

/** What becomes of a request that takes longer than 30 seconds (Limits); only a profile knows one. */
export const slowRequest = [
  check('limits.time-out-status', {
    unless: unlessNamed,
    sends:
      'the request that the profile says takes longer than 30 seconds; three times where no answer comes',
    accepts: '504 within 35 seconds; inconclusive after an answer in time, with whatever status',
    async run(context) {
      const { op, send, must } = context;
      const params = object(object(context.reading(gap))?.['params']) ?? {};
      const answer = await send(op, { ...(await minimalParams(context, op)), ...params }, { sees: endings });
      if (answer.fault === undefined) needTimedOut(answer);
      must(answer).have.status(504);
    },
  }),
] satisfies readonly Check[];

/** Why there is nothing to judge on an operation: the profile names a request to another one. */
function unlessNamed(op: Operation, { readings }: Settings): string | undefined {
  const named = text(object(readings[gap])?.['operation']);
  if (named === undefined || named === op.id) return undefined;
  return `the slow request of the profile is one to ${named}`;
}

/** An answer or a refusal before the 30 seconds says nothing about the time-out. */
function needTimedOut({ ms, status }: Answer): void {
  if (ms >= endedFromMs && status >= 400) return;
  const seconds = Math.round(ms / 1000);
  throw new ConfigurationError(
    `\`fixtures.slowRequest\` was answered with ${status} after ${seconds} seconds: name a request that takes longer than 30`,
  );
}
