import path from 'node:path';
import type { BlindFault } from '../../../reference/blind/kit.ts';
import { keepIn, readKept } from './kept.ts';

/** The names of the rounds of faults that were written without sight of a check, in the order in which they were judged. */
export const roundNames = [
  'round-1',
  'reserve',
  'round-2',
  'round-3',
  'round-4',
  'round-5',
  'round-6',
  'round-7',
  'round-8',
  'round-9',
  'round-10',
  'round-11',
  'round-12',
  'round-13',
  'round-14',
  'round-15',
  'round-16',
  'round-17',
  'round-18',
  'round-19',
  'round-20',
  'round-21',
  'round-22',
  'round-23',
] as const;

export type RoundName = (typeof roundNames)[number];

/** Whether one bug was found: the row that failed first, or `missed`. */
export interface Finding {
  /** Before anything was mended. */
  readonly first: string;
  /** After the classes of the missed ones were closed; only for these. */
  readonly after?: string;
  /** The sentence of the interface that permits what it does; only for what is no bug. */
  readonly permitted?: string;
}

/** What became of one fault of a round. */
export interface Outcome extends Finding {
  /** Whether it breaks what a sentence says, or what only follows from one. */
  readonly breaks: BlindFault['breaks'];
}

/** Whether a fault was missed at first contact, and is one. */
export const wasMissed = ({ first, permitted }: Finding): boolean =>
  first === 'missed' && permitted === undefined;

/** What became of the faults of a round, by their ids. */
export type Outcomes = Readonly<Record<string, Outcome>>;

const fileOf = (round: RoundName) => path.join(import.meta.dirname, `${round}.json`);

/** The outcomes of a round that are kept; none for a round that was not judged. */
export const readOutcomes = (round: RoundName): Outcomes => readKept<Outcome>(fileOf(round));

/** Keeps one outcome beside the others of its round, in the order of the round, which has the faults of these ids. */
export function keepOutcome(round: RoundName, ids: readonly string[], id: string, outcome: Outcome): void {
  keepIn(fileOf(round), ids, id, outcome);
}
