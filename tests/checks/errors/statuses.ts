import { type Check, check, checks } from '../../../harness/judging/check.ts';
import { readOrProbe, readOrWrite } from '../../target/access.ts';
import { object, text } from '../../target/body.ts';
import { mustBeError } from '../../target/errors.ts';
import { inOneYear } from '../../target/groups/as-known.ts';
import { fromPage } from '../../target/page.ts';
import { idsInPath } from '../../target/path.ts';
import { deniedKeys, unlessDenied } from '../../target/permission.ts';
import { mustForbidKey, mustRefuseText, refusalOfEntry, shutOutKey } from '../../target/probe.ts';
import { control, validNeeds, validRequest } from '../../target/valid.ts';

/** Each status comes for its condition, with an error body (Errors, status codes). */
export const statuses = [
  check('errors.message-readable', {
    access: readOrProbe,
    accepts: 'texts that are not blank wherever the error has a message, a title or a detail',
    async run(context) {
      const answer = await refusalOfEntry(context);
      const body = object(answer.json);
      const texts = ['message', 'title', 'detail'].flatMap((member) => text(body?.[member]) ?? []);
      context.need(texts.length > 0, 'an error with a message, a title or a detail');
      context.must.every(texts, (words) => words.trim() !== '', 'texts that are not blank', answer);
    },
  }),

  check('errors.unauthorised', {
    access: readOrProbe,
    async run(context) {
      mustBeError(context, await mustRefuseText(context, shutOutKey(context, context.op)));
    },
  }),

  check('errors.forbidden', {
    access: readOrProbe,
    unless: unlessDenied,
    async run(context) {
      for (const key of deniedKeys(context)) mustBeError(context, await mustForbidKey(context, key));
    },
  }),

  check('errors.not-found', {
    access: readOrWrite,
    needs: validNeeds,
    async run(context) {
      const { op, send, must, need } = context;
      await control(context);
      const id = need(idsInPath(op)[0], 'an id in the path');
      const { params } = await validRequest(context, op);
      const answer = await send(op, { ...params, [id]: context.unknownId(id) }, { headers: fromPage });
      must(answer).have.status(404);
      mustBeError(context, answer);
    },
  }),

  // In another year the same may be a new one.
  ...inOneYear(
    checks(['errors.class-conflict', 'errors.cohort-conflict'], {
      access: 'write',
      needs: validNeeds,
      async run(context) {
        const { sent } = await control(context);
        const answer = await context.send(context.op, {}, { headers: fromPage, rawBody: sent.body ?? '' });
        context.must(answer).have.status(409);
        mustBeError(context, answer);
      },
    }),
  ),
] satisfies readonly Check[];
