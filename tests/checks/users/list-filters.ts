import {
  differentValues,
  type ListFilter,
  sizeKinds,
  someValues,
  type Whose,
} from '../../../generators/filters.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { forEachKind } from '../../target/each-kind.ts';
import { filterNamed } from '../../target/users/filters.ts';
import { find, findNobody, judgeFound, nobody } from '../../target/users/found.ts';
import { carriers, onStableUsers, valuesOf } from '../../target/users/samples.ts';

/** The filters that take several values: name in the query, and how clauses call it there and in the search. */
const families: readonly (readonly [name: ListFilter, inList: string, inSearch: string])[] = [
  ['userId', 'user-id', 'user-ids'],
  ['upn', 'upn', 'upns'],
  ['externalId', 'external-id', 'external-ids'],
  ['username', 'username', 'usernames'],
];

/** What the list and the search make of filters with several values (chapter Users). */
export const listFilters: readonly Check[] = families.flatMap(([name, inList, inSearch]) => [
  // One value keeps the users who have it and no others.
  check(`list-users.${inList}`, {
    access: 'read',
    on: ['listUsers'],
    sends: `\`${name}\` with the value of one user, then with that of another`,
    accepts: 'all users who have the value, and no others',
    async run(context) {
      const users = await carriers(context, filterNamed(name));
      await judgeValues(context, name, ['user 1']);
      await judgeValues(context, name, [`user ${users.length}`]);
    },
  }),

  // Several values keep the users who have any of them: in any order, and the same one again changes nothing.
  check(`list-users.${inList}-repeated`, {
    access: 'read',
    on: ['listUsers'],
    sends: `\`${name}\` from 1 to 30 times, with values of users and of nobody, in any order, some of them again`,
    accepts: 'the users that the values find one by one, each once',
    run: (context) => judgeAnyValues(context, name),
  }),

  // A value that nobody has is no error: it finds nobody.
  check(`list-users.${inList}-no-match`, {
    access: 'read',
    on: ['listUsers'],
    sends: `\`${name}\` with a well-formed value that nobody has`,
    accepts: 'an empty page with the total 0',
    run: (context) => judgeNobody(context, name),
  }),

  // In the search body, the values stand in an array.
  check(`search-users.search-${inSearch}`, {
    access: 'read',
    on: ['searchUsers'],
    sends: `\`${inSearch}\` with 1 to 30 values of users and of nobody, in any order, some of them again`,
    accepts: 'the users that the values find one by one, each once',
    run: (context) => judgeAnyValues(context, name),
  }),

  check(`search-users.search-${inSearch}/no-match`, {
    access: 'read',
    on: ['searchUsers'],
    sends: `\`${inSearch}\` with one well-formed value that nobody has`,
    accepts: 'an empty page with the total 0',
    run: (context) => judgeNobody(context, name),
  }),

  // The search is there for more than 30 values; how many more is not said.
  check(`search-users.many-${inSearch}`, {
    access: 'read',
    on: ['searchUsers'],
    sends: `30 different values of \`${inSearch}\` (accepted), then 31`,
    accepts: 'the users who have one of the 31 values',
    async run(context) {
      const control = await valuesOf(context, filterNamed(name), upTo(30));
      context.need((await find(context, [control])).status === 200, 'a search with 30 values to be accepted');
      const users = await carriers(context, filterNamed(name));
      await context.forAll(
        differentValues(users.length, 31),
        (whose) => judgeValues(context, name, whose),
        Math.ceil(context.runs / 4),
      );
      await observeMany(context, name);
    },
  }),
]);

async function judgeAnyValues(context: Context, name: ListFilter): Promise<void> {
  const users = await carriers(context, filterNamed(name));
  await forEachKind(
    context,
    sizeKinds,
    (size) => someValues(users.length, size),
    (whose) => judgeValues(context, name, whose),
    Math.max(2, context.runs - 2),
  );
}

async function judgeValues(context: Context, name: ListFilter, whose: readonly Whose[]): Promise<void> {
  const wanted = await valuesOf(context, filterNamed(name), whose);
  await onStableUsers(context, async () => judgeFound(context, await find(context, [wanted]), [wanted]));
}

async function judgeNobody(context: Context, name: ListFilter): Promise<void> {
  const filter = filterNamed(name);
  const answer = await findNobody(context, filter);
  const { items, total } = await judgeFound(context, answer, [nobody(context, filter)]);
  context.need(items.length === 0, `a value for \`${name}\` that nobody has`);
  context.must.equal(total, 0, '`pagination.total` of a list without results', answer);
}

/** What a search makes of many more values is its own affair: noted, not judged. */
async function observeMany(context: Context, name: ListFilter): Promise<void> {
  if (context.runs < 10) return;
  const many = await valuesOf(context, filterNamed(name), upTo(60));
  const answer = await find(context, [many]);
  context.observe('search-users.many-bound', answer.status === 200 ? 'takes 60 values' : 'refuses 60 values');
}

function upTo(count: number): readonly Whose[] {
  return Array.from({ length: count }, (_, index) => `user ${index + 1}` as const);
}
