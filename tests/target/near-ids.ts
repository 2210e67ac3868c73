import fc from 'fast-check';
import type { Context } from '../../harness/judging/context.ts';
import { onGenerated } from './generated.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * What is kept of the known id: some of its blocks, or the whole with more around it, which is no id at all. Thirty-two
 * bits or more are left to chance, so that an id that somebody counts up is not met. A look-up by fewer blocks takes
 * one of these for the known id as well. The two that most bugs take for it stand first.
 */
const kept = {
  'with all but the last block of a known one': [true, true, true, true, false],
  'of a known one, and more behind it': extended,
  'with all but the first block of a known one': [false, true, true, true, true],
  'with the first and the last block of a known one': [true, false, false, false, true],
  'of a known one, and a letter before it': (known: string) => `x${known}`,
} as const;

/**
 * A known id with more behind it. No reader of UUIDs takes that for one, whatever it makes of braces and hyphens: a
 * pattern without an end does, and so does a driver that cuts what it binds to the length of the column.
 */
export function extended(known: string): string {
  return `${known}-0001`;
}

/**
 * Judges a law for texts that name nothing and hold some of a known id: ids that share blocks with it, and the id with
 * more around it. A counterexample says what is kept. The version and the variant in an id stay, because a server may
 * look at them.
 *
 * @param law what holds of the text; `isId` where it is a UUID, so that a refusal is not for its form
 */
export async function forEachNearId(
  context: Context,
  known: string,
  law: (near: string, isId: boolean) => Promise<void>,
): Promise<void> {
  context.need(uuid.test(known), 'an id of five blocks');
  const tried = context.byEffort({ quick: 2, standard: 5, deep: 5 });
  for (const [words, blocks] of Object.entries(kept).slice(0, tried)) {
    const isId = typeof blocks !== 'function';
    const near = isId ? blend(known, context.unknownId(`near: ${words}`), blocks) : blocks(known);
    await onGenerated(context, fc.constant({ id: words }), () => law(near, isId), 1);
  }
}

/**
 * Judges a law for a known id with more behind it, where that is a UUID; a counterexample does not show the id. A quick
 * run leaves this to reads by an id.
 */
export async function onExtendedId(
  context: Context,
  known: string,
  law: (malformed: string) => Promise<void>,
): Promise<void> {
  if (context.effort === 'quick' || !uuid.test(known)) return;
  const shown = { id: 'of a known one, and more behind it' };
  await onGenerated(context, fc.constant(shown), () => law(extended(known)), 1);
}

function blend(known: string, other: string, isKept: readonly boolean[]): string {
  const others = other.split('-');
  const blocks = known.toLowerCase().split('-');
  return blocks
    .map((block, at) => {
      const drawn = others[at] ?? block;
      if (isKept[at]) return block;
      return at === 2 || at === 3 ? block.slice(0, 1) + drawn.slice(1) : drawn;
    })
    .join('-');
}
