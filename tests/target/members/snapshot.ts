import type { Context } from '../../../harness/judging/context.ts';
import { accountId } from '../accounts/shared-account.ts';
import { changedFields } from '../accounts/user-fields.ts';
import { comparable, type Json, listOf, text } from '../body.ts';
import { classGroup, cohortGroup } from '../groups/group.ts';
import { groupIds } from '../groups/ids-in-user.ts';
import { readGroup, unchangedGroup } from '../groups/read.ts';
import { createdFixture, fixtureId } from '../reuse/fixture.ts';
import { readUsers, unchangedUsers } from '../users/read.ts';

/** Users, classes and cohorts that one change could touch, by what they are called in a report. */
export interface Subjects {
  readonly users: Readonly<Record<string, string>>;
  readonly groups: readonly (readonly [kind: 'class' | 'cohort', label: string])[];
}

/** The change that is expected: a field of a user or a group, and the id that comes to its list or goes from it. */
export interface ExpectedChange {
  readonly of: string;
  readonly field: string;
  readonly id: string;
}

/** What reads show of users and groups. */
export interface Snapshot {
  readonly users: Readonly<Record<string, Json | undefined>>;
  readonly groups: Readonly<Record<string, Json>>;
}

/** The account that rows change (or the user of a label), another user of its kind, and the account of the other kind. */
export async function threeUsers(
  context: Context,
  kind: 'student' | 'teacher',
  label?: string,
): Promise<Readonly<Record<'the user' | 'another user' | 'a user of the other kind', string>>> {
  const other = kind === 'student' ? 'teacher' : 'student';
  const users = {
    'the user': label === undefined ? await accountId(context, kind) : await fixtureId(context, kind, label),
    'another user': await fixtureId(context, kind, 'member 1'),
    'a user of the other kind': await accountId(context, other),
  };
  const isDifferent = new Set(Object.values(users)).size === 3;
  // Whoever is lent alone is too few, and why no others can be had is told.
  if (!isDifferent) await createdFixture(context, kind, 'member 1');
  context.need(isDifferent, 'three different users');
  return users;
}

/** Reads users and groups as they are now. */
export function takeSnapshot(context: Context, subjects: Subjects): Promise<Snapshot> {
  return snapshot(context, subjects, { group: readGroup, users: readUsers });
}

/** Users and groups as reads showed them last, where the run has sent nothing since that may change them. */
export function unchangedSnapshot(context: Context, subjects: Subjects): Promise<Snapshot> {
  return snapshot(context, subjects, { group: unchangedGroup, users: unchangedUsers });
}

async function snapshot(
  context: Context,
  subjects: Subjects,
  read: { readonly group: typeof readGroup; readonly users: typeof unchangedUsers },
): Promise<Snapshot> {
  const groups: [string, Json][] = [];
  for (const [kind, label] of subjects.groups)
    groups.push([
      `${kind} ${label}`,
      await read.group(
        context,
        kind === 'class' ? classGroup : cohortGroup,
        await fixtureId(context, kind, label),
      ),
    ]);
  const names = Object.keys(subjects.users);
  // Last, for what a failure shows is the read that came last, and mostly it is a user who has changed.
  const users = await read.users(context, Object.values(subjects.users));
  return {
    users: Object.fromEntries(names.map((name, at) => [name, users[at]])),
    groups: Object.fromEntries(groups),
  };
}

/**
 * What differs between two snapshots, in words, and what no user can be in; the expected change is left out. A change that
 * earlier rows have sent as well may have done its damage before.
 */
export function differences(before: Snapshot, after: Snapshot, expected?: ExpectedChange): readonly string[] {
  const expectedOf = (of: string) => (expected?.of === of ? expected : undefined);
  const ofUsers = Object.entries(before.users).flatMap(([of, user]) => {
    const now = after.users[of];
    if (!user) return [];
    if (!now) return [`the presence of ${of}`];
    return [
      ...changedIn(user, now, expectedOf(of)).map((field) => `\`${field}\` of ${of}`),
      ...confused(now, after).map((field) => `a group of another kind in \`${field}\` of ${of}`),
    ];
  });
  const ofGroups = Object.entries(before.groups).flatMap(([of, group]) =>
    changedInGroup(group, after.groups[of] ?? {}, expectedOf(of)?.id).map((field) => `\`${field}\` of ${of}`),
  );
  return [...ofUsers, ...ofGroups];
}

/** The lists of a user that hold the id of a group of the other kind, and of no group of their own. */
function confused(user: Json, { groups }: Snapshot): readonly string[] {
  const kinds = [classGroup, cohortGroup];
  return kinds.flatMap(({ id, membership }) => {
    const idsCalled = (name: string) =>
      Object.values(groups).flatMap((group) => text(group[name])?.toLowerCase() ?? []);
    const own = idsCalled(id);
    const others = kinds.filter((kind) => kind.id !== id).flatMap((kind) => idsCalled(kind.id));
    const isConfused = (one: string) => others.includes(one) && !own.includes(one);
    const held = groupIds(user, membership) ?? [];
    return held.some((one) => isConfused(one.toLowerCase())) ? [membership] : [];
  });
}

/** The fields of a user that differ, but for one id in one list. */
export function changedBut(
  expected: Pick<ExpectedChange, 'field' | 'id'>,
): (before: Json, after: Json) => readonly string[] {
  return (before, after) => changedIn(before, after, expected);
}

function changedIn(
  before: Json,
  after: Json,
  expected: Pick<ExpectedChange, 'field' | 'id'> | undefined,
): readonly string[] {
  const changed = changedFields(before, after);
  if (expected === undefined || !changed.includes(expected.field)) return changed;
  const rest = (user: Json) => idsBut(groupIds(user, expected.field) ?? [], expected.id);
  return changed.filter((field) => field !== expected.field || rest(before) !== rest(after));
}

/** The fields of a class or cohort that differ, but for one test; the order of its tests says nothing. */
export function changedInGroup(before: Json, after: Json, but: string | undefined): readonly string[] {
  const fields = ['name', 'description', 'academicYearId'].filter(
    (name) => comparable(before[name]) !== comparable(after[name]),
  );
  return testsBut(before, but) === testsBut(after, but) ? fields : [...fields, 'tests'];
}

/** What a test keeps in a cohort. Its content may get a new version at any time. */
const lasting = ['testId', 'name', 'subject', 'activationStatus'];

function testsBut(cohort: Json, id: string | undefined): string {
  const tests = listOf(cohort['tests']) ?? [];
  const others = tests.filter(({ testId }) => String(testId).toLowerCase() !== id?.toLowerCase());
  return String(others.map((test) => JSON.stringify(lasting.map((name) => comparable(test[name])))).sort());
}

function idsBut(ids: readonly string[], id: string): string {
  return String(
    ids
      .map((one) => one.toLowerCase())
      .filter((one) => one !== id.toLowerCase())
      .sort(),
  );
}
