import { labelled, wrap } from '../terminal/layout.ts';
import type { Style } from '../terminal/style.ts';
import { type GateResult, gateExit } from './gate.ts';
import { type GateGroup, gateGroups, gateSentence } from './summary.ts';

/** A gate for the terminal. */
export function gateText(result: GateResult, style: Style): string {
  const colour = gateExit(result) === 0 ? style.green : style.red;
  return [
    ...gateGroups(result).map((group) => groupText(group, style)),
    colour(style.bold(gateSentence(result))),
  ].join('\n\n');
}

function groupText({ title, fix, shuts, lines }: GateGroup, style: Style): string {
  const head = `${title} (${lines.length})${fix === '' ? '' : `: ${fix}`}`;
  const [mark, colour] = shuts ? ['✗', style.red] : ['–', style.dim];
  return [
    ...wrap(head, 80).map(style.bold),
    ...lines.flatMap(({ row, detail }) => [`${colour(mark)} ${row}`, ...labelled('', detail, 4, 4)]),
  ].join('\n');
}
