import type { Context } from '../../../harness/judging/context.ts';
import { showsState } from '../../../spec/account-state.ts';
import { type Json, object, text } from '../body.ts';
import { waitUntilReadable } from '../readable.ts';
import { sendChange } from '../send-change.ts';
import { filled } from './creation.ts';
import type { Kind } from './resources.ts';

/**
 * Enables an account that came disabled, as one may that has no password yet: a target may take nobody disabled into a
 * class or cohort. Judges nothing, for a target may refuse. Nothing is sent where the profile does not say how the state
 * of an account shows, or how one is enabled.
 */
export async function enableNewcomer(context: Context, kind: Kind, user: Json): Promise<void> {
  const reading = object(context.reading('users.enabled-field'));
  const [field, userId] = [text(reading?.['field']), text(user['userId'])];
  if (field === undefined || userId === undefined || context.contract.isOpen('enable-user.request')) return;
  if (!showsState(user[field], reading?.['disabled'])) return;
  const op = context.operation('enableUser');
  const enable = () =>
    sendChange(context, op.id, { userId }, op.bodyRequired ? { body: filled(op, {}) } : {});
  if ((await enable()).status !== 404) return;
  // A target may know of a creation a moment later.
  await waitUntilReadable(context, kind, userId);
  await enable();
}
