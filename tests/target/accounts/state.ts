import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { showsState as showsValue } from '../../../spec/account-state.ts';
import type { Operation } from '../../../spec/contract.ts';
import { type Json, object, text } from '../body.ts';
import { eventually } from '../eventually.ts';
import { readUsers } from '../users/read.ts';

/** Claims that a user shows the state that the operation under test brings about, as soon as it may be seen. */
export async function mustShowState(
  context: Context,
  id: string,
  answers: Answer | readonly Answer[] = [],
): Promise<void> {
  const read = async () => (await readUsers(context, [id]))[0];
  const seen = await eventually(context, read, (user) => user !== undefined && showsState(context, user));
  const user = context.need(seen, 'a user who is still listed; this target may hide those who are disabled');
  context.must.hold(showsState(context, user), {
    expected: `the value for ${stateAfter(context.op)} in the field that the profile names`,
    actual: 'another, or none',
    in: answers,
  });
}

/**
 * Claims that a user who was disabled stays so, whatever was changed since. Nothing is claimed where no profile says how
 * that shows, or where the disabled are hidden.
 *
 * @returns whether anything was claimed
 */
export async function mustStayDisabled(
  context: Context,
  id: string,
  answers: Answer | readonly Answer[],
): Promise<boolean> {
  if (context.reading('users.enabled-field') === undefined) return false;
  const read = async () => (await readUsers(context, [id]))[0];
  const isDisabled = (user: Json | undefined) =>
    user === undefined || showsStateOf(context, user, 'disabled');
  const seen = await eventually(context, read, isDisabled);
  if (seen === undefined) return false;
  context.must.hold(isDisabled(seen), {
    expected: 'a user who is disabled still, after a change of something else',
    actual: 'one who shows to be enabled, or neither',
    in: answers,
  });
  return true;
}

/** The state that an operation brings about, in a word. */
export function stateAfter({ id }: Operation): 'enabled' | 'disabled' {
  return id === 'enableUser' ? 'enabled' : 'disabled';
}

/** Whether a user shows to be enabled, in the field that the profile names. */
export function isShownEnabled(context: Context, user: Json): boolean {
  return showsStateOf(context, user, 'enabled');
}

/** Whether a user shows the opposite of what the operation under test brings about, as soon as it may be seen. */
export async function showsOpposite(context: Context, id: string): Promise<boolean> {
  const isOpposite = (user: Json | undefined) =>
    user !== undefined && isShownEnabled(context, user) === (context.op.id === 'disableUser');
  return isOpposite(await eventually(context, async () => (await readUsers(context, [id]))[0], isOpposite));
}

function showsState(context: Context, user: Json): boolean {
  return showsStateOf(context, user, stateAfter(context.op));
}

/** Whether a user shows a state in the field, and by the value, that the profile names. */
function showsStateOf(context: Context, user: Json, state: 'enabled' | 'disabled'): boolean {
  const reading = object(context.reading('users.enabled-field'));
  const field = context.need(
    text(reading?.['field']),
    'readings.users.enabled-field as {field, enabled, disabled}',
  );
  return showsValue(user[field], reading?.[state]);
}

/** The operation that undoes what an operation brings about. */
export function oppositeOf({ id }: Operation): string {
  return id === 'enableUser' ? 'disableUser' : 'enableUser';
}
