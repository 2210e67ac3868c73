import { type Check, check } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import type { Group } from '../../target/groups/group.ts';
import { create, createdFixture, markedName } from '../../target/reuse/fixture.ts';
import { freeNumber } from '../../target/reuse/free-number.ts';
import { leftover } from '../../target/reuse/leftovers.ts';

/** How many race for one name: it leaves a single thing behind however many there are, and not every race is close. */
const racers = 4;

/** Identical creations at the same time. */
export function oneWinnerChecks(group: Group): Check[] {
  const { kind, clauses } = group;
  return [
    // One of them comes to be, the others are told that it exists.
    check(`${clauses.create}.one-winner`, {
      access: 'write',
      on: [group.create],
      needs: [group.fields],
      sends: `a creation that is accepted, then four identical creations of a ${kind}, all at once`,
      accepts: 'one 201, and 409 for the others',
      async run(context) {
        await createdFixture(context, kind);
        const named = (number: number) => ({ name: markedName(context, `${kind} race ${number}`) });
        const number = await freeNumber(
          context,
          async (n) => (await leftover(context, kind, named(n))) !== undefined,
        );
        const send = () => create(context, kind, named(number));
        const answers = await inParallel(Array.from({ length: racers }, () => send));
        const statuses = answers.map(({ status }) => status).sort();
        context.must.hold(String(statuses) === '201,409,409,409', {
          expected: 'one 201 and 409 for the others',
          actual: `${statuses.join(' and ')}`,
          in: answers,
        });
      },
    }),
  ];
}
