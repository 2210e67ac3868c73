import { type Check, check } from '../../../harness/judging/check.ts';
import { readOrProbe } from '../../target/access.ts';
import { writesFromStandard } from '../../target/effort.ts';
import { minimal } from '../../target/minimal.ts';
import { needValidKey, probed } from '../../target/probe.ts';

/** How a valid key is taken. */
export const keys = [
  check('authentication.same-key-everywhere', {
    access: readOrProbe,
    unless: writesFromStandard,
    async run(context) {
      const { op, must } = context;
      await needValidKey(context);
      const answer = await (op.writes ? probed(context, op, 'full') : minimal(context, op));
      const expected = 'a status other than 401';
      must.hold(answer.status !== 401, { expected, actual: 'status 401', in: answer });
    },
  }),

  check('authentication.header-name', {
    async run({ op, send, must }) {
      for (const keyName of ['x-api-key', 'X-API-KEY', 'X-Api-Key'])
        must(await send(op, {}, { keyName })).have.status(200);
    },
  }),
] satisfies readonly Check[];
