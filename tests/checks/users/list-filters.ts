import {
  differentValues,
  type ListFilter,
  sizeKinds,
  someValues,
  type Whose,
} from '../../../generators/filters.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { forEachKind } from '../../target/each-kind.ts';
import { judgeBesideName } from '../../target/users/beside-name.ts';
import { criterion } from '../../target/users/criteria.ts';
import { filterNamed } from '../../target/users/filters.ts';
import { find, judgeFind, judgeFindsNobody } from '../../target/users/found.ts';
import { findableBy } from '../../target/users/samples.ts';

/** The filters that take several values, by their names in the query, and the ids of the checks about each. */
const table: readonly {
  readonly name: ListFilter;
  readonly oneValue: string;
  readonly severalValues: string;
  readonly noMatch: string;
  readonly inSearch: string;
  readonly noMatchInSearch: string;
  readonly manyInSearch: string;
}[] = [
  {
    name: 'userId',
    oneValue: 'list-users.user-id',
    severalValues: 'list-users.user-id-repeated',
    noMatch: 'list-users.user-id-no-match',
    inSearch: 'search-users.search-user-ids',
    noMatchInSearch: 'search-users.search-user-ids/no-match',
    manyInSearch: 'search-users.many-user-ids',
  },
  {
    name: 'upn',
    oneValue: 'list-users.upn',
    severalValues: 'list-users.upn-repeated',
    noMatch: 'list-users.upn-no-match',
    inSearch: 'search-users.search-upns',
    noMatchInSearch: 'search-users.search-upns/no-match',
    manyInSearch: 'search-users.many-upns',
  },
  {
    name: 'externalId',
    oneValue: 'list-users.external-id',
    severalValues: 'list-users.external-id-repeated',
    noMatch: 'list-users.external-id-no-match',
    inSearch: 'search-users.search-external-ids',
    noMatchInSearch: 'search-users.search-external-ids/no-match',
    manyInSearch: 'search-users.many-external-ids',
  },
  {
    name: 'username',
    oneValue: 'list-users.username',
    severalValues: 'list-users.username-repeated',
    noMatch: 'list-users.username-no-match',
    inSearch: 'search-users.search-usernames',
    noMatchInSearch: 'search-users.search-usernames/no-match',
    manyInSearch: 'search-users.many-usernames',
  },
];

/** What the list and the search make of filters with several values. */
export const listFilters: readonly Check[] = table.flatMap(({ name, ...ids }) => [
  check(ids.oneValue, {
    async run(context) {
      const users = await findableBy(context, filterNamed(name));
      await judgeValues(context, name, ['user 1']);
      await judgeValues(context, name, [`user ${users.length}`]);
      await judgeBesideName(context, name, [name === 'userId' || name === 'upn' ? 'firstName' : 'lastName']);
    },
  }),

  check(ids.severalValues, {
    cost: 'high',
    sends: `\`${name}\` from 1 to 30 times, with values of users and of nobody, in any order, some of them again`,
    run: (context) => judgeSeveralValues(context, name),
  }),

  check(ids.noMatch, {
    run: (context) => judgeFindsNobody(context, name),
  }),

  check(ids.inSearch, {
    sends:
      '1 to 30 values of users and of nobody, in any order, some of them again; one beside the name of somebody else',
    async run(context) {
      await judgeSeveralValues(context, name);
      await judgeBesideName(context, name, [name === 'userId' || name === 'upn' ? 'lastName' : 'firstName']);
    },
  }),

  check(ids.noMatchInSearch, {
    run: (context) => judgeFindsNobody(context, name),
  }),

  check(ids.manyInSearch, {
    async run(context) {
      const control = await criterion(context, name, upTo(30));
      context.need.accepted(await find(context, [control]));
      const users = await findableBy(context, filterNamed(name));
      await context.forAll(
        differentValues(users.length, 31),
        (whose) => judgeValues(context, name, whose),
        context.share('quarter'),
      );
      await observeMany(context, name);
    },
  }),
]);

async function judgeSeveralValues(context: Context, name: ListFilter): Promise<void> {
  const users = await findableBy(context, filterNamed(name));
  await forEachKind(
    context,
    sizeKinds,
    (size) => someValues(users.length, size),
    (whose) => judgeValues(context, name, whose),
    context.byEffort({ quick: 2, standard: 5, deep: 58 }),
  );
}

async function judgeValues(context: Context, name: ListFilter, whose: readonly Whose[]): Promise<void> {
  await judgeFind(context, [await criterion(context, name, whose)]);
}

/** How many more than 30 values a search takes is left open. */
async function observeMany(context: Context, name: ListFilter): Promise<void> {
  if (context.effort === 'quick') return;
  const many = await criterion(context, name, upTo(60));
  const answer = await find(context, [many]);
  context.observe('search-users.many-bound', answer.status === 200 ? 'takes 60 values' : 'refuses 60 values');
}

function upTo(count: number): readonly Whose[] {
  return Array.from({ length: count }, (_, index) => `user ${index + 1}` as const);
}
