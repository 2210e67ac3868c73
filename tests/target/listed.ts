import type { Answer } from '../../harness/http/answer.ts';
import type { Context } from '../../harness/judging/context.ts';
import { type Json, resourceOf } from './body.ts';

/**
 * What a read by an id shows, where a list shows something with that id before and after: it is there, so that 404 is no
 * answer to its read. What this run has made may be seen later by one than by the other.
 */
export function listedSingle(context: Context, answer: Answer, { wrapper, id }: Listed): Json {
  if (answer.status === 404 && !context.world.isMade(id)) context.must(answer).be.accepted();
  return resourceOf(context, answer, wrapper);
}

interface Listed {
  /** The property of the answer that holds it. */
  readonly wrapper: string;
  readonly id: string;
}
