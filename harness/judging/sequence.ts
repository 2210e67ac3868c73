import fc from 'fast-check';
import { type PropertyRun, runProperty } from './property.ts';

/** Takes one step on the target and judges what is then seen; `expected` is the model's state after the step. */
export type Act<State, Step> = (step: Step, expected: State) => Promise<void>;

/** An arbitrary of sequences of commands; with fast-check's replay path, one that begins at that sequence. */
type Sequences<State, Step> = (
  replay?: string,
) => fc.Arbitrary<Iterable<fc.AsyncCommand<{ state: State }, Act<State, Step>>>>;

/** How sequences are played on the target. */
export interface Play<State, Step> {
  /** The state that every sequence starts from. */
  readonly start: State;
  /** Brings the target into that state, before each sequence. */
  readonly begin: () => Promise<void>;
  readonly act: Act<State, Step>;
}

/** Joins fast-check's path to a value and its path within a sequence. */
const joint = '~';

/**
 * Plays sequences of operations on the target beside a model. A failure arrives with the shortest sequence
 * that shows it, written as the list of operations that ran.
 */
export async function runSequences<State, Step>(
  sequences: Sequences<State, Step>,
  { start, begin, act }: Play<State, Step>,
  run: PropertyRun,
): Promise<void> {
  const [path, replay] = run.path?.split(joint) ?? [];
  await runProperty(
    sequences(replay),
    (sequence) =>
      fc.asyncModelRun(async () => {
        await begin();
        return { model: { state: start }, real: act };
      }, sequence),
    { ...run, path },
    (sequence, found) => {
      const within = /replayPath="(.*)"/.exec(String(sequence))?.[1] ?? '';
      return { ...found, value: operationsOf(sequence).join('; '), path: `${found.path}${joint}${within}` };
    },
  );
}

/** The operations that ran, in words: fast-check marks each command that it ran. */
function operationsOf(sequence: Iterable<object>): string[] {
  return [...sequence].filter((command) => 'hasRan' in command && command.hasRan === true).map(String);
}
