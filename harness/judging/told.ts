import type { Answer } from '../http/answer.ts';
import { canonical } from '../safety/ids.ts';

/** What the run has sent that names a thing, and what came of it. */
export interface Told {
  /**
   * The last successful answer of each operation, in the order in which they were sent last; `undefined` for one that
   * says nothing, for such answers are many, and what was sent with them is long.
   */
  readonly answers: ReadonlyMap<string, Answer | undefined>;
  /** Whether nobody can say which of the writes came last, or whether one took place at all. */
  readonly isUncertain: boolean;
}

interface Noted {
  readonly answers: Map<string, Answer | undefined>;
  underWay: number;
  isUncertain: boolean;
}

/** Notes of each thing what was sent to it last. */
export class ToldThings {
  readonly #things = new Map<string, Noted>();

  /**
   * Sends a write that names things, and notes its answer for each of them.
   *
   * @param answerIn the answer in what comes back; `undefined` where there is none to see
   */
  async note<T>(
    op: string,
    ids: readonly string[],
    send: () => Promise<T>,
    answerIn: (sent: T) => Answer | undefined,
  ): Promise<T> {
    const things = [...new Set(ids)].map((id) => this.#begin(id));
    let answer: Answer | undefined;
    try {
      const sent = await send();
      answer = answerIn(sent);
      return sent;
    } finally {
      for (const thing of things) end(thing, op, answer);
    }
  }

  /** What the thing with an id was told; `undefined` where no write has named it. */
  of(id: string): Told | undefined {
    return this.#things.get(canonical(id));
  }

  #begin(id: string): Noted {
    const known = this.#things.get(id);
    const thing = known ?? { answers: new Map(), underWay: 0, isUncertain: false };
    this.#things.set(id, thing);
    // Of writes at the same time, either may be the last.
    if (thing.underWay > 0) thing.isUncertain = true;
    thing.underWay += 1;
    return thing;
  }
}

function end(thing: Noted, op: string, answer: Answer | undefined): void {
  thing.underWay -= 1;
  if (answer === undefined || answer.status >= 500) thing.isUncertain = true;
  else if (answer.status < 300) {
    thing.answers.delete(op);
    thing.answers.set(op, answer.json === undefined ? undefined : answer);
  }
}
