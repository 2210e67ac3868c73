import type { Meanings } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import { markedName, meaningsOf } from './creation.ts';
import { findExisting } from './existing.ts';
import { createdFixture } from './fixture.ts';
import { freeNumber } from './free-number.ts';
import type { Kind } from './resources.ts';

/** What a creation says whose name nothing has, not even what a faulty version of this target created for an earlier run. */
export async function unusedMeanings(context: Context, kind: Kind, words: string): Promise<Meanings> {
  const at = (number: number) => meaningsOf(context, kind, markedName(context, `${kind} ${words} ${number}`));
  return at(await freeNumber(context, async (n) => (await findExisting(context, kind, at(n))) !== undefined));
}

/**
 * Claims that a refused creation created nothing. The control: what the run has created is found in the same way. Where
 * that is not so, nobody can see what a refused creation does.
 */
export async function mustBeUnused(context: Context, kind: Kind, meanings: Meanings): Promise<void> {
  if (!(await isFound(context, kind))) return;
  context.must.hold((await findExisting(context, kind, meanings)) === undefined, {
    expected: `no ${kind} under the name of the refused creation`,
    actual: 'one',
  });
}

/** Whether what this run has created is found by its name; asked once. */
function isFound(context: Context, kind: Kind): Promise<boolean> {
  return context.world.once(`${kind} of the run found by its name`, async () => {
    try {
      await createdFixture(context, kind);
      const meanings = meaningsOf(context, kind, markedName(context, `${kind} shared`));
      return (await findExisting(context, kind, meanings)) !== undefined;
    } catch (error) {
      if (error instanceof Inconclusive) return false;
      throw error;
    }
  });
}
