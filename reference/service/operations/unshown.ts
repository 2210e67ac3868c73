import type { UnshownAnswer } from '../choices.ts';
import type { Call } from '../http/operation.ts';
import { noContent, ok, type Reply } from '../http/reply.ts';
import { renderPlainUser } from '../render/render.ts';
import type { UserRow } from '../store/rows.ts';

/** The success response of an operation that shows none: 204, or 200 with the user, as was chosen. */
export function answerUnshown({ shapes }: Call, operation: UnshownAnswer, user: UserRow): Reply {
  if (shapes.answers[operation] === 'empty') return noContent;
  // These operations are not among those whose users have `classIds` and `cohortIds` (Versioning 6).
  return ok({ user: renderPlainUser(user, shapes) });
}
