import { type Outcome, type RoundName, readOutcomes, roundNames } from './outcomes.ts';

/** What was found of every round that was judged, in words. */
export function tellRounds(): string {
  return [
    'Faults that were written blind, seed 1, standard effort:',
    ...roundNames.map((round) => tellRound(round)),
  ].join('\n');
}

/**
 * What was found of one round, in words: at first contact, and after the classes of the missed ones were closed.
 *
 * @param written how many faults it has; as many as were judged if left out
 */
export function tellRound(round: RoundName, written?: number): string {
  const all = Object.values(readOutcomes(round));
  if (all.length === 0) return `${nameOf(round)}: not judged yet`;
  const faults = written ?? all.length;
  const part = all.length < faults ? `, of which ${all.length} were judged` : '';
  const kinds = [
    ['break an explicit sentence', all.filter(({ breaks }) => breaks === 'explicit')],
    ['break what only follows from one', all.filter(({ breaks }) => breaks === 'implied')],
  ] as const;
  return [
    `  ${nameOf(round)}, ${faults} faults${part}`,
    `    at first contact    ${share(all, foundAtFirst)}`,
    ...kinds.flatMap(([words, some]) =>
      some.length === 0 ? [] : [`      of those that ${words}: ${share(some, foundAtFirst)}`],
    ),
    ...(all.some(({ after }) => after !== undefined)
      ? [`    after the mending   ${share(all, foundAfterwards)}`]
      : []),
    ...tellPermitted(all),
  ].join('\n');
}

/** A fault that the interface permits breaks no sentence, whatever its writer thought. */
function tellPermitted(all: readonly Outcome[]): readonly string[] {
  const permitted = all.filter((one) => one.permitted !== undefined);
  if (permitted.length === 0) return [];
  const broken = all.filter((one) => one.permitted === undefined && one.breaks === 'explicit');
  return [
    `    of the rest, the interface permits ${permitted.length}, each with a reason`,
    `      at first contact, of those that do break an explicit sentence: ${share(broken, foundAtFirst)}`,
  ];
}

const foundAtFirst = ({ first }: Outcome) => first !== 'missed';
const foundAfterwards = ({ first, after = first }: Outcome) => after !== 'missed';

/** How many of all were found, in words. */
export function share<One>(all: readonly One[], isFound: (one: One) => boolean): string {
  const found = all.filter(isFound).length;
  return `${found} of ${all.length} found (${((100 * found) / Math.max(1, all.length)).toFixed(1)} %)`;
}

function nameOf(round: RoundName): string {
  return round === 'reserve' ? 'the reserve of round 1' : round.replace('-', ' ');
}
