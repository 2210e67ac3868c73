import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { idIn, type Json, type Page, pageOf } from '../body.ts';
import { minimal } from '../minimal.ts';
import { mustHaveUniqueIds } from '../unique-ids.ts';
import { type Criterion, nobody, paramsFor } from './criteria.ts';
import { type Filter, filters, isFoundBy } from './filters.ts';
import { onStableUsers, sampledUsers } from './samples.ts';

/** Asks for users by these criteria. */
export function find(context: Context, asked: readonly Criterion[], more: object = {}): Promise<Answer> {
  return context.send(context.op, { ...paramsFor(context.op, asked), ...more });
}

/** Values by the name of the filter that they are sent with. */
export type ValuesByFilter = { readonly [Name in Filter['name']]?: readonly string[] };

/** Asks for users by values of our own. */
export function findBy(context: Context, values: ValuesByFilter, more?: object): Promise<Answer> {
  const asked = filters.map((filter) => ({ filter, values: values[filter.name] ?? [] }));
  const sent = asked.filter((one) => one.values.length > 0);
  return find(context, sent, more);
}

/** The answer to a filter with a well-formed value that nobody has; asked for once and shared. */
export function findNobody(context: Context, name: Filter['name']): Promise<Answer> {
  return context.world.once(`nobody ${context.op.id} ${name}`, () => find(context, [nobody(context, name)]));
}

/** Judges what these criteria find, and accuses only while the sampled users stay as they were. */
export function judgeFind(context: Context, asked: readonly Criterion[]): Promise<Page> {
  return onStableUsers(context, async (used) => judgeFound(used, await find(used, asked), asked));
}

/** Judges that a well-formed value that nobody has finds nobody; a name may find others, but not everybody. */
export async function judgeFindsNobody(context: Context, name: Filter['name']): Promise<void> {
  const answer = await findNobody(context, name);
  const { items, total } = await judgeFound(context, answer, [nobody(context, name)]);
  if (name === 'name' && items.length > 0) return judgeNotEverybody(context, answer);
  context.need(items.length === 0, `a value for \`${name}\` that nobody has`);
  context.must.equal(total ?? 0, 0, '`total` of a page that found nobody', answer);
}

/**
 * Judges what was found: it is accepted, every user fits every criterion, nobody comes twice, and every sampled user
 * who fits in every reading is there.
 */
export async function judgeFound(
  context: Context,
  answer: Answer,
  asked: readonly Criterion[],
): Promise<Page> {
  // A long address may be refused as such, and then nothing is known of the filter.
  context.need(answer.status !== 414 && answer.status !== 431, 'an address of this length to be accepted');
  context.must(answer).have.status(200);
  const page = pageOf(context, answer);
  for (const { filter, values } of asked) {
    const fits = (user: Json) => values.some((value) => filter.fits(user, value));
    context.must.every(page.items, fits, `users who fit \`${filter.name}\``, answer);
  }
  mustHaveUniqueIds(context, page.items, 'userId', answer);
  context.must.hold((page.total ?? Number.POSITIVE_INFINITY) >= page.items.length, {
    expected: `a \`total\` of ${page.items.length} at least, as many users as the page shows`,
    actual: `${page.total}`,
    in: answer,
  });
  await judgeNobodyMissing(context, answer, page, asked);
  return page;
}

async function judgeNotEverybody(context: Context, answer: Answer): Promise<void> {
  const all = context.need(pageOf(context, await minimal(context, context.op)).total, 'a total');
  const found = pageOf(context, answer).total ?? 0;
  context.must.hold(found < all, {
    expected: `fewer than the ${all} users there are, for a name that nobody has`,
    actual: `${found} users`,
    in: answer,
  });
}

/** Whether a page shows everything that was found. */
export function isWhole({ items, total }: Page): boolean {
  return total !== undefined && items.length >= total;
}

/** The identifiers of some users, in lower case. */
export function idsOf(users: readonly Json[]): readonly string[] {
  return users.map((user) => idIn(user, 'userId') ?? '');
}

async function judgeNobodyMissing(
  context: Context,
  answer: Answer,
  page: Page,
  asked: readonly Criterion[],
): Promise<void> {
  if (!isWhole(page)) return;
  const expected = (await sampledUsers(context)).filter((user) =>
    asked.every(({ filter, values }) => values.some((value) => isFoundBy(filter, user, value))),
  );
  const found = new Set(idsOf(page.items));
  const missing = idsOf(expected).filter((id) => !found.has(id)).length;
  context.must.hold(missing === 0, {
    expected: `${expected.length === 1 ? 'the sampled user' : `the ${expected.length} sampled users`} who ${expected.length === 1 ? 'fits' : 'fit'} ${asked.map(({ filter }) => `\`${filter.name}\``).join(' and ')}`,
    actual: `${missing} of them missing`,
    in: answer,
  });
}
