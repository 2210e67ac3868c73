import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { needAcceptedBeside } from '../../target/accepted-beside.ts';
import { mustBeRefused } from '../../target/refused.ts';
import { findBy, type ValuesByFilter } from '../../target/users/found.ts';

/** What the list and the search refuse. */
export const refusals: readonly Check[] = [
  check('list-users.name-minimum', { run: judgeEmptyName }),

  check('search-users.search-name-minimum', { run: judgeEmptyName }),

  check('list-users.bad-request', {
    sends: 'an identifier that nobody has (accepted), then one that is no UUID, and an empty name',
    async run(context) {
      await needAcceptedBeside(context, () => findBy(context, { userId: [context.unknownId('nobody')] }));
      // A pattern that is not held to the end takes it for one.
      const noUuid = context.world.synthetic(`${context.unknownId('nobody')}x`);
      context.must(await findBy(context, { userId: [noUuid] })).have.status(400);
      context.must(await findBy(context, { name: [''] })).have.status(400);
    },
  }),

  check('search-users.body-required', {
    async run({ send, op, must, need }) {
      need.accepted(await send(op, { search: {} }));
      must(await send(op)).be.refused();
    },
  }),
];

/** A name of one character is accepted, and an empty one refused: alone, and beside another filter where time allows. */
async function judgeEmptyName(context: Context): Promise<void> {
  const nobody = context.world.synthetic(context.unknownId('nobody'));
  const others: readonly ValuesByFilter[] = context.effort === 'quick' ? [] : [{ userId: [nobody] }];
  for (const beside of [{}, ...others]) {
    context.must(await findBy(context, { ...beside, name: [context.world.synthetic('a')] })).have.status(200);
    mustBeRefused(context, await findBy(context, { ...beside, name: [''] }));
  }
}
