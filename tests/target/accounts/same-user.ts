import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Json, resourceOf } from '../body.ts';
import { eventuallyUser } from '../users/read.ts';
import { contradictions } from './user-fields.ts';

/** Judges that the user in an answer is the one that later reads show under an id, as they show it. */
export async function judgeSameUser(context: Context, answer: Answer, id: string): Promise<void> {
  const user = resourceOf(context, answer, 'user');
  const differing = (other: Json) => contradictions(user, other);
  const seen = await eventuallyUser(context, id, (other) => differing(other).length === 0);
  context.must.hold(differing(seen).length === 0, {
    expected: 'the user as a later read shows it',
    actual: `another ${differing(seen).join(', ')}`,
    in: answer,
  });
}
