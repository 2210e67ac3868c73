import type { Context } from '../../../harness/judging/context.ts';
import { attempt } from '../attempt.ts';
import type { Account } from './account.ts';
import { dateless, type FreshUser, freshUser } from './fresh-user.ts';
import { takenValues } from './taken.ts';

/**
 * The creation that leaves out what may be left out; from standard effort on right after others that are refused where
 * nobody may have what somebody else has. Names that are not ASCII may be refused; then others are tried.
 */
export async function plainUser(context: Context, kind: Account['kind']): Promise<FreshUser> {
  // What would come in between comes first.
  await freshUser(context, kind);
  if (context.effort !== 'quick') await attempt(() => takenValues(context, kind));
  const made = await freshUser(context, kind, dateless[0]);
  return made.answer.status < 400 ? made : freshUser(context, kind, dateless[1]);
}
