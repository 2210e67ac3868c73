import type { Answer } from '../../harness/http/answer.ts';
import type { Context } from '../../harness/judging/context.ts';
import { inParallel } from '../../harness/judging/in-parallel.ts';
import { idsIn, itemsOf } from './body.ts';
import { minimal } from './minimal.ts';

/** How many requests are under way at once. */
const readsAtOnce = 3;

/**
 * Judges that a list that has no pages is whole in each of several answers at the same time: what is loaded for the first
 * of them may be handed to the others before it is there. What was taken off the list meanwhile is not missed.
 */
export async function judgeWholeAtOnce(context: Context, idName: string): Promise<void> {
  const { op, must, need, send } = context;
  const idsOf = (answer: Answer) => idsIn(itemsOf(context, answer), idName);
  const before = idsOf(await minimal(context, op));
  need(before.length > 0, `an item with an \`${idName}\``);
  const answers = await inParallel(Array.from({ length: readsAtOnce }, () => () => send(op)));
  const isWhole = (due: readonly string[]) => (answer: Answer) => {
    const shown = answer.status === 200 ? idsOf(answer) : [];
    return due.every((id) => shown.includes(id));
  };
  const due = answers.every(isWhole(before)) ? before : stayed(before, idsOf(await send(op)));
  must.every(answers, isWhole(due), `answers with all ${due.length} items of the list`, answers);
}

function stayed(before: readonly string[], after: readonly string[]): readonly string[] {
  return before.filter((id) => after.includes(id));
}
