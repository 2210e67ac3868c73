import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { readOrProbe } from '../../target/access.ts';
import { fromStandard } from '../../target/effort.ts';
import { unlessDenied } from '../../target/permission.ts';
import { mustRefuseKey, needValidKey } from '../../target/probe.ts';
import { create } from '../../target/reuse/creation.ts';
import { kindCreatedBy } from '../../target/reuse/resources.ts';
import { mustBeUnused, unusedMeanings } from '../../target/reuse/unused.ts';
import { arrange, control, validNeeds, validRequest } from '../../target/valid.ts';

/** What a key may not do is answered with 403 (Authentication 3). */
export const permissions = [
  check('authentication.lacking-permission', {
    access: readOrProbe,
    unless: unlessDenied,
    sends:
      'the operation with a key that the profile says may not use it; a writing one with ids that name nothing',
    accepts:
      '403; to a writing operation also what a server says that looks for what a request names, or validates it, before it asks who may do it',
    async run(context) {
      await needValidKey(context);
      await mustRefuseKey(context, 'restricted', 403);
    },
  }),

  // A server may look at the request before the permission: this request is sound in every other way.
  check('authentication.lacking-permission/sound', {
    access: 'write',
    on: ({ writes }) => writes,
    needs: validNeeds,
    unless: (op, settings) => fromStandard(op, settings) ?? unlessDenied(op, settings),
    sends:
      'a valid request (accepted), then another valid one with a key that the profile says may not send it',
    async run(context) {
      const { op } = context;
      await control(context);
      const kind = kindCreatedBy(op);
      if (kind === undefined) return context.must(await changeAnswer(context)).have.status(403);
      const meanings = await unusedMeanings(context, kind, 'without permission');
      context.must(await create(context, kind, meanings, { key: 'restricted' })).have.status(403);
      await mustBeUnused(context, kind, meanings);
    },
  }),
] satisfies readonly Check[];

/** The answer to a change that would make a difference, with the restricted key. */
async function changeAnswer(context: Context): Promise<Answer> {
  const { op, send } = context;
  const { params, body } = await validRequest(context, op);
  await arrange(context, op);
  return send(op, params, { key: 'restricted', ...(body === undefined ? {} : { body }) });
}
