import { check } from '../../harness/check.ts';
import { pageOf } from './body.ts';
import { plainParams } from './given.ts';

/** Chapter Pagination. */
export const pagination = [
  // `offset` is not combined with `cursor`.
  check('pagination.offset-with-cursor', {
    access: 'read',
    on: (op) => op.paginated && op.lists(400),
    sends: 'the cursor of a first page by itself (accepted), then the same with an offset',
    accepts: '400',
    async run(scene) {
      const { op, send, need, must } = scene;
      const params = await plainParams(scene, op);
      const first = pageOf(scene, await send(op, { ...params, limit: 1 }));
      const cursor = need(first.nextCursor, 'a second page to take a cursor from');
      need((await send(op, { ...params, cursor })).status === 200, 'the cursor alone to be accepted');

      must(await send(op, { ...params, cursor, offset: 0 })).have.status(400);
    },
  }),
];
