import type { Context } from '../../../harness/judging/context.ts';
import { afterRefusals } from './after-refusals.ts';
import { type FreshGroup, freshGroup, freshGroupAnswer } from './fresh.ts';
import type { Group } from './group.ts';

/** Signs that addresses leave out, a sign outside of the basic plane, and two scripts of Japanese. */
const unusual = 'near names ことり 物理 😀 C#';

/** The same where only signs of ASCII are taken. */
const usual = 'near names C#';

/** Texts in such a name, and what a careless comparison takes for the same. */
const nearTexts = [
  ['ことり', 'コトリ'],
  ['😀', '🚀'],
  ['C#', 'C+'],
  [' C', '  C'],
] as const;

/** A class or cohort of this run that others have almost the name of. */
export function groupWithNearNames(context: Context, group: Group): Promise<FreshGroup> {
  return context.world.once(`${group.kind} with near names`, async () => {
    const { answer } = await freshGroupAnswer(context, group, unusual);
    return freshGroup(context, group, answer.status < 300 ? unusual : usual);
  });
}

/** The names that are almost a name, and are others. */
export function nearNames(name: string): readonly string[] {
  return nearTexts.map(([text, other]) => name.replace(text, other)).filter((near) => near !== name);
}

/**
 * Pairs of names that differ in more than the case of letters. The first of each has just been given, and no earlier
 * run had it; so nobody can have the second, which is only ever given after the first.
 */
export async function namesOfOthers(context: Context, group: Group): Promise<readonly [string, string][]> {
  const { meanings } = await groupWithNearNames(context, group);
  const { made, isLong } = await afterRefusals(context, group);
  const [near, long] = [String(meanings['name']), String(made.meanings['name'])];
  const pairs: [string, string][] = [[near, near.replace('物理', '化学').replace('C#', 'C+')]];
  if (isLong) pairs.push([long, `${long.slice(0, -1)}z`]);
  return pairs.map(([first, second]) => [first, context.world.synthetic(second)]);
}
