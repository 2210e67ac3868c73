import type { FilterSet, Whose } from '../../../generators/filters.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { itemsOf, type Json, text } from '../body.ts';
import { minimal, minimalParams } from '../minimal.ts';
import { type Filter, filters, takesSeveral } from './filters.ts';

/** How many users are looked at. Fewer than a page, so that new accounts don't push them off it at once. */
export const sampleSize = 60;

/** Of how many users several filters at once ask for: those who can be found in the most ways. */
export const wellKnown = 12;

/** A filter with the values that it asks for. */
export interface Wanted {
  readonly filter: Filter;
  readonly values: readonly string[];
}

/**
 * Some users as the operation shows them, those first that can be found in the most ways. Users that this
 * run made are not among them, for it may change them.
 */
export function sampledUsers(context: Context): Promise<readonly Json[]> {
  return context.world.once(`people ${context.op.id}`, async () => {
    const items = itemsOf(context, await minimal(context, context.op));
    const others = items.filter((user) => !context.world.isMade(text(user['userId']) ?? ''));
    const looked = others.slice(0, sampleSize).sort((a, b) => waysTo(b) - waysTo(a));
    return context.need(looked.length > 0 && looked, 'a user on the target that this run did not make');
  });
}

function waysTo(user: Json): number {
  return filters.filter((filter) => filter.valueOf(user) !== undefined).length;
}

/** The users among those looked at who can be found by a filter. */
export async function carriers(context: Context, filter: Filter): Promise<readonly Json[]> {
  const found = (await sampledUsers(context)).filter((user) => filter.valueOf(user) !== undefined);
  return context.need(found.length > 0 && found, `a user with a value for the filter \`${filter.name}\``);
}

/** The values that are meant; `user n` beyond the users that there are is nobody in a list filter. */
export async function valuesOf(context: Context, filter: Filter, whose: readonly Whose[]): Promise<Wanted> {
  const users = await carriers(context, filter);
  const values = inOurWords(context, whose).map((one) => {
    const [kind, number] = one.split(' ');
    // A role that nobody has may be refused, so there is always somebody whose role it is.
    const place = takesSeveral(filter.name) ? Number(number) - 1 : (Number(number) - 1) % users.length;
    const user = kind === 'user' ? users[place] : undefined;
    return (user && filter.valueOf(user)) ?? unknownValueOf(context, filter, one);
  });
  return { filter, values };
}

/** A value that nobody has; the same words give the same value throughout the run. */
export function unknownValueOf(context: Context, filter: Filter, words: string): string {
  return context.world.synthetic(filter.stranger(context.world.unknownId(`${filter.name} of ${words}`)));
}

/** The value itself. Its words are the generator's, and so may stand in a counterexample. */
export function inOurWords<T extends object>(context: Context, value: T): T {
  for (const [key, part] of Object.entries(value)) {
    if (!Array.isArray(value)) context.world.synthetic(key);
    if (typeof part === 'string') context.world.synthetic(part);
    else if (typeof part === 'object' && part !== null) inOurWords(context, part);
  }
  return value;
}

/** What a set of filters asks for; filters for which the users looked at have no value are left out. */
export async function wantedBy(context: Context, set: FilterSet): Promise<readonly Wanted[]> {
  const users = await sampledUsers(context);
  const usable = filters.filter((filter) => users.some((user) => filter.valueOf(user) !== undefined));
  const asked = usable.flatMap((filter) => {
    const whose = [set[filter.name] ?? []].flat();
    return whose.length === 0 ? [] : [valuesOf(context, filter, whose)];
  });
  return Promise.all(asked);
}

/** The parameters that ask for this, in the query or in the search body. */
export function paramsFor(context: Pick<Context, 'op'>, wanted: readonly Wanted[]): Params {
  const inSearch = context.op.id === 'searchUsers';
  const entries = wanted.map(({ filter, values }) => [
    inSearch ? filter.inSearch : filter.name,
    takesSeveral(filter.name) ? values : values[0],
  ]);
  const params: Params = Object.fromEntries(entries);
  return inSearch ? { search: params } : params;
}

/** Judges a law about these users, and accuses only while they stay as they were when they were looked at. */
export async function onStableUsers<T>(context: Context, law: () => Promise<T>): Promise<T> {
  const looked = (await sampledUsers(context)).map((user) => JSON.stringify(user));
  return onStableData(async () => {
    const items = itemsOf(context, await context.send(context.op, await minimalParams(context, context.op)));
    const shown = new Set(items.map((item) => JSON.stringify(item)));
    const same = looked.every((user) => shown.has(user));
    context.need(same, 'the users that were looked at to stay as they were');
    return same;
  }, law);
}
