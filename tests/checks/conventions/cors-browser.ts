import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { readOrProbe } from '../../target/access.ts';
import { minimalParams } from '../../target/minimal.ts';
import { probe, refusalOfEntry, shutOutKey } from '../../target/probe.ts';
import { control } from '../../target/valid.ts';

/** A read of each kind that a browser treats in its own way: by method, with a body and without one. */
const reads = ['listUsers', 'searchUsers', 'getClass'];

/** A page of another origin in a headless Chromium can read what the protocol promises it (Conventions 4). */
export const corsInBrowser = [
  check('conventions.cors-in-browser', {
    on: reads,
    async run(context) {
      const { op, browse } = context;
      const { status } = await control(context);
      const params = await minimalParams(context, op);
      await mustBeReadable(context, () => browse(op, params), status);
    },
  }),
  check('conventions.cors-in-browser/error', {
    access: readOrProbe,
    async run(context) {
      const { op, browse } = context;
      const { status } = await refusalOfEntry(context);
      const { params, body } = await probe(context, op);
      const options = { key: shutOutKey(context, op), ...(body === undefined ? {} : { body }) };
      await mustBeReadable(context, () => browse(op, params, options), status);
    },
  }),
] satisfies readonly Check[];

/** How often a request is sent: a browser withholds the error page of a gateway as well, and that may pass. */
const tries = 3;

/** The same request reached the target without a browser, so that only CORS can block it each time. */
async function mustBeReadable(
  { must, need }: Context,
  browse: () => ReturnType<Context['browse']>,
  status: number,
): Promise<void> {
  let seen = await browse();
  for (let attempt = 1; attempt < tries && seen === 'blocked'; attempt += 1) seen = await browse();
  need(seen !== 'unreachable', 'a target that Chromium can reach: a certificate that it trusts');
  must.hold(seen !== 'blocked', {
    expected: `an answer that the page can read (status ${status} without a browser)`,
    actual: 'an answer that the browser keeps from the page',
  });
}
