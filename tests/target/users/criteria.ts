import type { FilterSet, Whose } from '../../../generators/filters.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { type Filter, filterNamed, filters, takesSeveral } from './filters.ts';
import { findableBy, sampledUsers } from './samples.ts';

/** A filter with the values that it is sent with. */
export interface Criterion {
  readonly filter: Filter;
  readonly values: readonly string[];
}

/** The filter of that name with values of sampled users; `user n` beyond them is nobody in a list filter. */
export async function criterion(
  context: Context,
  name: Filter['name'],
  whose: readonly Whose[],
): Promise<Criterion> {
  const filter = filterNamed(name);
  const users = await findableBy(context, filter);
  const values = whose.map((one) => {
    // The generator made this text, so that a counterexample may show it.
    context.world.synthetic(one);
    // A target may refuse a role that nobody has, so the role is always that of a sampled user.
    const place = takesSeveral(name) ? placeOf(one) : placeOf(one) % users.length;
    const user = one.startsWith('user') ? users[place] : undefined;
    return (user && filter.valueOf(user)) ?? unknownValue(context, filter, one);
  });
  return { filter, values };
}

/** The place that words such as `user 3` mean in a list of users, from 0. */
export function placeOf(whose: Whose): number {
  return Number(whose.split(' ')[1]) - 1;
}

/** A filter with a well-formed value that nobody has. */
export function nobody(context: Context, name: Filter['name']): Criterion {
  const filter = filterNamed(name);
  return { filter, values: [unknownValue(context, filter, 'nobody at all')] };
}

/** A set of filters as criteria; filters for which no sampled user has a value are left out. */
export async function criteria(context: Context, set: FilterSet): Promise<readonly Criterion[]> {
  if (Object.keys(set).length === 0) return [];
  const users = await sampledUsers(context);
  const usable = filters.filter((filter) => users.some((user) => filter.valueOf(user) !== undefined));
  const asked = usable.flatMap(({ name }) => {
    const whose = [set[name] ?? []].flat();
    return whose.length === 0 ? [] : [criterion(context, name, whose)];
  });
  return Promise.all(asked);
}

/** The parameters that ask for users by these criteria, in the query or in the search body. */
export function paramsFor(op: Operation, asked: readonly Criterion[]): Params {
  const inBody = op.has('search');
  const params: Params = Object.fromEntries(
    asked.map(({ filter, values }) => [
      inBody ? filter.inSearch : filter.name,
      takesSeveral(filter.name) ? values : values[0],
    ]),
  );
  return inBody ? { search: params } : params;
}

/** The same words give the same value throughout the run. */
function unknownValue({ world }: Context, { name, unknownValue: from }: Filter, words: string): string {
  return world.synthetic(from(world.unknownId(`${name} of ${words}`)));
}
