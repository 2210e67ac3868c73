import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Json, text } from '../body.ts';
import { groupOf } from './group.ts';
import { sameName } from './same-name.ts';

/** Claims that what a search found has the name that was searched for, in any case of letters. */
export function mustHaveName(context: Context, items: readonly Json[], name: string, answer: Answer): void {
  const named = items.filter((item) => text(item['name']) !== undefined);
  const { many } = groupOf(context.op);
  context.must.every(
    named,
    (item) => sameName(item['name'], name),
    `${many} of the name that was searched for`,
    answer,
  );
}
