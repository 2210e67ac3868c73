import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { emailMeanings, markOf, nameMeanings } from '../../target/accounts/meanings.ts';
import { requestIfFilled } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { idIn, itemsOf, type Json, text } from '../../target/body.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { mustEventually } from '../../target/must-eventually.ts';
import { prerequisiteOf } from '../../target/reuse/resources.ts';
import { fieldsThatDiffer, inTicks, itemFields } from '../../target/same-fields.ts';
import { readUser } from '../../target/users/read.ts';

/** The search shows the users of the list with the same fields. */
export const sameFields: readonly Check[] = [
  check('search-users.same-as-list-users/fields', {
    accepts: 'for each user in both answers the same fields with the same values, lists in any order',
    run: judgeSameFields,
  }),

  check('search-users.same-as-list-users/after-changes', {
    access: 'write',
    needs: [prerequisiteOf('student'), 'update-user-name.body'],
    sends: 'a change of the name, the address and the identifier of an account, and reads before and after',
    run: judgeAfterChanges,
  }),
];

async function judgeAfterChanges(context: Context): Promise<void> {
  const id = await accountId(context, 'student');
  const list = context.operation('listUsers');
  // The search may keep what it has shown once.
  await readUser(context, id, context.op);
  const mark = markOf(context);
  const fresh = {
    updateUserName: nameMeanings(context, 'Rollcall', `Twin ${mark}`),
    updateUserPrimaryEmail: emailMeanings(context, `twin.${mark}@example.org`),
    setUserExternalId: { externalId: context.world.synthetic(`twin-${mark}`) },
  };
  for (const [op, meanings] of Object.entries(fresh)) await requestIfFilled(context, op, id, meanings);
  const read = async () =>
    [await readUser(context, id, list), await readUser(context, id, context.op)] as const;
  const names = itemFields(context, 'listUsers');
  await mustEventually(context, read, (seen) => fieldsThatDiffer(...seen, names).length === 0, {
    expected: 'a user who was changed with the same fields in the search and in the list',
    actual: (seen) => `differences in ${inTicks(fieldsThatDiffer(...seen, names))}`,
  });
}

async function judgeSameFields(context: Context): Promise<void> {
  const ops = [context.operation('listUsers'), context.op] as const;
  let isFresh = false;
  const read = async (op: (typeof ops)[number]) => {
    const answer = isFresh
      ? await context.send(op, await minimalParams(context, op))
      : await minimal(context, op);
    return { answer, items: itemsOf(context, answer) };
  };
  await onStableData(
    async () => (await read(ops[0])).items,
    async () => {
      const [list, search] = [await read(ops[0]), await read(ops[1])];
      isFresh = true;
      const listed = new Map(list.items.map((user) => [idOf(user), user]));
      const both = search.items.flatMap((user) => {
        const same = listed.get(idOf(user));
        return same && !context.world.isMade(text(user['userId']) ?? '') ? [[user, same] as const] : [];
      });
      context.need(both.length > 0, 'a user that both the list and the search show');
      const names = itemFields(context, 'listUsers');
      const fields = new Set(both.flatMap(([one, other]) => fieldsThatDiffer(one, other, names)));
      context.must.hold(fields.size === 0, {
        expected: `${both.length} users with the same fields in the search and in the list`,
        actual: `differences in ${inTicks(fields)}`,
        in: [list.answer, search.answer],
      });
    },
  );
}

function idOf(user: Json): string {
  return idIn(user, 'userId') ?? '';
}
