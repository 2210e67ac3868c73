import type { Check } from '../../../harness/judging/check.ts';
import { statedCheck } from '../../../harness/judging/stated-check.ts';
import { readOrProbe } from '../../target/access.ts';
import { minimal } from '../../target/minimal.ts';
import { needValidKey, probed } from '../../target/probe.ts';

/** How a valid key is taken. */
export const keys = [
  statedCheck('authentication.same-key-everywhere', {
    access: readOrProbe,
    async run(context) {
      const { op, must } = context;
      await needValidKey(context);
      const answer = await (op.writes ? probed(context, op, 'full') : minimal(context, op));
      const expected = 'a status other than 401';
      must.hold(answer.status !== 401, { expected, actual: 'status 401', in: answer });
    },
  }),

  statedCheck('authentication.header-name', {
    access: 'read',
    async run({ op, send, must }) {
      for (const keyName of ['x-api-key', 'X-API-KEY', 'X-Api-Key'])
        must(await send(op, {}, { keyName })).have.status(200);
    },
  }),
] satisfies readonly Check[];
