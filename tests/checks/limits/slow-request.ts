import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { ConfigurationError, Inconclusive } from '../../../harness/judging/outcome.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import type { Operation } from '../../../spec/contract.ts';
import { object, text } from '../../target/body.ts';
import { minimalParams } from '../../target/minimal.ts';

/** A request that was ended for its time was ended about then, in milliseconds counted at our end. */
const endedFromMs = 28_000;

/** Statuses that are given as they come: a gateway has its own words for a service that takes too long. */
const endings = [408, 500, 501, 502, 503, 504, 505, 507, 508, 510, 511];

/** What becomes of a request that takes longer than 30 seconds (Limits); only a profile knows one. */
export const slowRequest = [
  check('limits.time-out-status', {
    access: 'read',
    on: ({ writes }, contract) => !writes && contract.gaps.has('limits.slow-request'),
    needs: ['limits.slow-request'],
    unless: (op, settings) => anotherOperation(op, settings),
    sends: 'the request that the profile says takes longer than 30 seconds; again if no answer comes',
    accepts: '504 within 35 seconds; an answer in time, with whatever status, tells nothing',
    async run(context) {
      const answer = (await asked(context)) ?? (await asked(context));
      if (answer === undefined) {
        // The way to the target is open when another operation answers.
        const other = context.op.id === 'listAcademicYears' ? 'getCurrentAcademicYear' : 'listAcademicYears';
        context.need(await context.send(other), 'another operation to answer');
        return context.must.hold(false, {
          expected: 'status 504 after 30 seconds',
          actual: 'no answer in 35 seconds, twice',
        });
      }
      needEnded(answer);
      context.must(answer).have.status(504);
    },
  }),
] satisfies readonly Check[];

/** Why there is nothing to judge on an operation: the profile names a request to another one. */
function anotherOperation(op: Operation, { readings }: Settings): string | undefined {
  const named = text(object(readings['limits.slow-request'])?.['operation']);
  if (named === undefined || named === op.id) return undefined;
  return `the slow request of the profile is one to ${named}`;
}

/** The answer, or `undefined` if none came in time. */
async function asked(context: Context): Promise<Answer | undefined> {
  const params = object(object(context.reading('limits.slow-request'))?.['params']) ?? {};
  try {
    return await context.send(
      context.op,
      { ...(await minimalParams(context, context.op)), ...params },
      { sees: endings },
    );
  } catch (error) {
    if (error instanceof Inconclusive && error.fault === 'timeout') return undefined;
    throw error;
  }
}

/** A request that was answered, or refused, before its time was never ended for it. */
function needEnded({ ms, status }: Answer): void {
  if (ms >= endedFromMs && status >= 400) return;
  const seconds = Math.round(ms / 1000);
  throw new ConfigurationError(
    `\`fixtures.slowRequest\` was answered with ${status} after ${seconds} seconds: name a request that takes longer than 30`,
  );
}
