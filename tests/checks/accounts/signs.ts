import type { Meanings } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { createFree, everyField, userIdIn } from '../../target/accounts/fresh-user.ts';
import { nameMeanings } from '../../target/accounts/meanings.ts';
import { judgeSameUser } from '../../target/accounts/same-user.ts';
import { sentFields, unshownFields } from '../../target/accounts/sent-fields.ts';
import { pageOf, text } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { markedName, meaningsOf } from '../../target/reuse/creation.ts';
import { findExisting } from '../../target/reuse/existing.ts';
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
      'a creation with an apostrophe and a hyphen in the last name and a first name in another script (where that is refused, in plain letters), unless an earlier run left that account, then reads by id and by what else was sent',
    accepts: 'one account with the names as they were sent; both names may be refused',
    async run(context) {
      const made = context.need(await withSigns(context), 'a name with signs to be taken');
      const { id, answer, meanings } = made;
      // The profile may have named other values when an earlier run made it; the names are the same for all runs.
      const { firstName, lastName } = meanings;
      const sent = sentFields(context.op.body ?? {}, answer ? meanings : { firstName, lastName });
      context.need(sent.length > 0, 'a body that carries a field of a user');
      const claim = { expected: 'the account as the creation gave it', ...(answer && { in: answer }) };
      await mustShow(context, id, (user) => unshownFields(user, sent, meanings), claim);
      if (answer) await judgeSameUser(context, answer, id);
      await mustBeAlone(context, made);
    },
  },
);

/** An account with signs in its name, what was said of it, and the answer where this run has made it. */
interface WithSigns {
  readonly id: string;
  readonly meanings: Meanings;
  readonly answer?: Answer;
}

/** The account with the first of the names that the target takes: what an earlier run left, or a new one. */
async function withSigns(context: Context): Promise<WithSigns | undefined> {
  const kind = context.op.makes === 'teacher' ? 'teacher' : 'student';
  for (const name of names) {
    const meanings = said(context, kind, name, 1);
    const left = text((await findExisting(context, kind, meanings))?.['userId']);
    if (left !== undefined) return { id: left, meanings };
    const made = await createFree(context, kind, (number) => said(context, kind, name, number));
    if (made.answer.status < 400) return { id: userIdIn(context, made.answer), ...made };
    context.observe('accounts.unusual-values', 'refused');
  }
  return undefined;
}

function said(
  context: Context,
  kind: 'student' | 'teacher',
  [firstName, lastName]: readonly [string, string],
  number: number,
): Meanings {
  const marked = meaningsOf(context, kind, markedName(context, `${kind} of signs ${number}`));
  return {
    ...marked,
    ...nameMeanings(context, firstName, `${lastName} ${text(marked['lastName'])}`),
    ...everyField(context, `${kind}.signs.${number}.${context.world.mark}`),
  };
}

/** Claims that nobody else has what only this creation said. A copy would need a username of its own. */
async function mustBeAlone(context: Context, { id, answer, meanings }: WithSigns): Promise<void> {
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
      in: answer ? [answer, found] : found,
    });
  }
}
