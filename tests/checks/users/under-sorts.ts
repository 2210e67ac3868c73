import type { Sort } from '../../../generators/sort.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import type { Operation } from '../../../spec/contract.ts';
import { type Page, pageOf, text } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { ask } from '../../target/pages/reader.ts';
import { widest } from '../../target/pages/sorted-walk.ts';
import { fieldsThatDiffer, inTicks, itemFields } from '../../target/same-fields.ts';
import { onStableReads } from '../../target/shared-reads.ts';
import { oppositesIn, sortsNamed, sortsOf } from '../../target/sorts.ts';
import { measured } from '../../target/stated.ts';
import { fold } from '../../target/users/fold.ts';
import { idsOf } from '../../target/users/found.ts';
import { readUsers } from '../../target/users/read.ts';

/** How many users are looked at: of the first ones, and of the last ones by pages of two. */
const first = 4;
const last = 3;
const pageSize = 2;

/** A sort changes the order of users, and neither how many there are nor what they are. */
export const underSorts: readonly Check[] = [
  ...checks(['list-users.sort-order/to-the-end', 'search-users.sort/to-the-end'], {
    cost: 'high',
    needs: ['list-users.sort-fields', 'list-users.sort-directions'],
    unless: fromStandard,
    sends:
      'for each sort that the profile names, the first users, the last three by offset and cursor (or the first four, where those come first who lack the field), and the same users by their ids',
    accepts: 'as many users up to the end as `total` says, each with the fields that it has without the sort',
    async run(context) {
      const sorts = sortsNamed(context);
      const some = context.op.id === 'listUsers' ? sorts.length : context.share('half');
      // The search takes them from the end on, where a profile has names, which users may lack.
      for (const sort of sorts.toReversed().slice(0, some))
        await onStableReads(
          context,
          () => measure(context, sort),
          (used) => judgeSort(context, used, sort),
        );
    },
  }),

  // How names compare is left open, but not that who comes first one way comes last the other way.
  ...checks(['list-users.sort-order/opposite', 'search-users.sort/opposite'], {
    cost: 'high',
    needs: ['list-users.sort-fields', 'list-users.sort-directions'],
    unless: (op, settings) => fromStandard(op, settings) ?? unlessTexts(op),
    sends: 'a page by each field that the profile names and that holds a text of users, in both directions',
    accepts: 'pages that begin with different values, however these compare, or with what all users have',
    async run(context) {
      let different = 0;
      for (const [one, other] of oppositesOf(context.op))
        different += await judgeOpposite(context, one, other);
      context.need(different > 0, 'users who differ in what they are sorted by');
    },
  }),
];

/** The fields of a user that hold a text of its own. */
const texts: readonly string[] = ['username', 'fullName', 'firstName', 'lastName', 'upn', 'externalId'];

/** Sorts by a text of users in opposite directions. */
function oppositesOf(op: Operation): readonly (readonly [Sort, Sort])[] {
  return oppositesIn(sortsOf(op).filter(({ field }) => texts.includes(field)));
}

function unlessTexts(op: Operation): string | undefined {
  const isOpen = sortsOf(op).length === 0;
  return isOpen || oppositesOf(op).length > 0
    ? undefined
    : 'the profile names no text of users to sort by in two directions';
}

/** Judges where the two directions begin; gives how many of the users seen differ from the first one. */
function judgeOpposite(context: Context, one: Sort, other: Sort): Promise<number> {
  const { must } = context;
  return onStableReads(
    context,
    async () => [await measure(context, one), await measure(context, other)],
    async (used) => {
      const answers = [
        await ask(used, { sort: one, limit: widest }),
        await ask(used, { sort: other, limit: widest }),
      ];
      for (const answer of answers) must(answer).have.status(200);
      const pages = answers.map((answer) =>
        pageOf(context, answer).items.flatMap((user) => fold(text(user[one.field]) ?? '') || []),
      );
      const [first, last] = pages.map(([value]) => value);
      const others = pages.flat().filter((value) => first !== undefined && differ(value, first));
      must.hold(first !== last || others.length === 0, {
        expected: `the users by \`${one.field}\` to begin with another value, ${one.direction} or ${other.direction}`,
        actual: `both begin with the same value, and ${others.length} users have another one`,
        in: answers,
      });
      return others.length;
    },
  );
}

/** Whether two values differ however they compare: in their first letters, of which one at least is from A to Z. */
function differ(one: string, other: string): boolean {
  if (isOfOtherScript(one) || isOfOtherScript(other)) return isLatin(one) || isLatin(other);
  return isLatin(one) && isLatin(other) && one[0] !== other[0];
}

const isLatin = (value: string) => /^[a-z]/.test(value);

/** Whether a value begins with a letter that no letter from A to Z is taken for, as one with an accent may be. */
const isOfOtherScript = (value: string) => /^(?=\p{L})\P{Script=Latin}/u.test(value);

/** @param used what the large page is read with, which other rows read as well */
async function judgeSort(context: Context, used: Context, sort: Sort): Promise<void> {
  const { must, need, op } = context;
  const start = await ask(used, { sort, limit: widest });
  must(start).have.status(200);
  const total = need(pageOf(context, start).total || undefined, 'a `total` of at least 1');
  const { items } = pageOf(context, start);
  // Who has nothing to be sorted by stands at one end, and no comparison finds what is null.
  const isAtStart = items.slice(0, 2 * pageSize).every((user) => user[sort.field] === undefined);
  const offset = isAtStart ? 0 : Math.max(0, total - last);
  const due = Math.min(total - offset, 2 * pageSize);
  const answer = await ask(context, { sort, offset, limit: pageSize });
  const end: Page[] = [pageOf(context, answer)];
  const cursor = end[0]?.nextCursor;
  if (typeof cursor === 'string')
    end.push(pageOf(context, await ask(context, { sort, limit: pageSize, cursor })));
  const shown = end.flatMap(({ items }) => items);
  must.hold(shown.length === due, {
    expected: `${due} of ${total} users from place ${offset} on, under the sort by \`${sort.field}\`, ${sort.direction}`,
    actual: `${shown.length} of them`,
    in: answer,
  });
  const users = [...items.slice(0, first), ...shown];
  const plain = await readUsers(context, [...new Set(idsOf(users))], op);
  const byId = new Map(plain.map((user) => [idsOf(user ? [user] : [])[0], user]));
  const differing = users.flatMap((user) =>
    fieldsThatDiffer(context, byId.get(idsOf([user])[0]) ?? user, user, itemFields(context, 'listUsers')),
  );
  must.hold(differing.length === 0, {
    expected: `users with the same fields under the sort by \`${sort.field}\`, ${sort.direction}, and without it`,
    actual: `differences in ${inTicks(new Set(differing))}`,
    in: start,
  });
}

/** How many users there are, and who stands at both ends. */
async function measure(context: Context, sort: Sort): Promise<unknown> {
  const start = pageOf(context, await ask(context, { sort, limit: first }));
  const offset = Math.max(0, (start.total ?? 0) - last);
  const end = pageOf(context, await ask(context, { sort, limit: first, offset }));
  return [measured(context, start), measured(context, end)];
}
