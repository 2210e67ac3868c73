import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { pageOf } from '../../target/body.ts';
import { mustBeRefused } from '../../target/refused.ts';
import { findBy, type ValuesByFilter } from '../../target/users/found.ts';

/** What the list and the search refuse. */
export const refusals: readonly Check[] = [
  check('list-users.name-minimum', {
    accepts: '400 each time, or each time the page that comes without a name',
    async run(context) {
      const beside = { userId: [context.world.synthetic(context.unknownId('nobody'))] };
      const alone = await readEmptyName(context, {});
      context.must.equal(await readEmptyName(context, beside), alone, 'an empty name beside another filter');
      context.observe('list-users.name-empty', alone);
    },
  }),

  check('search-users.search-name-minimum', {
    async run(context) {
      await judgeEmptyName(context, {});
      await judgeEmptyName(context, { userId: [context.world.synthetic(context.unknownId('nobody'))] });
    },
  }),

  check('list-users.bad-request', {
    sends: 'an identifier that nobody has (accepted), then one that is no UUID, and an empty name',
    accepts: '400; 200 as well for the empty name, which may count as none',
    async run(context) {
      const control = await findBy(context, { userId: [context.unknownId('nobody')] });
      context.need.accepted(control);
      // A pattern that is not held to the end takes it for one.
      const noUuid = context.world.synthetic(`${context.unknownId('nobody')}x`);
      context.must(await findBy(context, { userId: [noUuid] })).have.status(400);
      context.must(await findBy(context, { name: [''] })).have.status(400, 200);
    },
  }),

  check('search-users.body-required', {
    async run({ send, op, must, need }) {
      need.accepted(await send(op, { search: {} }));
      must(await send(op)).be.refused();
    },
  }),
];

async function judgeEmptyName(context: Context, beside: ValuesByFilter): Promise<void> {
  context.must(await findBy(context, { ...beside, name: [context.world.synthetic('a')] })).have.status(200);
  mustBeRefused(context, await findBy(context, { ...beside, name: [''] }));
}

/** How an empty name in a query is read: refused, or as if there were none. Anything else breaks the clause. */
async function readEmptyName(context: Context, beside: ValuesByFilter): Promise<'refused' | 'no filter'> {
  const { must } = context;
  must(await findBy(context, { ...beside, name: [context.world.synthetic('a')] })).have.status(200);
  const limit = 1;
  const withoutName = async () => pageOf(context, await findBy(context, beside, { limit }));
  return onStableData(
    async () => (await withoutName()).total,
    async () => {
      const answer = await findBy(context, beside, { limit, name: '' });
      must(answer).have.status(400, 200);
      if (answer.status === 400) return 'refused';
      const [found, all] = [pageOf(context, answer), await withoutName()];
      must.equal(found.items.length, all.items.length, 'the number of users found', answer);
      must.equal(found.total, all.total, '`total`', answer);
      return 'no filter';
    },
  );
}
