import { lengths, type Places, places, valuesAt } from '../../../generators/every-place.ts';
import { type ListFilter, mostValues, type Whose } from '../../../generators/filters.ts';
import { type Check, type Context, check, checks } from '../../../harness/judging/check.ts';
import { onGenerated } from '../../target/generated.ts';
import { criterion } from '../../target/users/criteria.ts';
import { filterNamed } from '../../target/users/filters.ts';
import { find, judgeFind } from '../../target/users/found.ts';
import { findableBy } from '../../target/users/samples.ts';

/** The filters that take several values, and the ids of the checks about lists of them. */
const table = [
  {
    name: 'userId',
    ids: ['list-users.user-id-repeated/every-place', 'search-users.search-user-ids/every-place'],
    hundreds: 'search-users.many-user-ids/hundreds',
  },
  {
    name: 'upn',
    ids: ['list-users.upn-repeated/every-place', 'search-users.search-upns/every-place'],
    hundreds: 'search-users.many-upns/hundreds',
  },
  {
    name: 'externalId',
    ids: ['list-users.external-id-repeated/every-place', 'search-users.search-external-ids/every-place'],
    hundreds: 'search-users.many-external-ids/hundreds',
  },
  {
    name: 'username',
    ids: ['list-users.username-repeated/every-place', 'search-users.search-usernames/every-place'],
    hundreds: 'search-users.many-usernames/hundreds',
  },
] as const;

/** How many values the search is asked for at once. It may refuse that many. */
const hundreds = 240;

/** Each value of a list finds its user, wherever it stands in the list and however long the list is. */
export const everyPlace: readonly Check[] = table.flatMap(({ name, ids, hundreds: many }) => [
  ...checks(ids, {
    sends: '30 different values of users, then lists of other lengths',
    run: (context) => judgeEveryPlace(context, name),
  }),

  check(many, {
    sends: `${hundreds} values, those of users last`,
    accepts: 'every user whose value is in the list, or a refusal of so many',
    run: (context) => judgeHundreds(context, name),
  }),
]);

async function judgeEveryPlace(context: Context, name: ListFilter): Promise<void> {
  const users = await findableBy(context, filterNamed(name));
  const judge = (where: Places) => judgePlaces(context, name, where, users.length);
  await onGenerated(context, places(users.length, lengths.slice(0, 1)), judge, 1);
  await onGenerated(
    context,
    places(users.length, lengths.slice(1)),
    judge,
    context.byEffort({ quick: 1, standard: 1, deep: 13 }),
  );
}

async function judgePlaces(context: Context, name: ListFilter, where: Places, users: number): Promise<void> {
  const known = Array.from({ length: users }, (_, at) => `user ${at + 1}` as const);
  const whose = valuesAt<Whose>(where, known, (n) => `nobody ${n}`);
  await judgeFind(context, [await criterion(context, name, whose)]);
}

async function judgeHundreds(context: Context, name: ListFilter): Promise<void> {
  const users = await findableBy(context, filterNamed(name));
  const known = users.slice(0, 60).map((_, at) => `user ${at + 1}` as const);
  // A value that stands at both ends means one user, however the list is cut into parts. Others stand at the end alone.
  const ends = known.length > 2 ? known.slice(0, 2) : [];
  const length = hundreds - known.length - ends.length;
  const others = Array.from({ length }, (_, n) => `nobody ${n + 1}` as const);
  const asked = await criterion(context, name, [...ends, ...others, ...known]);
  const answer = await find(context, [asked]);
  context.observe(`${hundreds} values`, answer.status < 300 ? 'taken' : 'refused');
  // The interface leaves open how many values above 30 a search accepts. A search that accepts them has to look for all
  // of them.
  if (answer.status >= 300) {
    context.must(answer).be.refused();
    return judgeOneMore(context, name, known);
  }
  await judgeFind(context, [asked]);
}

/** Where so many are refused: one more than a query takes is what the search is for, as long as the values are taken. */
async function judgeOneMore(context: Context, name: ListFilter, known: readonly Whose[]): Promise<void> {
  const others = Array.from({ length: mostValues }, (_, n) => `nobody ${n + 1}` as const);
  const values = [...known.slice(0, 2), ...others].slice(0, mostValues + 1);
  context.need.accepted(await find(context, [await criterion(context, name, values.slice(0, mostValues))]));
  await judgeFind(context, [await criterion(context, name, values)]);
}
