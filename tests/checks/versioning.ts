import { type Check, check } from '../../harness/check.ts';
import type { Scene } from '../../harness/scene.ts';
import { still } from '../../harness/still.ts';
import type { Contract, Operation } from '../../spec/contract.ts';
import { itemsOf, type Json, object, pageOf } from './body.ts';
import { plain, plainParams } from './given.ts';
import { ordinary, ordinaryNeeds } from './ordinary.ts';

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
    async run(scene) {
      const { op, must } = scene;
      const answer = await plain(scene, op);
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
    async run(scene) {
      const { op, send, need, must } = scene;
      await still(
        () => totalOf(scene),
        async () => {
          const total = need(await totalOf(scene), 'a list with a total above 0');
          const rawQuery = `limit=1&externalId=${scene.world.coin('rollcall-external-id')}`;
          const answer = await send(op, await plainParams(scene, op), { rawQuery });
          if (answer.status >= 400) return must(answer).be.refused();
          must.equal(pageOf(scene, answer).total, total, 'the total with `externalId`', answer);
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
    async run(scene) {
      const { op, send, need, must } = scene;
      await still(
        () => totalOf(scene),
        async () => {
          const total = need(await totalOf(scene), 'a search with a total above 0');
          const externalIds = [scene.world.coin('rollcall-external-id')];
          const answer = await send(op, {}, { body: { search: { externalIds } } });
          if (answer.status >= 400) return must(answer).be.refused();
          must.equal(pageOf(scene, answer).total, total, 'the total with `externalIds`', answer);
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
      async run(scene) {
        const answer = await plain(scene, scene.op);
        const users = itemsOf(scene, answer);
        scene.need(users.length >= 3, 'three users');
        scene.must.hold(
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
    needs: ordinaryNeeds,
    sends: 'another name for a user of this run',
    accepts: '`updatedAt` in the user that is answered',
    async run(scene) {
      const answer = await ordinary(scene, scene.op);
      scene.need(answer.status < 300, `the change to be accepted, got ${answer.status}`);
      const user = scene.need(object(object(answer.json)?.['user']), 'a user in the answer');
      scene.must.hold(present(user, 'updatedAt'), { expected: '`updatedAt`', actual: 'none', in: answer });
    },
  }),
] satisfies readonly Check[];

async function totalOf(scene: Scene): Promise<number | undefined> {
  const { op } = scene;
  if (op.method !== 'GET')
    return pageOf(scene, await scene.send(op, await plainParams(scene, op))).total || undefined;
  return (
    pageOf(scene, await scene.send(op, await plainParams(scene, op), { rawQuery: 'limit=1' })).total ||
    undefined
  );
}

function present(user: Json, field: string): boolean {
  return user[field] !== undefined && user[field] !== null;
}
