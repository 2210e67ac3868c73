import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { afterRefusals } from './after-refusals.ts';
import type { Group } from './group.ts';
import type { SampledGroup } from './samples.ts';

/** Texts in the name of a class or cohort of this run, and what a careless comparison takes for the same. */
const nearTexts = [
  ['ことり', 'コトリ'],
  ['😀', '🚀'],
  ['C#', 'C+'],
  [' C', '  C'],
] as const;

/** A class or cohort of this run, and names that are almost its name. Inconclusive where no sign is taken. */
export async function withNearNames(
  context: Context,
  group: Group,
): Promise<{ readonly known: Pick<SampledGroup, 'id' | 'name'>; readonly nears: readonly string[] }> {
  const { made } = await afterRefusals(context, group);
  const name = String(made.meanings['name']);
  const all = nearTexts.map(([text, other]) => name.replace(text, other));
  const nears = all.filter((near) => near !== name);
  context.need(nears.length > 0, 'a name with a sign, such as C#, to be accepted');
  return { known: { id: made.id, name }, nears };
}

/**
 * A name that has just been given, so that no earlier run had it, and one that differs from it in more than the case of
 * letters, behind a hundred letters: of a class in an emoji, of a cohort in a sign and in letters that are not Latin.
 * Nobody can have the second: it is only ever given after the first.
 */
export async function namesOfTwo(context: Context, group: Group): Promise<readonly [string, string]> {
  const { name } = (await withNearNames(context, group)).known;
  const [emoji, signs] = [name.replace('😀', '🚀'), name.replace('物理', '化学').replace('C#', 'C+')];
  // What is created stays, so that each kind has one.
  const isEmoji = group.kind === 'class' && emoji !== name;
  return [name, context.world.synthetic(isEmoji ? emoji : signs)];
}

/**
 * A conflict between names that differ in accents, signs or spaces alone says something only where the profile tells which
 * names are the same: a collation makes one of many.
 */
export function needTold(context: Context, { same }: Group, { status }: Pick<Answer, 'status'>): void {
  context.need(status !== 409 || context.reading(same) !== undefined, `\`readings.${same}\` in the profile`);
}
