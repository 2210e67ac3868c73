import type { Context } from '../../../harness/judging/context.ts';
import { type Json, resourceOf } from '../body.ts';
import { unchanged } from '../delays.ts';
import type { Group } from './group.ts';

/** A class or cohort by its id, as a read shows it now. */
export function readGroup(context: Context, { get, id: idName, kind }: Group, id: string): Promise<Json> {
  return context.world.keep([keyOf(id)], async () =>
    resourceOf(context, await context.send(get, { [idName]: id }), kind),
  );
}

/** Classes or cohorts by their ids, as reads show them now. */
export async function readGroups(
  context: Context,
  group: Group,
  ids: readonly string[],
): Promise<readonly Json[]> {
  const groups: Json[] = [];
  for (const id of ids) groups.push(await readGroup(context, group, id));
  return groups;
}

/**
 * A class or cohort as a read showed it last, where the run has sent nothing since that may change it; else as a read
 * shows it now. For what a row begins with: what it judges, it reads anew.
 */
export function unchangedGroup(context: Context, group: Group, id: string): Promise<Json> {
  return unchanged(
    context,
    () => context.world.kept<Json>(keyOf(id)),
    () => readGroup(context, group, id),
  );
}

/** Classes or cohorts as reads showed them last; `undefined` where the run may have changed one of them since. */
export async function knownGroups(
  { world }: Context,
  ids: readonly string[],
): Promise<readonly Json[] | undefined> {
  const known: Json[] = [];
  for (const id of ids) {
    const kept = world.kept<Json>(keyOf(id));
    if (!kept) return undefined;
    known.push(await kept);
  }
  return known;
}

function keyOf(id: string): string {
  return `group ${id.toLowerCase()}`;
}
