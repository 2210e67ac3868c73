import fc from 'fast-check';
import { type PropertyRun, runProperty } from './property.ts';

/** Runs one command on the target and judges the result; `expected` is the model's state after the command. */
export type Act<State, Step> = (step: Step, expected: State) => Promise<void>;

/** Makes an arbitrary of command sequences. With fast-check's replay path, it begins at that sequence. */
type Sequences<State, Step> = (
  replay?: string,
) => fc.Arbitrary<Iterable<fc.AsyncCommand<{ state: State }, Act<State, Step>>>>;

/** How sequences of commands run on the target. */
export interface Play<State, Step> {
  /** The model's state at the start of every sequence. */
  readonly start: State;
  /** Brings the target into the start state. It is called before each sequence. */
  readonly begin: () => Promise<void>;
  readonly act: Act<State, Step>;
}

/** Stands between fast-check's path to a sequence and the replay path within that sequence. */
const separator = '~';

/**
 * Runs sequences of commands on the target and on a model (fast-check's model-based testing). The counterexample of
 * a failure is the shortest sequence that shows it, written as the list of operations that ran.
 */
export async function runSequences<State, Step>(
  sequences: Sequences<State, Step>,
  { start, begin, act }: Play<State, Step>,
  run: PropertyRun,
): Promise<void> {
  const [path, replay] = run.path?.split(separator) ?? [];
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
      return {
        ...found,
        value: operationsOf(sequence).join('; '),
        path: `${found.path}${separator}${within}`,
      };
    },
  );
}

/** The operations that ran, in words. fast-check sets `hasRan` on each command that it ran. */
function operationsOf(sequence: Iterable<object>): string[] {
  return [...sequence].filter((command) => 'hasRan' in command && command.hasRan === true).map(String);
}
