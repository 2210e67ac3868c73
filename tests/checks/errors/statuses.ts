import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { object, text } from '../../target/body.ts';
import { mustBeError } from '../../target/errors.ts';
import { needTelling, probed } from '../../target/probe.ts';
import { create, type Kind } from '../../target/reuse/fixture.ts';
import { valid, validNeeds, validRequest } from '../../target/valid.ts';
import { permitted } from '../authentication/keys.ts';

const access = (op: Operation) => (op.writes ? 'probe' : 'read');

/** Each status comes for its condition, with an error body (Errors, status codes). */
export const statuses = [
  // The message of an error is for a person.
  check('errors.message-readable', {
    access,
    on: () => true,
    sends: 'the operation with a wrong key',
    accepts: 'texts that are not blank wherever the error has a message, a title or a detail',
    async run(context) {
      const answer = await probed(context, context.op, 'wrong');
      context.need(answer.status >= 400, `a refusal, got ${answer.status}`);
      const body = object(answer.json);
      const texts = ['message', 'title', 'detail'].map((member) => text(body?.[member]));
      const said = texts.filter((value) => value !== undefined);
      context.need(said.length > 0, 'an error with a message, a title or a detail');
      context.must.hold(
        said.every((value) => value.trim() !== ''),
        { expected: 'words for a person', actual: 'a blank text', in: answer },
      );
    },
  }),

  check('errors.unauthorised', {
    access,
    on: () => true,
    sends: 'the operation with a wrong key',
    accepts: '401 with an error body',
    async run(context) {
      const answer = await probed(context, context.op, 'wrong');
      if (answer.status !== 401) await needTelling(context, context.op, answer);
      context.must(answer).have.status(401);
      mustBeError(context, answer);
    },
  }),

  check('errors.forbidden', {
    access,
    on: () => true,
    needs: ['authentication.key-permissions'],
    unless: permitted,
    sends: 'the operation with a key that the profile says may not use it',
    accepts: '403 with an error body',
    async run(context) {
      const answer = await probed(context, context.op, 'restricted');
      if (answer.status !== 403) await needTelling(context, context.op, answer);
      context.must(answer).have.status(403);
      mustBeError(context, answer);
    },
  }),

  // Academic years, classes and cohorts that do not exist; the rest of the request is sound.
  check('errors.not-found', {
    access: (op) => (op.writes ? 'write' : 'read'),
    on: (op, contract) => contract.clause('errors.not-found').operations.includes(op.id),
    needs: validNeeds,
    sends: 'an accepted request, then the same for an id that names nothing',
    accepts: '404 with an error body',
    async run(context) {
      const { op, send, must } = context;
      const accepted = await valid(context, op);
      context.need(accepted.status < 300, `the request to be accepted, got ${accepted.status}`);
      const id = context.need(/\{(\w+)\}/.exec(op.path)?.[1], 'an id in the path');
      const { params } = op.writes ? await validRequest(context, op) : { params: {} };
      const answer = await send(op, { ...params, [id]: context.unknownId(id) });
      must(answer).have.status(404);
      mustBeError(context, answer);
    },
  }),

  conflict('errors.class-conflict', 'createClass', 'class'),
  conflict('errors.cohort-conflict', 'createCohort', 'cohort'),
] satisfies readonly Check[];

function conflict(clause: string, operation: string, kind: Kind): Check {
  return check(clause, {
    access: 'write',
    on: [operation],
    needs: validNeeds,
    sends: 'a creation that is accepted, then the same one again',
    accepts: '409 with an error body',
    run: (context) => createAgain(context, kind),
  });
}

async function createAgain(context: Context, kind: Kind): Promise<void> {
  const first = await valid(context, context.op);
  context.need(first.status < 300, `the first creation to be accepted, got ${first.status}`);
  const answer = await create(context, kind, {}, { rawBody: first.sent.body ?? '' });
  context.must(answer).have.status(409);
  mustBeError(context, answer);
}
