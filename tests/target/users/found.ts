import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Json, type Page, pageOf, text } from '../body.ts';
import { type Filter, isFoundBy } from './filters.ts';
import { paramsFor, sampledUsers, unknownValueOf, type Wanted } from './samples.ts';

/** Asks for users by these filters. */
export function find(context: Context, wanted: readonly Wanted[], more: object = {}): Promise<Answer> {
  return context.send(context.op, { ...paramsFor(context, wanted), ...more });
}

/** The answer to a filter with a well-formed value that nobody has; asked for once and shared. */
export function findNobody(context: Context, filter: Filter): Promise<Answer> {
  const wanted = [nobody(context, filter)];
  return context.world.once(`nobody ${context.op.id} ${filter.name}`, () => find(context, wanted));
}

/** What {@link findNobody} asks for. */
export function nobody(context: Context, filter: Filter): Wanted {
  return { filter, values: [unknownValueOf(context, filter, 'nobody at all')] };
}

/**
 * Judges what was found: it is accepted, every user fits every filter, nobody comes twice, and whoever of the
 * users looked at fits in every reading is there.
 */
export async function judgeFound(context: Context, answer: Answer, wanted: readonly Wanted[]): Promise<Page> {
  // A long address may be refused as such, and then nothing is known of the filter.
  context.need(answer.status !== 414 && answer.status !== 431, 'an address of this length to be accepted');
  context.must(answer).have.status(200);
  const page = pageOf(context, answer);
  for (const one of wanted) judgeFit(context, answer, page.items, one);
  judgeNobodyTwice(context, answer, page.items);
  await judgeNobodyMissing(context, answer, page, wanted);
  return page;
}

/** Whether a page shows everything that was found. */
export function isWhole({ items, total }: Page): boolean {
  return total !== undefined && items.length >= total;
}

/** The identifiers of some users, in lower case. */
export function idsOf(items: readonly Json[]): readonly string[] {
  return items.map((item) => text(item['userId'])?.toLowerCase() ?? '');
}

function judgeFit(
  context: Context,
  answer: Answer,
  items: readonly Json[],
  { filter, values }: Wanted,
): void {
  const strays = items.filter((user) => !values.some((value) => filter.fits(user, value)));
  context.must.hold(strays.length === 0, {
    expected: `only users who fit \`${filter.name}\``,
    actual: `${strays.length} of ${items.length} who do not`,
    in: answer,
  });
}

function judgeNobodyTwice(context: Context, answer: Answer, items: readonly Json[]): void {
  const again = items.length - new Set(idsOf(items)).size;
  context.must.hold(again === 0, {
    expected: 'each user once',
    actual: `${again} of ${items.length} users again`,
    in: answer,
  });
}

async function judgeNobodyMissing(
  context: Context,
  answer: Answer,
  page: Page,
  wanted: readonly Wanted[],
): Promise<void> {
  if (!isWhole(page)) return;
  const expected = (await sampledUsers(context)).filter((user) =>
    wanted.every(({ filter, values }) => values.some((value) => isFoundBy(filter, user, value))),
  );
  const found = new Set(idsOf(page.items));
  const missing = idsOf(expected).filter((id) => !found.has(id)).length;
  context.must.hold(missing === 0, {
    expected: `the ${expected.length} users looked at who fit ${wanted.map(({ filter }) => `\`${filter.name}\``).join(' and ')}`,
    actual: `${missing} of them missing`,
    in: answer,
  });
}
