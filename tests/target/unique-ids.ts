import type { Answer } from '../../harness/http/answer.ts';
import type { Context } from '../../harness/judging/context.ts';
import { idsIn, type Json } from './body.ts';

/** Claims that no two items of an answer have the same identifier, whatever its letter case. */
export function mustHaveUniqueIds(
  context: Context,
  items: readonly Json[],
  name: string,
  answer: Answer,
): void {
  const ids = idsIn(items, name);
  const again = ids.length - new Set(ids).size;
  context.must.hold(again === 0, {
    expected: `${ids.length} different values of \`${name}\``,
    actual: `${again} that come again`,
    in: answer,
  });
}
