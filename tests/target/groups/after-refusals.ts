import type { Context } from '../../../harness/judging/context.ts';
import { text } from '../body.ts';
import { create, markedName } from '../reuse/creation.ts';
import { createdFixture } from '../reuse/fixture.ts';
import { type FreshGroup, freshGroup, freshGroupAnswer } from './fresh.ts';
import type { Group } from './group.ts';

const longest = 'of a long name '.repeat(12).trim();
const shorter = 'of a long name '.repeat(5).trim();

/** Signs that addresses leave out, one outside of the basic plane, and two scripts of Japanese. */
const unusual = 'ことり 物理 😀 C#';

/** The tails of a name, the best first: columns end at 255 letters, indexes at 191, 128 or 100. */
const tails = [
  { isLong: true, tail: `${longest} ${unusual}` },
  { isLong: true, tail: `${shorter} ${unusual}` },
  { isLong: true, tail: `${longest} C#` },
  { isLong: true, tail: `${shorter} C#` },
  { isLong: false, tail: unusual },
] as const;

/** A creation of a name alone that came after others which were refused. */
export interface AfterRefusals {
  readonly made: FreshGroup;
  /** The descriptions of those that were refused. */
  readonly refused: readonly string[];
  /** Whether its name is longer than a hundred letters: such a name may be refused. */
  readonly isLong: boolean;
}

/** The creation that follows a conflict and a malformed one; its name is as long as the target takes it. */
export function afterRefusals(context: Context, group: Group): Promise<AfterRefusals> {
  return context.world.once(`after refusals ${group.kind}`, async () => {
    const refused = await refuseTwo(context, group);
    const more = { description: undefined };
    for (const { tail, isLong } of tails) {
      const words = `after refusals ${tail}`;
      const { answer } = await freshGroupAnswer(context, group, words, more);
      if (answer.status >= 400) continue;
      return { made: await freshGroup(context, group, words, more), refused, isLong };
    }
    const made = await freshGroup(context, group, 'after refusals', more);
    return { made, refused, isLong: false };
  });
}

/** Sends a conflict and a malformed creation. Gives their descriptions. */
async function refuseTwo(context: Context, group: Group): Promise<readonly string[]> {
  const { kind } = group;
  const { name } = await createdFixture(context, kind);
  const again = context.need(text(name), `the name of a ${kind}`);
  const conflict = {
    name: context.world.synthetic(again),
    description: markedName(context, 'of a conflict'),
  };
  const malformed = {
    name: markedName(context, `${kind} refused`),
    description: markedName(context, 'of no year'),
    academicYearId: 'not-a-uuid',
  };
  for (const meanings of [conflict, malformed]) {
    const { status } = await create(context, kind, meanings);
    context.need(status >= 400, `the creation to be refused, got ${status}`);
  }
  return [conflict.description, malformed.description];
}
