import { someone, type Whose } from '../../../generators/filters.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { type Json, text } from '../../target/body.ts';
import { onGenerated } from '../../target/generated.ts';
import { judgeBesideName } from '../../target/users/beside-name.ts';
import { type Criterion, criterion, nobody, placeOf } from '../../target/users/criteria.ts';
import { filterNamed, namesOf, rolesOf } from '../../target/users/filters.ts';
import { fold } from '../../target/users/fold.ts';
import { find, idsOf, isWhole, judgeFind, judgeFindsNobody, judgeFound } from '../../target/users/found.ts';
import { findableBy, onStableUsers, sampledUsers } from '../../target/users/samples.ts';

/** What the list and the search make of the filters with one value. */
export const textFilters: readonly Check[] = [
  // Which letter case counts, and whether other addresses than the first do, is left open: the address is sent as it
  // came, of a user who has no other.
  ...checks(['list-users.email', 'search-users.search-email'], {
    sends:
      'the only address of a user as the target gave it, one that nobody has, and one beside the first and the last name of somebody else',
    async run(context) {
      const users = await findableBy(context, filterNamed('email'));
      await onGenerated(
        context,
        someone(users.length),
        async (one) => {
          await judgeFind(context, [await criterion(context, 'email', [one])]);
        },
        context.share('half'),
      );
      await judgeFindsNobody(context, 'email');
      await judgeBesideName(context, 'email');
    },
  }),

  // Which names are compared, and how, is left open: in every reading a user is found by one of the whole names, and a
  // name that nobody has doesn't find everybody.
  ...checks(['list-users.name', 'search-users.search-name'], {
    sends: 'the full name, the first name and the last name of a user, until one finds the user',
    accepts:
      'the user, and whoever else the target takes for alike; not everybody for a name that nobody has',
    async run(context) {
      const users = await findableBy(context, filterNamed('name'));
      await onGenerated(
        context,
        someone(users.length),
        (one) => judgeNamed(context, users, one),
        context.byEffort({ quick: 2, standard: 4, deep: 58 }),
      );
      await judgeFindsNobody(context, 'name');
    },
  }),

  ...checks(['list-users.role', 'search-users.search-role'], {
    sends:
      'four roles that users have, then one that the profile names and no user showed; at quick effort the rarest role',
    async run(context) {
      for (const role of await rarestRoles(context)) {
        await onStableUsers(context, () =>
          judgeRole(context, { filter: filterNamed('role'), values: [role] }),
        );
      }
      if (context.effort === 'quick') return;
      await judgeUnseenRole(context);
      await judgeBesideName(context, 'role');
    },
  }),

  // A role that nobody of those asked for has is no error. One that nobody at all has may be refused.
  ...checks(['list-users.role/no-match', 'search-users.search-role/no-match'], {
    sends: 'a role with the id of nobody; where the two are refused, each alone (both accepted)',
    accepts: 'an empty page with the total 0',
    run: judgeRoleOfNobody,
  }),

  ...checks(['list-users.role/unknown', 'search-users.search-role/unknown'], {
    sends: 'a role that does not exist',
    accepts: 'a refusal, or an empty page with the total 0',
    run: judgeUnknownRole,
  }),
];

/** The whole name of a user who shows it in parts only: a target may look for whole names. */
function joinedNames({ fullName, firstName, lastName }: Json): readonly string[] {
  const parts = [text(firstName), text(lastName)];
  if (fullName !== undefined || parts.includes(undefined)) return [];
  return [parts.join(' '), parts.toReversed().join(' ')];
}

async function judgeNamed(context: Context, users: readonly Json[], one: Whose): Promise<void> {
  const user = context.need(users[placeOf(one)], 'a user');
  await onStableUsers(context, async () => {
    const names = [...new Set([...namesOf(user), ...joinedNames(user)])];
    for (const name of names) {
      const asked = [{ filter: filterNamed('name'), values: [name] }];
      const page = await judgeFound(context, await find(context, asked), asked);
      // A user who may stand on a later page has not been missed.
      if (!isWhole(page) || idsOf(page.items).includes(idsOf([user])[0] ?? '')) return;
    }
    context.must.hold(false, {
      expected: 'a user to be found by one of the names: full, first or last',
      actual: `a user found by none of ${names.length} (of ${names.map((name) => [...name].length).join(', ')} characters)`,
    });
  });
}

/** Text roles that sampled users have, four at most, or one in a quick run; those that the fewest have come first. */
async function rarestRoles(context: Context): Promise<readonly string[]> {
  const users = await sampledUsers(context);
  const counts = new Map<string, number>();
  for (const role of users.flatMap(rolesOf)) counts.set(role, (counts.get(role) ?? 0) + 1);
  const roles = [...counts].sort(([, a], [, b]) => a - b).map(([role]) => role);
  const tellsUsersApart = [...counts.values()].some((count) => count < users.length);
  const most = context.byEffort({ quick: 1, standard: 4, deep: 4 });
  return context.need(tellsUsersApart && roles.slice(0, most), 'a user without a role that another user has');
}

/** Most roles have more users than a page: that the others are counted shows in the total. */
async function judgeRole(context: Context, asked: Criterion): Promise<void> {
  const answer = await find(context, [asked]);
  const { total } = await judgeFound(context, answer, [asked]);
  const sample = await sampledUsers(context);
  const having = sample.filter((user) => rolesOf(user).includes(asked.values[0] ?? '')).length;
  context.must.hold((total ?? having) >= having, {
    expected: `at least ${having} users: so many of the ${sample.length} sampled users have the role`,
    actual: `${total} users`,
    in: answer,
  });
}

/** Who is found by a role has it, also where it showed in nobody: a target may show some of the roles, and know all. */
async function judgeUnseenRole(context: Context): Promise<void> {
  const seen = new Set((await sampledUsers(context)).flatMap(rolesOf).map(fold));
  const unseen = rolesNamed(context).find((role) => !seen.has(fold(role)));
  if (unseen === undefined) return;
  const asked = [{ filter: filterNamed('role'), values: [unseen] }];
  const answer = await find(context, asked);
  // A role may be shown in answers, and yet be none to filter by.
  if (answer.status === 200) await judgeFound(context, answer, asked);
}

/** The roles that the profile names. */
function rolesNamed({ operation }: Context): readonly string[] {
  const schema = operation('listUsers').parameters.find(({ name }) => name === 'role')?.schema;
  const named: unknown = schema?.['enum'];
  return Array.isArray(named) ? named.flatMap((role) => text(role) ?? []) : [];
}

async function judgeRoleOfNobody(context: Context): Promise<void> {
  const both = [await criterion(context, 'role', ['user 1']), nobody(context, 'userId')];
  const answer = await find(context, both, { limit: 1 });
  if (answer.status >= 300) {
    for (const alone of both) context.need.accepted(await find(context, [alone], { limit: 1 }));
  }
  await judgeEmpty(context, answer, both);
}

async function judgeUnknownRole(context: Context): Promise<void> {
  context.need((await sampledUsers(context)).length > 0, 'a user who could be found');
  const asked = [nobody(context, 'role')];
  const answer = await find(context, asked);
  if (answer.status >= 300) return context.must(answer).be.refused();
  await judgeEmpty(context, answer, asked);
}

async function judgeEmpty(context: Context, answer: Answer, asked: readonly Criterion[]): Promise<void> {
  const { items, total } = await judgeFound(context, answer, asked);
  context.must.equal(items.length, 0, 'the number of users found', answer);
  context.must.equal(total ?? 0, 0, '`total` of a page that found nobody', answer);
}
