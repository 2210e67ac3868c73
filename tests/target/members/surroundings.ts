import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { attempt } from '../attempt.ts';
import { comparable, itemsOf, type Json, text, withId } from '../body.ts';
import { unchanged } from '../delays.ts';
import { eventually } from '../eventually.ts';
import { testIds } from '../groups/fields.ts';
import { cohortGroup } from '../groups/group.ts';
import { groupIds } from '../groups/ids-in-user.ts';
import { readGroups } from '../groups/read.ts';
import { knownUsers, listUsers } from '../users/read.ts';
import type { Alike } from './alike.ts';
import { change } from './change.ts';
import type { MembershipState } from './pool.ts';
import { describeState, sameState, stateOfTests, stateOfUsers } from './state.ts';

/** All that reads show of the run's own things. */
export interface View {
  /** Who is where, pool by pool. */
  readonly states: readonly MembershipState[];
  /** Everything else, as text, by what it is called in a report. */
  readonly rest: Readonly<Record<string, string>>;
}

/** How often a removal is sent. A target that counts assignments needs as many removals as there were assignments. */
const tries = 8;

/** What is looked at beside the users and the groups. */
export type Beside = 'the list of tests' | 'nothing else';

/** Reads what is shown of users and cohorts: the groups of each, those besides included. */
export async function viewOf(context: Context, alike: Alike, beside: Beside): Promise<View> {
  const users = await listUsers(context, usersIn(alike));
  const cohorts = await cohortsNow(context, alike);
  return viewIn(context, alike, users, cohorts, beside);
}

/** The same as reads showed it last, where the run has sent nothing since that may change it. */
export async function unchangedView(context: Context, alike: Alike, beside: Beside): Promise<View> {
  const ids = usersIn(alike);
  const users = await unchanged(
    context,
    () => knownUsers(context, ids),
    () => listUsers(context, ids),
  );
  const cohorts = await unchanged(
    context,
    () => context.world.kept<readonly Json[]>(keyOf(alike)),
    () => cohortsNow(context, alike),
  );
  return viewIn(context, alike, users, cohorts, beside);
}

async function viewIn(
  context: Context,
  alike: Alike,
  users: readonly Json[],
  cohorts: readonly Json[],
  beside: Beside,
): Promise<View> {
  const { pools } = alike;
  const tests = beside === 'nothing else' ? {} : { [beside]: await listOfTests(context) };
  return {
    states: pools.map((pool) =>
      pool.membership.member === 'test' ? stateOfTests(pool, cohorts) : stateOfUsers(context, pool, users),
    ),
    rest: { ...groupsBesides(alike, users), ...restOfCohorts(alike, cohorts), ...tests },
  };
}

function usersIn({ pools }: Alike): readonly string[] {
  return pools.filter(({ membership }) => membership.member !== 'test').flatMap(({ members }) => members);
}

/** The groups, where they are cohorts: those show their tests. */
function cohortsIn({ pools: [first] }: Alike): readonly string[] {
  return first?.membership.group.kind === 'cohort' ? first.groups : [];
}

function keyOf(alike: Alike): string {
  return `view of ${cohortsIn(alike).join()}`;
}

/** The cohorts as reads show them now: those of one name in one page of the list, where it shows them. */
function cohortsNow(context: Context, alike: Alike): Promise<readonly Json[]> {
  const ids = cohortsIn(alike);
  return context.world.keep([keyOf(alike)], async () => {
    const [name, ...others] = alike.said.map((said) => said?.['name']);
    const areAlike = ids.length > 1 && name !== undefined && others.every((other) => other === name);
    const listed = areAlike ? await attempt(() => cohortsNamed(context, name)) : undefined;
    const found = ids
      .map((id) => withId(listed ?? [], cohortGroup.id, id))
      .filter((cohort) => cohort !== undefined);
    return found.length === ids.length ? found : readGroups(context, cohortGroup, ids);
  });
}

/**
 * Takes everybody out of the groups. It sends the same reads as the claims, because another read may come from an older
 * copy of the data.
 */
export async function clear(context: Context, alike: Alike): Promise<void> {
  const isEmpty = ({ states }: View) => states.every((state) => sameState(state, []));
  const read = () => viewOf(context, alike, 'nothing else');
  let seen = await unchangedView(context, alike, 'nothing else');
  for (let nth = 0; nth < tries && !isEmpty(seen); nth += 1) {
    for (const [at, pool] of alike.pools.entries())
      for (const [group, who] of (seen.states[at] ?? []).entries())
        if (who.length > 0) await change(context, pool, 'remove', who, group);
    seen = await eventually(context, read, isEmpty);
  }
  context.need(isEmpty(seen), 'two groups with nobody in them to begin with');
}

/** Claims who is where, and that nothing else has changed, as soon as it can be seen. */
export async function mustShow(
  context: Context,
  alike: Alike,
  { before, states, beside }: { before: View; states: readonly MembershipState[]; beside: Beside },
  answer?: Answer,
): Promise<void> {
  const isWhere = (seen: View) => states.every((state, at) => sameState(state, seen.states[at] ?? []));
  const seen = await eventually(
    context,
    () => viewOf(context, alike, beside),
    (view) => isWhere(view) && changedIn(before, view).length === 0,
  );
  const inWords = (all: readonly MembershipState[]) =>
    alike.pools.map((pool, at) => describeState(pool, all[at] ?? [])).join(', ');
  context.must.hold(isWhere(seen), {
    expected: inWords(states),
    actual: inWords(seen.states),
    ...(answer ? { in: answer } : {}),
  });
  const changed = changedIn(before, seen);
  context.must.hold(changed.length === 0, {
    expected: 'all that is besides as it was',
    actual: `changed: ${changed.join(', ')}`,
    ...(answer ? { in: answer } : {}),
  });
}

function changedIn(before: View, now: View): readonly string[] {
  return Object.keys(now.rest).filter(
    (of) => before.rest[of] !== undefined && before.rest[of] !== now.rest[of],
  );
}

/** The classes and cohorts of each user that no step is about. */
function groupsBesides({ pools, unsure }: Alike, users: readonly Json[]): Readonly<Record<string, string>> {
  const named = [...(pools[0]?.groups ?? []), ...unsure].map((id) => id.toLowerCase());
  const entries = pools.flatMap(({ membership, members }) =>
    members.flatMap((id, at) => {
      const user = users.find((one) => text(one['userId'])?.toLowerCase() === id.toLowerCase());
      return ['classIds', 'cohortIds'].flatMap((field) => {
        const others = user && groupIds(user, field)?.filter((one) => !named.includes(one.toLowerCase()));
        const label = `\`${field}\` of ${membership.many} ${at + 1}`;
        return others ? [[label, sorted(others)] as const] : [];
      });
    }),
  );
  return Object.fromEntries(entries);
}

/** The fields of cohorts, and the tests in them that no step is about. */
function restOfCohorts({ pools }: Alike, cohorts: readonly Json[]): Readonly<Record<string, string>> {
  const named = pools.flatMap(({ members }) => members).map((id) => id.toLowerCase());
  const entries = cohorts.flatMap((cohort, at) => [
    ...['name', 'description', 'academicYearId'].map((field) => [
      `\`${field}\` of group ${at + 1}`,
      JSON.stringify(comparable(cohort[field] ?? '')),
    ]),
    [`other tests of group ${at + 1}`, sorted((testIds(cohort) ?? []).filter((id) => !named.includes(id)))],
  ]);
  return Object.fromEntries(entries);
}

async function cohortsNamed(context: Context, search: unknown): Promise<readonly Json[]> {
  return itemsOf(context, await context.send(cohortGroup.list, { search }));
}

async function listOfTests(context: Context): Promise<string> {
  const items = itemsOf(context, await context.send('listTests'));
  return String(
    items.map(({ testId, name, subject }) => JSON.stringify([comparable(testId), name, subject])).sort(),
  );
}

function sorted(texts: readonly string[]): string {
  return String([...new Set(texts.map((one) => one.toLowerCase()))].sort());
}
