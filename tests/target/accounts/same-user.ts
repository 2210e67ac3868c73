import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { resourceOf } from '../body.ts';
import { mustShow } from '../users/read.ts';
import { contradictions } from './user-fields.ts';

/** Judges that the user in an answer is the one that later reads show under an id, as they show it. */
export async function judgeSameUser(context: Context, answer: Answer, id: string): Promise<void> {
  const user = resourceOf(context, answer, 'user');
  await mustShow(context, id, (other) => contradictions(user, other), {
    expected: 'the user as a later read shows it',
    in: answer,
  });
}
