import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, type Json, pageOf, text } from '../body.ts';
import { minimal, minimalParams } from '../minimal.ts';
import { onStableReads } from '../shared-reads.ts';
import { statedText } from '../stated.ts';
import { type Filter, filters, rolesOf } from './filters.ts';

/** How many users are sampled. They are fewer than a page, so that new accounts don't push them off it at once. */
const sampleSize = 60;

/** How many of the sampled users requests with several filters ask for: those whom the most filters find. */
export const mostFindable = 12;

/**
 * Some users as the operation shows them; those whom the most filters find come first. Users that this run made are
 * not among them, for it may change them. Accounts that earlier runs left come after all others: they are much alike.
 */
export function sampledUsers(context: Context): Promise<readonly Json[]> {
  return context.world.once(`sampled users ${context.op.id}`, async () => {
    const items = await shownUsers(context, await minimal(context, context.op));
    const others = items.filter((user) => !context.world.isMade(text(user['userId']) ?? ''));
    const ordered = [...others.filter((user) => !isLeft(user)), ...others.filter(isLeft)];
    const first = ordered.slice(0, sampleSize);
    const sample = [...new Set([...first, ...whomOthersLack(first, ordered)])]
      .map((user) => ({ user, found: filtersFinding(user) }))
      .sort((a, b) => b.found - a.found)
      .map(({ user }) => user);
    return context.need(sample.length > 0 && sample, 'a user on the target that this run did not make');
  });
}

/**
 * Some users with a value for each filter that finds nobody among those who are sampled, and some with other roles: the
 * newest may be teachers alone.
 */
function whomOthersLack(sample: readonly Json[], all: readonly Json[]): readonly Json[] {
  const lacking = filters.filter((filter) => !sample.some((user) => filter.valueOf(user) !== undefined));
  const known = new Set(sample.flatMap(rolesOf));
  return [
    ...lacking.map((filter) => all.filter((user) => filter.valueOf(user) !== undefined)),
    all.filter((user) => rolesOf(user).some((role) => !known.has(role))),
  ].flatMap((users) => users.slice(0, mostFindable));
}

/**
 * The users of the first page. Where hardly anybody there comes from elsewhere than from a run, a filter finds nobody
 * there, or all have one role, those of the last page as well.
 */
async function shownUsers(context: Context, first: Answer): Promise<readonly Json[]> {
  const { items, total } = pageOf(context, first);
  const others = items.filter((user) => !isLeft(user));
  const isEnough =
    others.length >= mostFindable &&
    new Set(others.flatMap(rolesOf)).size > 1 &&
    filters.every((filter) => others.some((user) => filter.valueOf(user) !== undefined));
  if (isEnough || total === undefined || total <= items.length) return items;
  const offset = Math.max(items.length, total - items.length);
  const last = await context.send(context.op, { ...(await minimalParams(context, context.op)), offset });
  return last.status === 200 ? [...items, ...itemsOf(context, last)] : items;
}

/** Whether an account bears the name that runs give. It only says who is sampled first. */
function isLeft(user: Json): boolean {
  return ['username', 'fullName', 'firstName'].some((name) => /rollcall/i.test(text(user[name]) ?? ''));
}

/** The sampled users whom a filter finds. Inconclusive when there are none. */
export async function findableBy(context: Context, filter: Filter): Promise<readonly Json[]> {
  const found = (await sampledUsers(context)).filter((user) => filter.valueOf(user) !== undefined);
  return context.need(found.length > 0 && found, `a user with a value for the filter \`${filter.name}\``);
}

/** Judges a law about the sampled users, and accuses only while they stay as they were. */
export async function onStableUsers<T>(context: Context, law: (context: Context) => Promise<T>): Promise<T> {
  const sample = (await sampledUsers(context)).map((user) => statedText(context, user));
  return onStableReads(
    context,
    async () => context.need(await areAllShown(context, sample), 'the sampled users to stay as they were'),
    law,
  );
}

/** Pages on which the sampled users are looked for: the accounts of a run, some hundreds, may have come before them. */
const mostPages = 8;

/** Whether a list still shows some users as they were: on its first pages, or on its last one. */
async function areAllShown(context: Context, users: readonly string[]): Promise<boolean> {
  const params = await minimalParams(context, context.op);
  const missing = new Set(users);
  const see = async (offset: number) => {
    const page = pageOf(context, await context.send(context.op, { ...params, offset }));
    for (const item of page.items) missing.delete(statedText(context, item));
    return page;
  };
  let offset = 0;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { items, total = 0 } = await see(offset);
    offset += items.length;
    if (missing.size === 0) return true;
    if (items.length === 0 || offset >= total) return false;
    if (pages === 0) await see(Math.max(items.length, total - items.length));
  }
  return missing.size === 0;
}

function filtersFinding(user: Json): number {
  return filters.filter((filter) => filter.valueOf(user) !== undefined).length;
}
