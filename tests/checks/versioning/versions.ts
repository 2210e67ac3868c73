import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import type { Contract, Operation } from '../../../spec/contract.ts';
import { itemsOf, type Json, object, pageOf } from '../../target/body.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { valid, validNeeds } from '../../target/valid.ts';

const asStated = (clause: string) => (op: Operation, contract: Contract) =>
  contract.clause(clause).operations.includes(op.id);

const additions = [
  ['versioning.roles-added', 'roles'],
  ['versioning.created-at-added', 'createdAt'],
] as const;

/** Chapter Versioning. */
export const versioning = [
  // The version is part of the base address, and every path goes on from there.
  check('versioning.base-address', {
    access: 'read',
    on: asStated('versioning.base-address'),
    sends: 'the plainest request, below the base address with its `/api/v1`',
    accepts: 'anything but 404',
    async run(context) {
      const { op, must } = context;
      const answer = await minimal(context, op);
      must.hold(answer.status !== 404, {
        expected: `${op.path} below /api/v1`,
        actual: 'status 404',
        in: answer,
      });
    },
  }),

  // `externalId` no longer narrows the session lists.
  check('versioning.external-id-filter-removed', {
    access: 'read',
    on: asStated('versioning.external-id-filter-removed'),
    sends: 'the plainest request, then the same with an `externalId` that nobody has',
    accepts: 'the same total, or a refusal',
    async run(context) {
      const { op, send, need, must } = context;
      await onStableData(
        () => totalOf(context),
        async () => {
          const total = need(await totalOf(context), 'a list with a total above 0');
          const rawQuery = `limit=1&externalId=${context.world.synthetic('rollcall-external-id')}`;
          const answer = await send(op, await minimalParams(context, op), { rawQuery });
          if (answer.status >= 400) return must(answer).be.refused();
          must.equal(pageOf(context, answer).total, total, 'the total with `externalId`', answer);
        },
      );
    },
  }),
  check('versioning.external-ids-search-removed', {
    access: 'read',
    on: ['searchSessions'],
    needs: ['search-sessions.body', 'search-sessions.response'],
    sends: 'a search without filters, then one with `externalIds` that nobody has',
    accepts: 'the same total, or a refusal',
    async run(context) {
      const { op, send, need, must } = context;
      await onStableData(
        () => totalOf(context),
        async () => {
          const total = need(await totalOf(context), 'a search with a total above 0');
          const externalIds = [context.world.synthetic('rollcall-external-id')];
          const answer = await send(op, {}, { body: { search: { externalIds } } });
          if (answer.status >= 400) return must(answer).be.refused();
          must.equal(pageOf(context, answer).total, total, 'the total with `externalIds`', answer);
        },
      );
    },
  }),

  ...additions.map(([clause, field]) =>
    check(clause, {
      access: 'read',
      on: ['listUsers', 'searchUsers'],
      sends: 'the plainest request',
      accepts: `\`${field}\` on users: one of the first page at least has it`,
      async run(context) {
        const answer = await minimal(context, context.op);
        const users = itemsOf(context, answer);
        context.need(users.length >= 3, 'three users');
        context.must.hold(
          users.some((user) => present(user, field)),
          {
            expected: `\`${field}\` on users`,
            actual: `no such field on any of ${users.length}`,
            in: answer,
          },
        );
      },
    }),
  ),

  // A user that has been changed says when.
  check('versioning.updated-at-added', {
    access: 'write',
    on: ['updateUserName'],
    needs: validNeeds,
    sends: 'another name for a user of this run',
    accepts: '`updatedAt` in the user that is answered',
    async run(context) {
      const answer = await valid(context, context.op);
      context.need(answer.status < 300, `the change to be accepted, got ${answer.status}`);
      const user = context.need(object(object(answer.json)?.['user']), 'a user in the answer');
      context.must.hold(present(user, 'updatedAt'), { expected: '`updatedAt`', actual: 'none', in: answer });
    },
  }),
] satisfies readonly Check[];

async function totalOf(context: Context): Promise<number | undefined> {
  const { op } = context;
  if (op.method !== 'GET')
    return pageOf(context, await context.send(op, await minimalParams(context, op))).total || undefined;
  return (
    pageOf(context, await context.send(op, await minimalParams(context, op), { rawQuery: 'limit=1' }))
      .total || undefined
  );
}

function present(user: Json, field: string): boolean {
  return user[field] !== undefined && user[field] !== null;
}
