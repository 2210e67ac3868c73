import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, text } from '../body.ts';
import { minimal } from '../minimal.ts';

/**
 * The ids of `count` tests, those first that are alike: two of one subject, and then those of others, where there are
 * such. Fewer where the list is shorter.
 */
export async function alikeTests(context: Context, count: number): Promise<readonly string[]> {
  const items = itemsOf(context, await minimal(context, context.operation('listTests')));
  const listed = items.filter(({ testId }) => text(testId) !== undefined);
  const ofSubject = (subject: unknown) => listed.filter((test) => test['subject'] === subject);
  const alike = ofSubject(listed.find(({ subject }) => ofSubject(subject).length > 1)?.['subject']);
  const others = listed.filter((test) => !alike.includes(test));
  const chosen = [...alike.slice(0, 2), ...others, ...alike.slice(2)];
  return chosen.slice(0, count).flatMap(({ testId }) => text(testId) ?? []);
}
