import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { createFree, everyField, type FreshUser, userIdIn } from '../../target/accounts/fresh-user.ts';
import { nameMeanings } from '../../target/accounts/meanings.ts';
import { judgeSameUser } from '../../target/accounts/same-user.ts';
import { sentFields, unshownFields } from '../../target/accounts/sent-fields.ts';
import { pageOf, text } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { markedName, meaningsOf } from '../../target/reuse/creation.ts';
import { paramsFor } from '../../target/users/criteria.ts';
import { filterNamed } from '../../target/users/filters.ts';
import { idsOf } from '../../target/users/found.ts';
import { mustShow } from '../../target/users/read.ts';

/** First and last names with signs, the first one in letters of another script as well. */
const names = [
  ['Юлия', "O'Neill-Smith"],
  ["D'Arcy-Ann", "O'Neill-Smith"],
] as const;

/** A name with signs makes one account, and is its name in the answer and in reads. */
export const signs: readonly Check[] = checks(
  ['create-student.effect/signs', 'create-teacher.effect/signs'],
  {
    access: 'write',
    unless: fromStandard,
    sends:
      'a creation with an apostrophe and a hyphen in the last name and a first name in another script (where that is refused, in plain letters), then reads by id and by what else was sent',
    accepts: 'one account with the names as they were sent; both names may be refused',
    async run(context) {
      const { answer, meanings } = context.need(
        await createdWithSigns(context),
        'a name with signs to be taken',
      );
      const id = userIdIn(context, answer);
      const sent = sentFields(context.op.body ?? {}, meanings);
      context.need(sent.length > 0, 'a body that carries a field of a user');
      const claim = { expected: 'the account as the creation gave it', in: answer };
      await mustShow(context, id, (user) => unshownFields(user, sent, meanings), claim);
      await judgeSameUser(context, answer, id);
      await mustBeAlone(context, id, { answer, meanings });
    },
  },
);

/** The creation with the first of the names that the target takes. */
async function createdWithSigns(context: Context): Promise<FreshUser | undefined> {
  const kind = context.op.makes === 'teacher' ? 'teacher' : 'student';
  for (const [firstName, lastName] of names) {
    const made = await createFree(context, kind, (number) => {
      const marked = meaningsOf(context, kind, markedName(context, `${kind} of signs ${number}`));
      return {
        ...marked,
        ...nameMeanings(context, firstName, `${lastName} ${text(marked['lastName'])}`),
        ...everyField(context, `${kind}.signs.${number}.${context.world.mark}`),
      };
    });
    if (made.answer.status < 400) return made;
    context.observe('accounts.unusual-values', 'refused');
  }
  return undefined;
}

/** Claims that nobody else has what only this creation said. A copy would need a username of its own. */
async function mustBeAlone(context: Context, id: string, { answer, meanings }: FreshUser): Promise<void> {
  const op = context.operation('listUsers');
  for (const { field, filter } of sentFields(context.op.body ?? {}, meanings)) {
    const value = text(meanings[field]);
    if (filter === undefined || filter === 'username' || value === undefined) continue;
    const found = await context.send(op, paramsFor(op, [{ filter: filterNamed(filter), values: [value] }]));
    if (found.status >= 400) continue;
    const others = idsOf(pageOf(context, found).items).filter((one) => one !== id.toLowerCase());
    context.must.hold(others.length === 0, {
      expected: `the new account alone by the \`${filter}\` that was sent for it`,
      actual: `${others.length} others`,
      in: [answer, found],
    });
  }
}
