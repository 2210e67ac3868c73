import type { Context } from '../../../harness/judging/context.ts';
import { accountId } from '../accounts/shared-account.ts';
import { changedFields } from '../accounts/user-fields.ts';
import { type Json, listOf, resourceOf } from '../body.ts';
import { groupIds } from '../groups/ids-in-user.ts';
import { fixtureId } from '../reuse/fixture.ts';
import { type Kind, resources } from '../reuse/resources.ts';
import { readUsers } from '../users/read.ts';

/** Users, classes and cohorts that one change could touch, by what they are called in a report. */
export interface Scene {
  readonly users: Readonly<Record<string, string>>;
  readonly groups: readonly (readonly [kind: 'class' | 'cohort', label: string])[];
}

/** What a change is about: a field of a user or a group, and the id that comes to its list or goes from it. */
export interface About {
  readonly of: string;
  readonly field: string;
  readonly id: string;
}

/** What reads show of a scene. */
export interface Shown {
  readonly users: Readonly<Record<string, Json | undefined>>;
  readonly groups: Readonly<Record<string, Json>>;
}

/** The account that rows change, another user of its kind, and the account of the other kind. */
export async function castOf(
  context: Context,
  kind: 'student' | 'teacher',
): Promise<Readonly<Record<'the user' | 'another user' | 'a user of the other kind', string>>> {
  const other = kind === 'student' ? 'teacher' : 'student';
  const cast = {
    'the user': await accountId(context, kind),
    'another user': await fixtureId(context, kind, 'member 1'),
    'a user of the other kind': await accountId(context, other),
  };
  context.need(new Set(Object.values(cast)).size === 3, 'three different users');
  return cast;
}

/** Reads a scene as it is now. */
export async function look(context: Context, scene: Scene): Promise<Shown> {
  const names = Object.keys(scene.users);
  const users = await readUsers(context, Object.values(scene.users));
  const groups: [string, Json][] = [];
  for (const [kind, label] of scene.groups)
    groups.push([`${kind} ${label}`, await readGroup(context, kind, label)]);
  return {
    users: Object.fromEntries(names.map((name, at) => [name, users[at]])),
    groups: Object.fromEntries(groups),
  };
}

/**
 * What differs between two looks at a scene, in words. What a change is about is left out.
 */
export function differences(before: Shown, after: Shown, about?: About): readonly string[] {
  const aboutOf = (of: string) => (about?.of === of ? about : undefined);
  const ofUsers = Object.entries(before.users).flatMap(([of, user]) => {
    const now = after.users[of];
    if (!user) return [];
    if (!now) return [`the presence of ${of}`];
    return changedIn(user, now, aboutOf(of)).map((field) => `\`${field}\` of ${of}`);
  });
  const ofGroups = Object.entries(before.groups).flatMap(([of, group]) =>
    changedOf(group, after.groups[of] ?? {}, aboutOf(of)).map((field) => `\`${field}\` of ${of}`),
  );
  return [...ofUsers, ...ofGroups];
}

function changedIn(before: Json, after: Json, about: About | undefined): readonly string[] {
  const changed = changedFields(before, after);
  if (about === undefined || !changed.includes(about.field)) return changed;
  const rest = (user: Json) => idsBut(groupIds(user, about.field) ?? [], about.id);
  return changed.filter((field) => field !== about.field || rest(before) !== rest(after));
}

/** The fields of a class or cohort that differ; the order of its tests says nothing. */
function changedOf(before: Json, after: Json, about: About | undefined): readonly string[] {
  const fields = ['name', 'description', 'academicYearId'].filter((name) => before[name] !== after[name]);
  return testsBut(before, about?.id) === testsBut(after, about?.id) ? fields : [...fields, 'tests'];
}

function testsBut(cohort: Json, id: string | undefined): string {
  const tests = listOf(cohort['tests']) ?? [];
  const others = tests.filter(({ testId }) => String(testId).toLowerCase() !== id?.toLowerCase());
  // A test may stand there in several versions.
  const texts = others.map(({ testVersionId: _, ...test }) => JSON.stringify(test));
  return String([...new Set(texts)].sort());
}

function idsBut(ids: readonly string[], id: string): string {
  return String(
    ids
      .map((one) => one.toLowerCase())
      .filter((one) => one !== id.toLowerCase())
      .sort(),
  );
}

async function readGroup(context: Context, kind: Kind, label: string): Promise<Json> {
  const { read, id } = resources[kind];
  const answer = await context.send(read, { [id]: await fixtureId(context, kind, label) });
  return resourceOf(context, answer, kind);
}
