import fc from 'fast-check';
import type { Context } from '../../harness/judging/context.ts';
import { onGenerated } from './generated.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Which blocks are those of the known id. Thirty-two bits or more are left to chance, so that an id that somebody
 * counts up is not met. The one that most look-ups by a part take for the known one stands first.
 */
const kept = {
  'with the first block of a known one': [true, false, false, false, false],
  'with the last block of a known one': [false, false, false, false, true],
  'with all but the last block of a known one': [true, true, true, true, false],
  'with all but the first block of a known one': [false, true, true, true, true],
  'with the first and the last block of a known one': [true, false, false, false, true],
} as const;

/**
 * Judges a law for ids that name nothing and share blocks with a known one. A counterexample says which blocks. The
 * version and the variant in an id stay, because a server may look at them.
 */
export async function forEachNearId(
  context: Context,
  known: string,
  law: (near: string) => Promise<void>,
): Promise<void> {
  context.need(uuid.test(known), 'an id of five blocks');
  const tried = context.byEffort({ quick: 2, standard: 5, deep: 5 });
  for (const [words, blocks] of Object.entries(kept).slice(0, tried))
    await onGenerated(
      context,
      fc.constant({ id: words }),
      () => law(blend(known, context.unknownId(`near: ${words}`), blocks)),
      1,
    );
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
