import type { Answer } from '../../../harness/http/answer.ts';
import type { SendOptions } from '../../../harness/http/compose.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { filled } from '../reuse/creation.ts';
import { control } from '../valid.ts';
import { accountOf, needsAccount } from './account.ts';
import { request, requestIfFilled } from './request.ts';
import { accountId } from './shared-account.ts';
import { oppositeOf, showsOpposite } from './state.ts';

/** What has to be filled before it is seen that a refusal leaves the state of a user as it was. */
export function refusedStateNeeds(op: Operation): readonly ReturnType<typeof needsAccount>[number][] {
  return [
    ...needsAccount(op),
    ...[op, { id: oppositeOf(op) }].map(({ id }) => accountOf(id).gap),
    'users.enabled-field',
  ];
}

/**
 * Judges that enabling or disabling which is refused leaves the state of a user, and enables the user at the end.
 *
 * @param refused sends the request, of which the target has to see that it is refused, and gives its answer
 */
export async function judgeRefusedState(
  context: Context,
  refused: (userId: string, body: Pick<SendOptions, 'body'>) => Promise<Answer>,
): Promise<void> {
  // Who may do it does it: a refusal says something beside that.
  await control(context);
  const userId = await accountId(context, 'student');
  try {
    await judge(context, userId, refused);
  } finally {
    await requestIfFilled(context, 'enableUser', userId);
  }
}

async function judge(
  context: Context,
  userId: string,
  refused: Parameters<typeof judgeRefusedState>[1],
): Promise<void> {
  const { op, must, need } = context;
  const opposite = await request(context, oppositeOf(op), userId, {});
  // Who is enabled from the start may not be enabled once more.
  if (op.id === 'enableUser') need.accepted(opposite);
  need(await showsOpposite(context, userId), 'a user who shows the opposite state');
  const answer = await refused(userId, op.body === undefined ? {} : { body: filled(op, {}) });
  // A copy that is behind may show for a moment what was before.
  must.hold(await showsOpposite(context, userId), {
    expected: 'the state of the account as it was before the refused request',
    actual: 'another, or nobody',
    in: answer,
  });
}
