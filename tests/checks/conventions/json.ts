import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import type { Operation } from '../../../spec/contract.ts';
import { readOrProbe } from '../../target/access.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { groupOf } from '../../target/groups/group.ts';
import { reusedGroup } from '../../target/groups/reused.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { probe, refusalOfEntry, shutOut } from '../../target/probe.ts';
import { waitUntilReadable } from '../../target/readable.ts';
import { mustNotViolate } from '../../target/schema/violation.ts';
import { judgeStatedSuccess } from '../../target/stated-success.ts';
import { control, validNeeds } from '../../target/valid.ts';

const isJson = (type: string) => /^\s*application\/json\s*(?:;|$)/i.test(type);
/** Problem details have a media type of their own (RFC 7807). */
const isJsonError = (type: string) => /^\s*application\/(?:problem\+)?json\s*(?:;|$)/i.test(type);

/** The `accept` header of a browser into which somebody types an address: it prefers HTML, and accepts anything. */
const acceptOfBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';

/** Bodies are JSON, and say so (Conventions 1). */
export const json = [
  check('conventions.json-content-type', {
    on: ({ writes }) => !writes,
    async run(context) {
      mustBeJson(context, await control(context));
    },
  }),
  // A framework picks the writer by a parameter that this interface would list.
  check('conventions.json-content-type/format', {
    on: (op) => takesNoFormat(op),
    unless: fromStandard,
    sends: `the minimal request with \`format=csv\`, a parameter that the operation does not list`,
    accepts: 'a refusal, for an unknown parameter may be refused',
    async run(context) {
      const { op, send, must } = context;
      await control(context);
      const answer = await send(op, await minimalParams(context, op), { rawQuery: 'format=csv' });
      if (answer.status >= 300) must(answer).be.refused();
      else mustBeJson(context, answer);
    },
  }),
  check('conventions.json-content-type/written', {
    access: 'write',
    on: ({ writes }) => writes,
    needs: validNeeds,
    async run(context) {
      const answer = await control(context);
      if (answer.text !== '') return mustBeJson(context, answer);
      context.must.hold(true, { expected: 'no body, or JSON', actual: 'neither' });
    },
  }),
  check('conventions.json-content-type/browser', {
    access: readOrProbe,
    sends:
      'with the `Accept` header of a browser: the minimal request of a read, and each other with a wrong key',
    async run(context) {
      const { op, send, must } = context;
      const headers = { accept: acceptOfBrowser };
      const { params, body } = await probe(context, op);
      if (!op.writes) {
        await control(context);
        const answer = await send(op, params, { headers });
        judgeStatedSuccess(context, answer);
        return mustBeJson(context, answer);
      }
      await refusalOfEntry(context);
      const answer = await send(op, params, {
        key: 'wrong',
        headers,
        ...(body === undefined ? {} : { body }),
      });
      must(answer).have.status(401);
      must(answer).have.header('content-type', 'JSON or problem details', isJsonError);
    },
  }),
  check('conventions.no-content', {
    access: 'write',
    needs: validNeeds,
    unless: ({ success }) => (success === 204 ? undefined : 'the profile shows no answer without a body'),
    async run(context) {
      const answer = await control(context);
      context.need(answer.status === 204, `status 204, got ${answer.status}`);
      context.must(answer).have.noBody();
    },
  }),
  check('conventions.json-content-type/error', {
    access: readOrProbe,
    accepts: '`application/json` or `application/problem+json` where the answer has a body',
    async run(context) {
      const answer = await refusalOfEntry(context);
      context.need(answer.text, 'an error answer with a body');
      context.must(answer).have.header('content-type', 'JSON or problem details', isJsonError);
    },
  }),
] satisfies readonly Check[];

/** The lists that a table could be made of, as long as no profile says that they have other formats. */
function takesNoFormat(op: Operation): boolean {
  return (
    ['listAcademicYears', 'listClasses', 'listTests', 'listUsers', 'listSessions'].includes(op.id) &&
    !op.has('format')
  );
}

const wellFormedClause = 'conventions.json-well-formed';

/**
 * Characters that a JSON text has to escape: a tab, a line feed, a quote, a backslash. Code that writes JSON by hand
 * forgets them.
 */
const escaped = 'Rollcall\tfirst line\n"second" line \\ end';

/** Texts that a JSON text has to escape. */
export const escapes = [
  check('conventions.json-well-formed/escapes', {
    access: 'write',
    on: ['getClass', 'getCohort'],
    needs: (op) => [groupOf(op).fields],
    sends: 'a creation whose description has a tab, a line feed, a quote and a backslash, then a read of it',
    async run(context) {
      const { op, send, must, world } = context;
      const group = groupOf(op);
      const description = world.synthetic(escaped);
      const read = reusedGroup(context, group, 'escapes', { description }).then(async (id) => {
        await waitUntilReadable(context, group.kind, id);
        return eventually(
          context,
          () => send(op, { [group.id]: id }),
          ({ status }) => status === 200,
        );
      });
      const [result] = await Promise.allSettled([read]);
      mustNotViolate(context, wellFormedClause, 'one whole JSON text in UTF-8');
      if (result.status === 'rejected') throw result.reason;
      must(result.value).have.status(200);
    },
  }),
] satisfies readonly Check[];

/** Judged after every other check that sends requests, because every answer of the run counts. */
export const wellFormed = [
  check(wellFormedClause, {
    access: readOrProbe,
    afterAll: true,
    async run(context) {
      const { op, must, need } = context;
      // A quick run looks at what reads were answered with in any case.
      const requests = [
        ...(op.writes || context.effort !== 'quick' ? [() => shutOut(context, op)] : []),
        ...(op.writes ? [] : [() => minimal(context, op)]),
      ];
      const results: PromiseSettledResult<Answer>[] = [];
      for (const request of requests) results.push(...(await Promise.allSettled([request()])));
      mustNotViolate(context, wellFormedClause, 'one whole JSON text in UTF-8');
      const answers = results.map((result) => {
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
      need(
        answers.some((answer) => answer.json !== undefined),
        'an answer that is declared as JSON',
      );
      must.hold(true, { expected: 'JSON texts', actual: 'something else' });
    },
  }),
] satisfies readonly Check[];

function mustBeJson({ must }: Context, answer: Answer): void {
  must(answer).have.header('content-type', 'application/json', isJson);
}
