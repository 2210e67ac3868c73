import { carries, type Meanings } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import type { Operation } from '../../../spec/contract.ts';
import { filled } from '../reuse/creation.ts';
import { sendChange } from '../send-change.ts';
import { accountOf } from './account.ts';

/** Sends a change of an account, with a body in the shape that the profile gives it. */
export async function request(
  context: Context,
  op: string,
  userId: string,
  meanings: Meanings,
): Promise<Answer> {
  const body = bodyOf(context.operation(op), meanings);
  return sendChange(context, op, { userId }, body === undefined ? {} : { body });
}

/** Sends a change if the profile says how to, and judges nothing. */
export async function requestIfFilled(
  context: Context,
  op: string,
  userId: string,
  meanings: Meanings = {},
): Promise<void> {
  if (isFilled(context, op)) await request(context, op, userId, meanings);
}

/** Whether the profile says how to send an operation on an account. */
export function isFilled({ contract }: Context, op: string): boolean {
  return !contract.isOpen(accountOf(op).gap);
}

/** Lists that a change is about: a body without them would be accepted, and change nothing. */
const lists = ['classIds', 'cohortIds'];

/** No body where none is required and there is nothing to say. */
function bodyOf(op: Operation, meanings: Meanings): unknown {
  const lost = lists.find((list) => list in meanings && op.body !== undefined && !carries(op.body, list));
  if (lost !== undefined) {
    const where = `shapes.operations.${op.id}`;
    throw new Inconclusive(
      `needs to know which property of the body of ${op.id} holds \`${lost}\`: say in the profile what it means (${where}, \`x-means\` in an overlay)`,
      'configuration',
    );
  }
  const body = filled(op, meanings);
  const empty = typeof body === 'object' && body !== null && Object.keys(body).length === 0;
  return op.body === undefined || (empty && !op.bodyRequired) ? undefined : body;
}
