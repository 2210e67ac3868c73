import type { Answer } from '../../../harness/http/answer.ts';

/** Something that is otherwise than expected, in words, and the answer that shows it. */
export interface Wrong {
  readonly what: string;
  readonly answer: Answer;
}
