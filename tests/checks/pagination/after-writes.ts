import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { isFilled, request, requestIfFilled } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { fromStandard } from '../../target/effort.ts';
import { type Counted, type CountedWrite, countedAfter, isCounted } from '../../target/pages/counted.ts';
import { createdFixture } from '../../target/reuse/fixture.ts';
import { resources } from '../../target/reuse/resources.ts';
import { userSearches } from '../../target/users/lookup.ts';

/** A total that is kept somewhere follows each kind of write. */
export const afterWrites: readonly Check[] = [
  check('pagination.total-counts/after-writes', {
    access: 'write',
    on: userSearches,
    needs: [resources.student.fields, resources.teacher.fields],
    unless: fromStandard,
    sends:
      'a list without filters, then its end after the creation of a student, after that of a teacher, and while a student is disabled',
    accepts: 'each time as many results at the end as `total` leaves for it',
    async run(context) {
      const counted = await countedUsers(context);
      for (const each of counted.filter(({ op }) => op === context.op.id)) mustBeCounted(context, each);
    },
  }),
];

function mustBeCounted({ must }: Context, counted: Counted): void {
  must.hold(isCounted(counted), {
    expected: `${counted.due} results at the end of the list, as \`total\` says after ${counted.after}`,
    actual: `${counted.shown}`,
    in: counted.answer,
  });
}

/**
 * Both ways to users are looked at in turn, so that each write is sent once. The first run on a target creates the
 * accounts here, as no row before it asks for them; a later one finds them.
 */
function countedUsers(context: Context): Promise<readonly Counted[]> {
  return context.world.once('users counted after writes', () => {
    const created = (['student', 'teacher'] as const).map((kind): CountedWrite => {
      return { after: `the creation of a ${kind}`, send: () => createdFixture(context, kind) };
    });
    const isOffered = ['disableUser', 'enableUser'].every(
      (op) => !context.contract.later.has(op) && isFilled(context, op),
    );
    return countedAfter(context, userSearches, [...created, ...(isOffered ? [disabling(context)] : [])]);
  });
}

function disabling(context: Context): CountedWrite {
  const account = () => accountId(context, 'student');
  return {
    after: 'the disabling of a student',
    send: async () =>
      request(context, 'disableUser', await account(), await validChange(context, 'disableUser')),
    undo: async () => requestIfFilled(context, 'enableUser', await account()),
  };
}
