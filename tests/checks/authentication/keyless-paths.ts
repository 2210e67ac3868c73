import { type Check, check } from '../../../harness/judging/check.ts';
import { readOrProbe } from '../../target/access.ts';
import { idsInPath, pathOnly } from '../../target/path.ts';
import { needValidKey } from '../../target/probe.ts';

const malformed = 'rollcall-is-no-id';

/** The key comes before what a path says. */
export const keylessPaths = [
  check('authentication.missing-key/malformed-id', {
    access: readOrProbe,
    on: (op) => idsInPath(op).length > 0,
    sends: 'without a key: a request with a word in place of the id in its path, and without a body',
    accepts: '401; or 404, which says that there is no endpoint at such a path',
    async run(context) {
      const { op, send, must, world } = context;
      await needValidKey(context);
      const params = Object.fromEntries(idsInPath(op).map((name) => [name, world.synthetic(malformed)]));
      must(await send(op, pathOnly(op, params), { key: 'none' })).have.status(401, 404);
    },
  }),
] satisfies readonly Check[];
