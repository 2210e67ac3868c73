import type { BlindFault } from '../../../reference/blind/kit.ts';
import { type Outcome, readOutcomes, rounds } from './outcomes.ts';

/** One fault and what became of it. */
interface Judged {
  readonly fault: BlindFault;
  readonly outcome: Outcome;
}

/** What was found of every round that was judged, in words. */
export function tellRounds(): string {
  return [
    'Faults that were written blind, seed 1, standard effort:',
    ...Object.keys(rounds).map(tellRound),
  ].join('\n');
}

/** What was found of one round, in words: at first contact, and after the classes of the missed ones were closed. */
export function tellRound(round: string): string {
  const all = judgedOf(round);
  const faults = rounds[round] ?? [];
  if (all.length === 0) return `${nameOf(round)}: not judged yet`;
  const part = all.length < faults.length ? `, of which ${all.length} were judged` : '';
  const kinds = [
    ['break an explicit sentence', all.filter(({ fault }) => fault.breaks === 'explicit')],
    ['break what only follows from one', all.filter(({ fault }) => fault.breaks === 'implied')],
  ] as const;
  return [
    `  ${nameOf(round)}, ${faults.length} faults${part}`,
    `    at first contact    ${share(all, foundAtFirst)}`,
    ...kinds.flatMap(([words, some]) =>
      some.length === 0 ? [] : [`      of those that ${words}: ${share(some, foundAtFirst)}`],
    ),
    ...(all.some(({ outcome }) => outcome.after !== undefined)
      ? [`    after the mending   ${share(all, foundAfterwards)}`]
      : []),
    ...tellPermitted(all),
  ].join('\n');
}

/** A fault that the interface permits breaks no sentence, whatever its writer thought. */
function tellPermitted(all: readonly Judged[]): readonly string[] {
  const permitted = all.filter(({ outcome }) => outcome.permitted !== undefined);
  if (permitted.length === 0) return [];
  const broken = all.filter(({ fault, outcome }) => !outcome.permitted && fault.breaks === 'explicit');
  return [
    `    of the rest, the interface permits ${permitted.length}, each with a reason`,
    `      at first contact, of those that do break an explicit sentence: ${share(broken, foundAtFirst)}`,
  ];
}

/** The faults of a round that were judged, each with what became of it. */
export function judgedOf(round: string): readonly Judged[] {
  const kept = readOutcomes(round);
  return (rounds[round] ?? []).flatMap((fault) => {
    const outcome = kept[fault.id];
    return outcome ? [{ fault, outcome }] : [];
  });
}

const foundAtFirst = ({ outcome }: Judged) => outcome.first !== 'missed';
const foundAfterwards = ({ outcome }: Judged) => (outcome.after ?? outcome.first) !== 'missed';

/** How many of all were found, in words. */
export function share<One>(all: readonly One[], isFound: (one: One) => boolean): string {
  const found = all.filter(isFound).length;
  return `${found} of ${all.length} found (${((100 * found) / Math.max(1, all.length)).toFixed(1)} %)`;
}

function nameOf(round: string): string {
  return round === 'reserve' ? 'the reserve of round 1' : round.replace('-', ' ');
}
