import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { probe, probed } from '../../target/probe.ts';

/** One operation of each kind that a browser treats in a way of its own: by method, with and without a body. */
const kinds = [
  'listUsers',
  'searchUsers',
  'getClass',
  'addClassStudents',
  'removeClassStudents',
  'updateStudentDetails',
  'updateUserName',
];

/** A page of another origin in a real browser: what the protocol promises, it can read (Conventions 4). */
export const corsInBrowser = [
  check('conventions.cors-in-browser', {
    access: 'read',
    on: (op) => kinds.includes(op.id) && !op.writes,
    sends: 'the plainest request with the key header, from a page of another origin in a headless Chromium',
    accepts: 'an answer that the page can read',
    async run(context) {
      const { op, browse } = context;
      const { status } = await minimal(context, op);
      context.need(status < 300, `the plainest request to be accepted, got ${status}`);
      mustRead(context, await browse(op, await minimalParams(context, op)), status);
    },
  }),
  check('conventions.cors-in-browser/error', {
    access: (op: Operation) => (op.writes ? 'probe' : 'read'),
    on: kinds,
    sends: 'the operation with a wrong key, from a page of another origin in a headless Chromium',
    accepts: 'an error answer that the page can read',
    async run(context) {
      const { op, browse } = context;
      const { status } = await probed(context, op, 'wrong');
      context.need(status >= 400, `a refusal, got ${status}`);
      const { params, body } = await probe(context, op);
      mustRead(
        context,
        await browse(op, params, { key: 'wrong', ...(body === undefined ? {} : { body }) }),
        status,
      );
    },
  }),
] satisfies readonly Check[];

/** The same request reached the target without a browser: what blocks it now is CORS. */
function mustRead(
  { must, need }: Context,
  seen: Awaited<ReturnType<Context['browse']>>,
  status: number,
): void {
  need(seen !== 'unreachable', 'a target that Chromium can reach: a certificate that it trusts');
  must.hold(seen !== 'blocked', {
    expected: `an answer that the page can read (status ${status} without a browser)`,
    actual: 'an answer that the browser keeps from the page',
  });
}
