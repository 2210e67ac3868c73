import {
  type Defects,
  severalInCreation,
  severalInIds,
  severalInQuery,
  severalInSearch,
} from '../../../generators/several-defects.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type CheckDraft, check, clauseOf } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { readOrWrite } from '../../target/access.ts';
import { object } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { mustBeError } from '../../target/errors.ts';
import { fromPage } from '../../target/page.ts';
import { control, revert, validNeeds, validPayload } from '../../target/valid.ts';

/** A request in which several things are wrong is refused as any other. */
export const several = [
  severalCheck('errors.bad-request/several', {
    accepts: '400 with an error body of one of the two formats',
    judge: (context, answer) => context.must(answer).have.status(400),
  }),
  severalCheck('errors.invalid-is-client-error/several', {
    accepts: 'some 4xx with an error body of one of the two formats',
    judge: (context, answer) => context.must(answer).be.refused(),
  }),
] satisfies readonly Check[];

/** A check that sends what is wrong in more than one way, and judges the status by `judge`. */
function severalCheck(
  id: string,
  {
    judge,
    ...draft
  }: Pick<CheckDraft, 'accepts'> & { readonly judge: (context: Context, answer: Answer) => void },
): Check {
  return check(id, {
    ...draft,
    on: (op, contract) =>
      contract.clause(clauseOf(id)).operations.includes(op.id) && (op.method !== 'GET' || op.paginated),
    access: readOrWrite,
    needs: validNeeds,
    unless: fromStandard,
    sends: 'the valid request (accepted), then one with several values that break a rule each',
    async run(context) {
      await control(context);
      await revert(context, context.op);
      const { params, requests } = await requestsOf(context);
      for (const { query, body } of requests) {
        const answer = await context.send(context.op, params, {
          headers: fromPage,
          ...(query === undefined ? {} : { rawQuery: query }),
          ...(body === undefined ? {} : { rawBody: body }),
        });
        judge(context, answer);
        mustBeError(context, answer);
      }
    },
  });
}

async function requestsOf(
  context: Context,
): Promise<{ params: Readonly<Record<string, unknown>>; requests: readonly Defects[] }> {
  const { op } = context;
  const inQuery = severalInQuery[op.id];
  if (inQuery) return { params: {}, requests: inQuery };
  if (op.id === 'searchUsers') return { params: {}, requests: severalInSearch };
  const { property, value, params } = await validPayload(context);
  if (op.makes !== undefined) return { params, requests: severalInCreation(property, object(value) ?? {}) };
  return { params, requests: severalInIds(property) };
}
