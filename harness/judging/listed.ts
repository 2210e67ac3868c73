import { ofFrozen } from '../../spec/of-frozen.ts';
import type { Answer } from '../http/answer.ts';
import type { Params } from '../http/place.ts';

/** What a list was asked for, and what it answered. */
export interface Listed {
  /** `undefined` where a row made the body itself: what that asks for, only the row can tell. */
  readonly params: Params | undefined;
  readonly answer: Answer;
  /** The same for answers between which the run has neither begun nor ended to send what may change something. */
  readonly epoch: number;
}

/** So many characters of answers are kept for each list: a run takes the same memory however long it is. */
const most = 1_500_000;

/** An answer may take this part of what is left: long ones must not keep many short ones out. */
const part = 1 / 20;

/** The characters of a value that is written out: a run reads many pages again and again. */
const lengthWritten = ofFrozen((json) => JSON.stringify(json).length);

/** Pages that lists have answered with, by operation and in their order. */
export class ListedPages {
  readonly #pages = new Map<string, Listed[]>();
  readonly #left = new Map<string, number>();

  note(operation: string, listed: Listed): void {
    const { answer } = listed;
    const length = answer.json === undefined ? answer.text.length : lengthWritten(answer.json);
    const left = this.#left.get(operation) ?? most;
    if (length > left * part) return;
    this.#left.set(operation, left - length);
    const pages = this.#pages.get(operation) ?? [];
    pages.push(listed);
    this.#pages.set(operation, pages);
  }

  of(operation: string): readonly Listed[] {
    return this.#pages.get(operation) ?? [];
  }
}
