import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { readOrProbe } from '../../target/access.ts';
import { minimalParams } from '../../target/minimal.ts';
import { probe, refusalOfWrongKey } from '../../target/probe.ts';
import { control } from '../../target/valid.ts';

/** One operation of each kind that a browser treats in its own way: by method, with a body and without one. */
const reads = ['listUsers', 'searchUsers', 'getClass'];
const writes = ['addClassStudents', 'removeClassStudents', 'updateStudentDetails', 'updateUserName'];

/** A page of another origin in a headless Chromium can read what the protocol promises it (Conventions 4). */
export const corsInBrowser = [
  check('conventions.cors-in-browser', {
    access: 'read',
    on: reads,
    sends: 'the minimal request with the key header, from a page of another origin in a headless Chromium',
    async run(context) {
      const { op, browse } = context;
      const { status } = await control(context);
      mustBeReadable(context, await browse(op, await minimalParams(context, op)), status);
    },
  }),
  check('conventions.cors-in-browser/error', {
    access: readOrProbe,
    on: [...reads, ...writes],
    sends: 'the operation with a wrong key, from a page of another origin in a headless Chromium',
    async run(context) {
      const { op, browse } = context;
      const { status } = await refusalOfWrongKey(context);
      const { params, body } = await probe(context, op);
      const options = { key: 'wrong', ...(body === undefined ? {} : { body }) } as const;
      mustBeReadable(context, await browse(op, params, options), status);
    },
  }),
] satisfies readonly Check[];

/** The same request reached the target without a browser, so that only CORS can block it now. */
function mustBeReadable(
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
