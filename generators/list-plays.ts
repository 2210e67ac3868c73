import fc from 'fast-check';
import { type Dials, inWords, type Question, questions } from './list-questions.ts';

/** What is asked of a list next. */
export type Deed =
  | 'the first page'
  | 'the next page'
  | 'the next page without a limit'
  | 'the page before'
  | 'a page at an offset'
  | 'the rest from an offset'
  | 'as much as one page holds'
  | 'a page past the end';

/** One request: what is asked, of which question. */
export interface Step {
  readonly of: number;
  readonly does: Deed;
}

/** Some questions, and the requests about them in their order: walks under different questions go on side by side. */
export interface Play {
  readonly questions: readonly Question[];
  readonly steps: readonly Step[];
  /** How many of the requests were sent before a law broke; noted by whoever plays. */
  sent?: number;
}

/** Plays of two questions and up to `longest` requests. They shrink to one request for the plain list. */
export function plays(dials: Dials, longest: number): fc.Arbitrary<Play> {
  const step = fc.record({
    of: fc.constantFrom(0, 0, 1),
    does: fc.constantFrom<Deed[]>(
      'the first page',
      'the next page',
      'the next page',
      'the next page',
      'as much as one page holds',
      'the page before',
      'a page at an offset',
      'the next page without a limit',
      'the rest from an offset',
      'a page past the end',
    ),
  });
  return fc
    .record({
      questions: fc.tuple(questions(dials), questions(dials)),
      steps: fc.array(step, { minLength: 1, maxLength: longest, size: 'max' }),
    })
    .map(told);
}

/** Always this play. It shrinks to fewer requests, fewer filters and the order of the list itself. */
export function only(play: Play): fc.Arbitrary<Play> {
  return new Only(play);
}

class Only extends fc.Arbitrary<Play> {
  readonly #play: Play;

  constructor(play: Play) {
    super();
    this.#play = told(play);
  }

  override generate(): fc.Value<Play> {
    return new fc.Value(this.#play, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Play {
    return value === this.#play;
  }

  override shrink(play: Play): fc.Stream<fc.Value<Play>> {
    return fc.Stream.of(...simpler(play)).map((one) => new fc.Value(told(one), undefined));
  }
}

/** Plays that lack one thing each: a request, a filter, or an order. What came after the law broke, all of them lack. */
function simpler({ questions: all, steps: planned, sent }: Play): readonly Play[] {
  const steps = planned.slice(0, sent);
  const fewer =
    steps.length > 1 ? steps.map((_, at) => ({ questions: all, steps: steps.toSpliced(at, 1) })) : [];
  const asking = (at: number, question: Question): Play => ({ questions: all.with(at, question), steps });
  const plainer = [...all.entries()].flatMap(([at, question]) => {
    if (!steps.some(({ of }) => of === at)) return [];
    const { sort, ...unsorted } = question;
    const without = question.parts.map((_, nth) =>
      asking(at, { ...question, parts: question.parts.toSpliced(nth, 1) }),
    );
    return sort ? [...without, asking(at, unsorted)] : without;
  });
  return [...fewer, ...plainer];
}

/** A play that a counterexample tells in words. */
function told({ questions: all, steps }: Play): Play {
  const play: Play = { questions: all, steps };
  return Object.defineProperty(play, fc.toStringMethod, { value: () => playInWords(play) });
}

function playInWords({ questions: all, steps, sent = steps.length }: Play): string {
  if (sent === 0) return 'the largest page';
  return steps
    .slice(0, sent)
    .map(({ of, does }, at) => {
      const question = all[of];
      const isNew = question && steps.findIndex((step) => step.of === of) === at;
      const what = isNew ? `question ${of + 1}, ${inWords(question)}` : `question ${of + 1}`;
      return `${does}${sizeInWords(does, question)}, of ${what}`;
    })
    .join('; ');
}

function sizeInWords(does: Deed, question: Question | undefined): string {
  if (question === undefined || does.includes('without')) return '';
  if (does === 'as much as one page holds') return ` (limit: ${question.wide})`;
  const where = does.endsWith('offset') ? ` to ${question.place}` : '';
  return does === 'the rest from an offset' ? where : `${where} (limit: ${question.size})`;
}
