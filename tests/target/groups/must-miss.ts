import type { Context } from '../../../harness/judging/context.ts';
import { groupOf } from './group.ts';
import { listed, onStableList, type SampledGroup } from './samples.ts';

/** Claims that a text does not find what has another name. The control: its own name finds it. */
export async function mustMiss(
  context: Context,
  known: Pick<SampledGroup, 'id' | 'name'>,
  search: string,
): Promise<void> {
  const { kind } = groupOf(context.op);
  await onStableList(context, async (used) => {
    const byName = await listed(used, { search: known.name });
    context.need(byName.shows(known), `the ${kind} to be found by its name`);
    const { shows, answer } = await listed(used, { search: context.world.synthetic(search) });
    context.must.hold(!shows(known), {
      expected: `no ${kind} of another name`,
      actual: `the ${kind} whose name is not what was searched for`,
      in: answer,
    });
  });
}
