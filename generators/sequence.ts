import fc from 'fast-check';

/** What a small model knows about the steps of a sequence. A state is never changed, only replaced. */
export interface Rules<State, Step> {
  /** Whether the step makes sense in this state; one that does not is left out. */
  readonly possible: (state: State, step: Step) => boolean;
  /** The state that a conforming server is in after the step. */
  readonly next: (state: State, step: Step) => State;
  /** How the step reads in a counterexample; `state` is the one in which it ran. */
  readonly words: (step: Step, state?: State) => string;
}

/** Takes one step on the real thing and compares; `expected` is the model's state after the step. */
export type Act<State, Step> = (step: Step, expected: State) => Promise<void>;

/** Some steps in order, ready to be run against a model and a real thing. */
export type Sequence<State, Step> = Iterable<fc.AsyncCommand<{ state: State }, Act<State, Step>>>;

/** Makes the arbitrary of sequences; `replay` is fast-check's own note of which steps ran, to see one failure again. */
export type Sequences<State, Step> = (replay?: string) => fc.Arbitrary<Sequence<State, Step>>;

/**
 * Sequences of up to `longest` steps, each drawn from one of the given kinds. They shrink to fewer steps
 * first, then to simpler ones.
 */
export function sequences<State, Step>(
  kinds: readonly fc.Arbitrary<Step>[],
  rules: Rules<State, Step>,
  longest = 8,
): Sequences<State, Step> {
  return (replay) =>
    fc.commands(
      kinds.map((kind) => kind.map((step) => command(step, rules))),
      // `max` because the default keeps sequences far shorter than the longest.
      { maxCommands: longest, size: 'max', ...(replay === undefined ? {} : { replayPath: replay }) },
    );
}

function command<State, Step>(
  step: Step,
  { possible, next, words }: Rules<State, Step>,
): fc.AsyncCommand<{ state: State }, Act<State, Step>> {
  let ranIn: State | undefined;
  return {
    check: ({ state }) => possible(state, step),
    async run(model, act) {
      ranIn = model.state;
      const expected = next(model.state, step);
      await act(step, expected);
      model.state = expected;
    },
    toString: () => words(step, ranIn),
  };
}

/** One sequence of these very steps, for what chance may leave out. */
export function inThisOrder<State, Step>(
  steps: readonly Step[],
  rules: Rules<State, Step>,
): Sequences<State, Step> {
  return () => fc.constant(rules).map((known) => steps.map((step) => noted(command(step, known))));
}

/** A command that notes that it ran, as those do that are drawn. */
function noted<State, Step>(
  made: fc.AsyncCommand<{ state: State }, Act<State, Step>>,
): fc.AsyncCommand<{ state: State }, Act<State, Step>> & { hasRan: boolean } {
  const own = {
    ...made,
    hasRan: false,
    run: (model: { state: State }, act: Act<State, Step>) => {
      own.hasRan = true;
      return made.run(model, act);
    },
  };
  return own;
}
