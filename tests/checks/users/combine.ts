import fc from 'fast-check';
import { type Narrowing, narrowings } from '../../../generators/filters.ts';
import { type Check, type Context, check, checks } from '../../../harness/judging/check.ts';
import { type Json, pageOf } from '../../target/body.ts';
import { onGenerated } from '../../target/generated.ts';
import { type Criterion, criteria } from '../../target/users/criteria.ts';
import { type Filter, filterNamed, filters, isFoundBy, rolesOf } from '../../target/users/filters.ts';
import { find, idsOf, isWhole, judgeFind } from '../../target/users/found.ts';
import { mostFindable, onStableUsers, sampledUsers } from '../../target/users/samples.ts';

/** Several filters at once. */
export const combine: readonly Check[] = [
  check('list-users.filters-combine', {
    cost: 'high',
    async run(context) {
      await onGenerated(context, narrowings(mostFindable), async ({ filters }) => {
        await judgeFind(context, await criteria(context, filters));
      });
      await judgeSecondAddress(context);
    },
  }),

  check('list-users.filters-combine/narrower', {
    cost: 'high',
    accepts: 'no more users than before, and nobody who was not there before',
    async run(context) {
      const judge = async ({ filters, added }: Narrowing) => {
        const narrow = await criteria(context, filters);
        const wide = narrow.filter(({ filter }) => filter.name !== added);
        await onStableUsers(context, () => judgeNarrower(context, wide, narrow));
      };
      for (const [what, narrowing] of Object.entries(narrowingsToFew))
        await onGenerated(context, fc.constant(narrowing), judge, 1, what);
      const runs = context.byEffort({ quick: 2, standard: 6, deep: 114 });
      await onGenerated(context, narrowings(mostFindable), judge, runs);
    },
  }),

  ...checks(['list-users.filters-combine/each-pair', 'search-users.same-as-list-users/each-pair'], {
    cost: 'high',
    sends: 'each two filters with the values of two users of whom neither has the value of the other',
    accepts: 'nobody but users who have both values',
    async run(context) {
      const users = await sampledUsers(context);
      const pairs = filters.flatMap((one, at) =>
        filters.slice(at + 1).flatMap((other) => unlikeIn(users, one, other)),
      );
      context.need(pairs.length > 0, 'two users who differ in two fields');
      for (const pair of pairs) await judgeFind(context, pair);
    },
  }),
];

/** Values of two users for two filters, where there are two of whom neither has both. */
function unlikeIn(users: readonly Json[], one: Filter, other: Filter): readonly (readonly Criterion[])[] {
  for (const user of users) {
    const value = one.valueOf(user);
    if (value === undefined) continue;
    const isUnlike = (each: Json) => {
      const another = other.valueOf(each);
      return another !== undefined && !other.fits(user, another) && !isFoundBy(one, each, value);
    };
    const unlike = users.find(isUnlike);
    const another = unlike && other.valueOf(unlike);
    if (another !== undefined)
      return [
        [
          { filter: one, values: [value] },
          { filter: other, values: [another] },
        ],
      ];
  }
  return [];
}

/** Filters that find nobody together, and one of two users: chance alone seldom draws them. */
const narrowingsToFew: Readonly<Record<string, Narrowing>> = {
  'to nobody': { filters: { userId: ['user 1'], username: ['user 2'] }, added: 'username' },
  'to one of two': { filters: { userId: ['user 1', 'user 2'], username: ['user 2'] }, added: 'username' },
};

/** An address that is not the first one of its user, beside a role that this user does not have. */
async function judgeSecondAddress(context: Context): Promise<void> {
  const users = await sampledUsers(context);
  const owner = users.find(({ emails }) => Array.isArray(emails) && emails.length > 1);
  const [, second] = (owner?.['emails'] ?? []) as readonly unknown[];
  const other = users.flatMap(rolesOf).find((role) => owner && !rolesOf(owner).includes(role));
  if (typeof second !== 'string' || other === undefined) return;
  await judgeFind(context, [
    { filter: filterNamed('email'), values: [second] },
    { filter: filterNamed('role'), values: [other] },
  ]);
}

async function judgeNarrower(
  context: Context,
  wide: readonly Criterion[],
  narrow: readonly Criterion[],
): Promise<void> {
  const answers = [await find(context, wide), await find(context, narrow)] as const;
  const [before, after] = [pageOf(context, answers[0]), pageOf(context, answers[1])];
  context.must.hold((after.total ?? 0) <= (before.total ?? Number.POSITIVE_INFINITY), {
    expected: 'a filter that is added to find no more users',
    actual: `${after.total} users, ${before.total} without it`,
    in: answers,
  });
  if (!isWhole(before)) return;
  const found = new Set(idsOf(before.items));
  const wasFound = (id: string) => found.has(id);
  context.must.every(idsOf(after.items), wasFound, 'users who are found without the added filter', answers);
}
