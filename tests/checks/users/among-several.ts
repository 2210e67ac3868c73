import { type ListFilter, listFilters } from '../../../generators/filters.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { type Json, pageOf, text } from '../../target/body.ts';
import { judgeOrder } from '../../target/order.ts';
import { filterNamed, rolesOf } from '../../target/users/filters.ts';
import { find, idsOf, judgeFind } from '../../target/users/found.ts';
import { defaultSort } from '../../target/users/order.ts';
import { onStableUsers, sampledUsers } from '../../target/users/samples.ts';

/** Users with several roles or addresses, and the order of users under a filter. */
export const amongSeveral: readonly Check[] = [
  ...checks(['list-users.role/among-several', 'search-users.search-role/among-several'], {
    sends: 'each role of users who have more than one, beside the ids of these users',
    run: roleAmongSeveral,
  }),

  ...checks(['list-users.email/each-address', 'search-users.search-email/each-address'], {
    sends: 'each address of users who have more than one',
    accepts: 'the user by each address, or by the primary one alone if the profile says so or nothing of it',
    run: eachAddress,
  }),

  ...checks(['list-users.sort-default/filtered', 'search-users.sort-default/filtered'], {
    sends:
      'several users by each filter that takes several values, all of one role, and those of a name that several have',
    run: defaultOrder,
  }),
];

async function roleAmongSeveral(context: Context): Promise<void> {
  const users = (await sampledUsers(context)).filter((user) => rolesOf(user).length > 1).slice(0, 20);
  context.need(users.length > 0, 'a user with several roles');
  const ids = { filter: filterNamed('userId'), values: users.flatMap((user) => text(user['userId']) ?? []) };
  const roles = [...new Set(users.flatMap(rolesOf))].slice(0, 4);
  for (const role of roles) await judgeFind(context, [ids, { filter: filterNamed('role'), values: [role] }]);
}

async function eachAddress(context: Context): Promise<void> {
  const users = (await sampledUsers(context)).filter((user) => addressesOf(user).length > 1);
  context.need(users.length > 0, 'a user with several addresses');
  const isEach = context.reading('list-users.email-match') === 'every address';
  for (const user of users.slice(0, context.byEffort({ quick: 1, standard: 3, deep: 10 }))) {
    await onStableUsers(context, () => judgeAddresses(context, user, isEach));
  }
}

async function judgeAddresses(context: Context, user: Json, isEach: boolean): Promise<void> {
  const { must, observe } = context;
  const addresses = addressesOf(user);
  const found = new Set<string>();
  for (const address of addresses) {
    const answer = await find(context, [{ filter: filterNamed('email'), values: [address] }]);
    must(answer).have.status(200);
    const { items } = pageOf(context, answer);
    if (idsOf(items).includes(idsOf([user])[0] ?? '')) found.add(address);
  }
  const least = isEach ? addresses.length : 1;
  must.hold(found.size >= least, {
    expected: `a user with ${addresses.length} addresses to be found by ${isEach ? 'each' : 'one'} of them`,
    actual: `a user who is found by ${found.size}`,
  });
  observe('list-users.email-match', found.size === addresses.length ? 'every address' : 'the primary one');
}

function addressesOf({ emails }: Json): readonly string[] {
  const all = Array.isArray(emails) ? emails.flatMap((email) => text(email)?.trim() || []) : [];
  return [...new Map(all.map((email) => [email.toLowerCase(), email])).values()];
}

async function defaultOrder(context: Context): Promise<void> {
  const users = (await sampledUsers(context)).slice(0, 30);
  const moments = new Set(users.map((user) => user[defaultSort.field]));
  context.need(moments.size > 1, 'two users made at different moments');
  // The other way round than they come: a look-up in parts puts one part behind the other.
  const several = (name: ListFilter) => ({
    filter: filterNamed(name),
    values: users.toReversed().flatMap((user) => filterNamed(name).valueOf(user) ?? []),
  });
  const [role] = users.flatMap(rolesOf);
  const asked = [
    ...listFilters.map(several),
    { filter: filterNamed('role'), values: role === undefined ? [] : [role] },
    { filter: filterNamed('name'), values: sharedNames(users) },
  ];
  for (const one of asked.filter(({ values }) => values.length > 0)) {
    const answer = await find(context, [one]);
    const { items } = pageOf(context, answer);
    judgeOrder(context, items, defaultSort, [answer]);
  }
}

/** The first or last name that most of these users share; none where no two share one. */
function sharedNames(users: readonly Json[]): readonly string[] {
  const names = users.flatMap((user) => [text(user['firstName']) ?? [], text(user['lastName']) ?? []].flat());
  const times = (name: string) => names.filter((other) => other === name).length;
  const [most] = [...new Set(names)].sort((one, other) => times(other) - times(one));
  return most !== undefined && times(most) > 1 ? [most] : [];
}
