import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { Failure } from '../../../harness/judging/outcome.ts';
import type { Operation } from '../../../spec/contract.ts';
import { minimal } from '../../target/minimal.ts';
import { probed } from '../../target/probe.ts';
import { valid, validNeeds } from '../../target/valid.ts';

const access = (op: Operation) => (op.writes ? 'probe' : 'read');
const isJson = (type: string) => /^\s*application\/json\s*(?:;|$)/i.test(type);
/** Problem details have a media type of their own (RFC 7807). */
const isJsonError = (type: string) => /^\s*application\/(?:problem\+)?json\s*(?:;|$)/i.test(type);

/** Bodies are JSON, and say so (Conventions 1). */
export const json = [
  check('conventions.json-content-type', {
    access: 'read',
    on: (op) => !op.writes,
    sends: 'the plainest request of the operation',
    accepts: '`application/json`, with or without parameters',
    async run(context) {
      judgeType(context, await minimal(context, context.op));
    },
  }),
  check('conventions.json-content-type/written', {
    access: 'write',
    on: (op) => op.writes,
    needs: validNeeds,
    sends: 'a write that is accepted, on things of this run',
    accepts: '`application/json` where the answer has a body',
    async run(context) {
      const answer = await valid(context, context.op);
      context.need(answer.status < 300, `the write to be accepted, got ${answer.status}`);
      if (answer.text !== '') return judgeType(context, answer);
      context.must.hold(true, { expected: 'no body, or JSON', actual: 'neither' });
    },
  }),
  check('conventions.json-content-type/error', {
    access,
    on: () => true,
    sends: 'the operation with a wrong key',
    accepts: '`application/json` or `application/problem+json` where the answer has a body',
    async run({ op, must, need, ...rest }) {
      const answer = await probed({ op, must, need, ...rest }, op, 'wrong');
      need(answer.status >= 400, `a refusal, got ${answer.status}`);
      need(answer.text, 'an error answer with a body');
      must(answer).have.header('content-type', 'JSON or problem details', isJsonError);
    },
  }),
] satisfies readonly Check[];

/** Judged after everything else that sends, for every answer of the run counts (Conventions 1). */
export const wellFormed = [
  check('conventions.json-well-formed', {
    access,
    on: () => true,
    sends: 'the operation with and without a valid key; every other answer of the run counts as well',
    accepts: 'one whole JSON text in UTF-8 wherever an answer is declared as JSON',
    async run(context) {
      const { op, must, need, schemaResult } = context;
      const looks = [() => probed(context, op, 'wrong'), ...(op.writes ? [] : [() => minimal(context, op)])];
      const ends: PromiseSettledResult<Answer>[] = [];
      for (const look of looks) ends.push(...(await Promise.allSettled([look()])));
      const { violation } = schemaResult('conventions.json-well-formed');
      if (violation)
        throw new Failure(violation.violation.expected, violation.violation.got, [], violation.evidence);
      const answers = ends.map((end) => {
        if (end.status === 'rejected') throw end.reason;
        return end.value;
      });
      need(
        answers.some(({ json }) => json !== undefined),
        'an answer that is declared as JSON',
      );
      must.hold(true, { expected: 'JSON texts', actual: 'something else' });
    },
  }),
] satisfies readonly Check[];

function judgeType({ must, need }: Pick<Context, 'must' | 'need'>, answer: Answer): void {
  need(answer.status < 300, `the request to be accepted, got ${answer.status}`);
  must(answer).have.header('content-type', 'application/json', isJson);
}
