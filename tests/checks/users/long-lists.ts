import type { ListFilter } from '../../../generators/filters.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import type { Json } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { type Criterion, criterion } from '../../target/users/criteria.ts';
import { filterNamed, rolesOf } from '../../target/users/filters.ts';
import { find, judgeFound } from '../../target/users/found.ts';
import { onStableUsers, sampledUsers } from '../../target/users/samples.ts';

/** How many values each list has: as many as GET `/users` takes; for a search that may refuse the first number, the second. */
const lengths: Readonly<Record<string, readonly number[]>> = { listUsers: [30], searchUsers: [120, 31] };

/** Of so many values in a list this part is of users, and others are nobody's. */
const ofUsers = 2 / 3;

/** A server that cuts long lists into parts may hold only the parts at one place against each other. */
export const longLists: readonly Check[] = checks(
  ['list-users.filters-combine/long-lists', 'search-users.many-user-ids/beside-others'],
  {
    cost: 'high',
    unless: fromStandard,
    sends:
      'ids and usernames with a role, then each filter that takes several values: 30 of each, or 120 in a search; every second list the other way round, and each without somebody whom the others name',
    accepts: 'the users who are in each list; of a search a refusal of so many, and then it is asked for 31',
    async run(context) {
      const having = await usersWith(context, ['userId', 'username']);
      context.need(having.length > 1, 'two users with an id and a username');
      const [role] = having.flatMap(rolesOf);
      const roles = role === undefined ? [] : [{ filter: filterNamed('role'), values: [role] }];
      const isJudged = await judgeLists(context, ['userId', 'username'], having, roles);
      context.need(isJudged, 'two long lists at once to be accepted by a search');
      const all = ['userId', 'upn', 'externalId', 'username'] as const;
      const ofAll = await usersWith(context, all);
      if (ofAll.length > 1) await judgeLists(context, all, ofAll, []);
    },
  },
);

/** The sampled users who can be found by each of some filters. */
async function usersWith(context: Context, names: readonly ListFilter[]): Promise<readonly Json[]> {
  const isFound = (user: Json, name: ListFilter) => filterNamed(name).valueOf(user) !== undefined;
  return (await sampledUsers(context)).filter((user) => names.every((name) => isFound(user, name)));
}

/** Judges what several lists find; `false` where they are refused: how many values a search takes in all is left open. */
async function judgeLists(
  context: Context,
  names: readonly ListFilter[],
  users: readonly Json[],
  others: readonly Criterion[],
): Promise<boolean> {
  return onStableUsers(context, async () => {
    for (const length of lengths[context.op.id] ?? []) {
      const lists = await listsOf(context, names, mixed(users, others, length * ofUsers), length);
      const asked = [...lists, ...others];
      const answer = await find(context, asked);
      if (context.op.id === 'searchUsers' && answer.status >= 300) continue;
      await judgeFound(context, answer, asked);
      return true;
    }
    return false;
  });
}

/** Some users: most of them fit the other criteria, and a few do not. */
function mixed(users: readonly Json[], others: readonly Criterion[], most: number): readonly Json[] {
  const fits = (user: Json) =>
    others.every(({ filter, values }) => values.some((value) => filter.fits(user, value)));
  const few = Math.floor(most / 4);
  const unfit = users.filter((user) => !fits(user)).slice(0, few);
  return [...users.filter(fits).slice(0, Math.floor(most) - unfit.length), ...unfit];
}

/** A list of values for each filter: those of users first or last in turn, and each without one user. */
async function listsOf(
  context: Context,
  names: readonly ListFilter[],
  users: readonly Json[],
  length: number,
): Promise<readonly Criterion[]> {
  const lists: Criterion[] = [];
  for (const [at, name] of names.entries()) {
    const filter = filterNamed(name);
    const isNamed = (_: Json, place: number) => place !== at || users.length <= names.length + 1;
    const known = users.filter(isNamed).flatMap((user) => filter.valueOf(user) ?? []);
    const whose = Array.from({ length: length - known.length }, (_, n) => `nobody ${n + 1}` as const);
    const { values: nobody } = await criterion(context, name, whose);
    const values = [...known, ...nobody];
    lists.push({ filter, values: at % 2 === 0 ? values : values.reverse() });
  }
  return lists;
}
