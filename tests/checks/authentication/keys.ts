import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { statedCheck } from '../../../harness/judging/stated-check.ts';
import type { Operation } from '../../../spec/contract.ts';
import { readOrProbe } from '../../target/access.ts';
import { fromStandard, writesFromStandard } from '../../target/effort.ts';
import { minimal } from '../../target/minimal.ts';
import { unlessDenied } from '../../target/permission.ts';
import { mustRefuseKey, probed } from '../../target/probe.ts';
import { create, markedName, meaningsOf } from '../../target/reuse/creation.ts';
import { isGroup, kindCreatedBy } from '../../target/reuse/resources.ts';
import { control } from '../../target/valid.ts';

/** The three requests without a valid key (Authentication 2): on every operation, and as a valid creation. */
const keyless = [
  {
    id: 'authentication.missing-key',
    idForCreations: 'authentication.missing-key/creation',
    key: 'none',
    words: 'no key',
  },
  {
    id: 'authentication.empty-key',
    idForCreations: 'authentication.empty-key/creation',
    key: 'empty',
    words: 'an empty key',
    unless: writesFromStandard,
  },
  {
    id: 'authentication.invalid-key',
    idForCreations: 'authentication.invalid-key/creation',
    key: 'wrong',
    words: 'a wrong key',
  },
] as const;

/** How a key is checked. */
export const keys = [
  statedCheck('authentication.same-key-everywhere', {
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

  ...keyless.map(({ id, key, ...rest }) =>
    statedCheck(id, {
      access: readOrProbe,
      ...('unless' in rest ? { unless: rest.unless } : {}),
      async run(context) {
        await needValidKey(context);
        await mustRefuseKey(context, key, 401);
      },
    }),
  ),

  // A server that ignores keys may refuse the probe of a creation for its body: only a valid creation shows it.
  ...keyless.map(({ idForCreations, key, words }) =>
    check(idForCreations, {
      access: 'write',
      on: (op) => kindCreatedBy(op) !== undefined,
      needs: shapeOfAccount,
      async run(context) {
        const { op, must, need } = context;
        await needValidKey(context);
        const kind = need(kindCreatedBy(op), 'an operation that creates something');
        const name = markedName(context, `${kind} with ${words}`);
        must(await create(context, kind, meaningsOf(context, kind, name), { key })).have.status(401);
      },
    }),
  ),

  check('authentication.invalid-key/near-miss', {
    access: 'read',
    on: ['listAcademicYears', 'listUsers', 'searchUsers', 'listSessions'],
    unless: fromStandard,
    sends: 'the minimal request (accepted), then the same with the key cut short and with a character added',
    async run(context) {
      const { op, must } = context;
      await control(context);
      must(await probed(context, op, 'shortened')).have.status(401);
      must(await probed(context, op, 'lengthened')).have.status(401);
    },
  }),

  statedCheck('authentication.header-name', {
    access: 'read',
    async run({ op, send, must }) {
      for (const keyName of ['x-api-key', 'X-API-KEY', 'X-Api-Key'])
        must(await send(op, {}, { keyName })).have.status(200);
    },
  }),

  statedCheck('authentication.lacking-permission', {
    access: readOrProbe,
    unless: unlessDenied,
    sends:
      'the operation with a key that the profile says may not use it; a writing one with ids that name nothing',
    async run(context) {
      await needValidKey(context);
      await mustRefuseKey(context, 'restricted', 403);
    },
  }),
] satisfies readonly Check[];

/** The control: another read with the key is accepted. A refusal proves nothing about a server that refuses all. */
async function needValidKey(context: Context): Promise<void> {
  const others = ['listAcademicYears', 'listUsers', 'listTests'];
  const other = others.find((id) => id !== context.op.id && !context.contract.later.has(id));
  const answer = await minimal(context, context.operation(context.need(other, 'another read')));
  context.need.accepted(answer);
}

/** A class or cohort can be sent with a name alone; of an account, nothing can be sent while its shape is open. */
function shapeOfAccount(op: Operation): readonly string[] {
  const kind = kindCreatedBy(op);
  return kind === undefined || isGroup(kind) || op.requestGap === undefined ? [] : [op.requestGap];
}
