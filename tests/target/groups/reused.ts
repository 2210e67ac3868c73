import type { Context } from '../../../harness/judging/context.ts';
import { text } from '../body.ts';
import { markedName } from '../reuse/creation.ts';
import { findExisting } from '../reuse/existing.ts';
import { adopt } from '../reuse/fixture.ts';
import { freshGroup } from './fresh.ts';
import type { Group } from './group.ts';

/**
 * The id of a class or cohort that was created with these values, for checks that only read it: what an earlier run
 * left, as far as it shows them, else a new one.
 */
export function reusedGroup(
  context: Context,
  group: Group,
  words: string,
  said: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { kind, id: idName } = group;
  return context.world.once(`reused ${kind} ${words}`, async () => {
    const left = await findExisting(context, kind, { name: markedName(context, `${kind} ${words} 1`) });
    const isSame = left && Object.entries(said).every(([field, value]) => left[field] === value);
    const id = isSame ? text(adopt(context, kind, left)[idName]) : undefined;
    return id ?? (await freshGroup(context, group, words, said)).id;
  });
}
