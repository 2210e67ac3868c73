import { someone, type TextFilter } from '../../../generators/filters.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Json } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { filterNamed, namesOf } from '../../target/users/filters.ts';
import { find, findNobody, idsOf, isWhole, judgeFound, nobody } from '../../target/users/found.ts';
import { carriers, onStableUsers, sampledUsers, valuesOf, type Wanted } from '../../target/users/samples.ts';

const places = [
  ['listUsers', 'list-users.'],
  ['searchUsers', 'search-users.search-'],
] as const;

/** What the list and the search make of the filters with one value (chapter Users). */
export const textFilters: readonly Check[] = places.flatMap(([operation, clause]) => [
  // `email` keeps the users who have that address and no others. Which letter case counts, and whether other
  // addresses than the first do, is left open: the address is sent as it came, of a user who has no other.
  check(`${clause}email`, {
    access: 'read',
    on: [operation],
    sends: 'the only address of a user as the target gave it, then one that nobody has',
    accepts: 'all users looked at who have the address, and no others; nobody for the other',
    async run(context) {
      const emailed = await carriers(context, filterNamed('email'));
      await context.forAll(
        someone(emailed.length),
        async (one) => {
          const wanted = await valuesOf(context, filterNamed('email'), [one]);
          await onStableUsers(context, async () =>
            judgeFound(context, await find(context, [wanted]), [wanted]),
          );
        },
        Math.ceil(context.runs / 2),
      );
      await judgeNobody(context, 'email');
    },
  }),

  // `name` keeps users with a fitting name. Which names are compared, and how, is left open: in every reading
  // a user is found by one of the whole names, and whoever is found shares a word with what was asked for.
  check(`${clause}name`, {
    access: 'read',
    on: [operation],
    sends: 'the full name, the first name and the last name of a user, until one finds the user',
    accepts: 'the user, and only others whose names share a word with what was sent',
    async run(context) {
      const named = await carriers(context, filterNamed('name'));
      await context.forAll(
        someone(named.length),
        async (one) =>
          judgeNamed(
            context,
            context.need(named[Number(context.world.synthetic(one).slice(5)) - 1], 'a user'),
          ),
        Math.max(2, context.runs - 2),
      );
      await judgeNobody(context, 'name');
    },
  }),

  // `role` keeps the users who have that role, as one of however many, and no others.
  check(`${clause}role`, {
    access: 'read',
    on: [operation],
    sends: 'each of the roles that the users looked at have, four of them at most',
    accepts: 'all users looked at who have the role among theirs, and no others',
    async run(context) {
      for (const role of await rolesThere(context)) {
        const wanted = { filter: filterNamed('role'), values: [role] };
        await onStableUsers(context, () => judgeRole(context, wanted));
      }
    },
  }),

  // A role that nobody of those asked for has is no error. One that nobody at all has may be refused.
  check(`${clause}role/no-match`, {
    access: 'read',
    on: [operation],
    unless: fromStandard,
    sends: 'a role, and the id of nobody (both accepted), then the two together',
    accepts: 'an empty page with the total 0',
    run: judgeRoleOfNobody,
  }),
]);

async function judgeNamed(context: Context, user: Json): Promise<void> {
  await onStableUsers(context, async () => {
    const ways: string[] = [];
    for (const name of new Set(namesOf(user))) {
      ways.push(name);
      const wanted = [{ filter: filterNamed('name'), values: [name] }];
      const page = await judgeFound(context, await find(context, wanted), wanted);
      // A user who may stand on a later page has not been missed.
      if (!isWhole(page) || idsOf(page.items).includes(idsOf([user])[0] ?? '')) return;
    }
    context.must.hold(false, {
      expected: 'a user to be found by one of the names: full, first or last',
      actual: `a user found by none of ${ways.length} (of ${ways.map((way) => [...way].length).join(', ')} characters)`,
    });
  });
}

/** Text roles that users carry; rarer ones, which fewer users have, come first. */
async function rolesThere(context: Context): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  const users = await sampledUsers(context);
  for (const user of users) {
    for (const role of rolesOf(user)) counts.set(role, (counts.get(role) ?? 0) + 1);
  }
  const roles = [...counts].sort(([, a], [, b]) => a - b).map(([role]) => role);
  const isTelling = [...counts.values()].some((having) => having < users.length);
  return context.need(isTelling && roles.slice(0, 4), 'a user without a role that another user has');
}

/** Most roles have more users than a page: that the others are counted shows in the total. */
async function judgeRole(context: Context, wanted: Wanted): Promise<void> {
  const answer = await find(context, [wanted]);
  const { total } = await judgeFound(context, answer, [wanted]);
  const looked = await sampledUsers(context);
  const having = looked.filter((user) => rolesOf(user).includes(wanted.values[0] ?? '')).length;
  context.must.hold((total ?? having) >= having, {
    expected: `at least ${having} users: so many of the ${looked.length} looked at have the role`,
    actual: `${total} users`,
    in: answer,
  });
}

async function judgeRoleOfNobody(context: Context): Promise<void> {
  const role = await valuesOf(context, filterNamed('role'), ['user 1']);
  const stranger = nobody(context, filterNamed('userId'));
  for (const alone of [role, stranger]) {
    const control = await find(context, [alone], { limit: 1 });
    context.need(control.status === 200, `\`${alone.filter.name}\` by itself to be accepted`);
  }
  const answer = await find(context, [role, stranger], { limit: 1 });
  const { items, total } = await judgeFound(context, answer, [role, stranger]);
  context.must.equal(items.length, 0, 'the number of users found', answer);
  context.must.equal(total ?? 0, 0, '`total` of a page that found nobody', answer);
}

function rolesOf(user: Json): readonly string[] {
  const roles: unknown = user['roles'];
  return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string' && role !== '') : [];
}

async function judgeNobody(context: Context, name: TextFilter): Promise<void> {
  const filter = filterNamed(name);
  const answer = await findNobody(context, filter);
  const { items, total } = await judgeFound(context, answer, [nobody(context, filter)]);
  context.need(items.length === 0, `a value for \`${name}\` that nobody has`);
  context.must.equal(total ?? 0, 0, '`total` of a page that found nobody', answer);
}
