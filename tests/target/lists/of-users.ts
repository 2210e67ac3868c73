import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { idIn, type Json, object, pageOf, text } from '../body.ts';
import { isSameSort, wayOf } from '../order.ts';
import { ask } from '../pages/reader.ts';
import { sortsOf } from '../sorts.ts';
import { paramsFor } from '../users/criteria.ts';
import { type Filter, filters, isFoundBy, rolesOf, takesSeveral, untrimmed } from '../users/filters.ts';
import { isWhole } from '../users/found.ts';
import { defaultSort, isKnownOrder, sortedUsers } from '../users/order.ts';
import type { Known } from './known.ts';
import { partsOf } from './parts-of.ts';
import { type Criterion, mostForSure, type Subject, type ValueFilter } from './subject.ts';

/** The list of users, or their search: what it can be asked for. */
export function usersOf(context: Context): Subject {
  const { op } = context;
  const all = filters.map((filter) => asked(context, filter));
  const named = sortsOf(op);
  const others = named.filter((sort) => !isSameSort(sort, defaultSort));
  return {
    what: 'users',
    filters: all,
    dials: {
      filters: all,
      sorts: [...others, defaultSort],
      byOtherMoments: others.filter((sort) => sort.field !== defaultSort.field && isKnownOrder(sort)),
      takesNull: op.has('search'),
    },
    paramsFor: (criteria) =>
      paramsFor(
        op,
        criteria.flatMap(({ name, sent }) => {
          const filter = filters.find((one) => one.name === name);
          return filter ? [{ filter, values: sent as readonly string[] }] : [];
        }),
      ),
    sentIn: (params) => (op.has('search') ? sentInSearch(params) : params),
    orderOf: (sort = defaultSort) => ({
      keyOf: sortedUsers(context, sort).keyOf,
      ...(isKnownOrder(sort) && wayOf(sort.direction) && { sort }),
    }),
    isShown: true,
    hasNamedSorts: named.length > 0,
  };
}

function asked(context: Context, filter: Filter): ValueFilter {
  const { name } = filter;
  return {
    name,
    takes: takesSeveral(name) ? 'several values' : 'one value',
    isBroad: takesSeveral(name) || name === 'role',
    isLong: name === 'userId' && !context.op.has('search'),
    ...(context.op.has('search') && takesSeveral(name) && { most: 120, takesMore: true as const }),
    valueOf: ownValues[name] ?? filter.valueOf,
    prefersOther: (user) => rolesOf(user).length > 1,
    ...((name === 'externalId' || name === 'username') && {
      nearly: partsOf,
      otherFields: (user) => fieldsBeside(name, user),
      mayRefuseParts: true as const,
    }),
    ...(takesSeveral(name) && { nothing: (n) => unknown(context, filter, n) }),
    ask: (values) => ({
      name,
      sent: values,
      fits: (user) => values.some((value) => filter.fits(user, value)),
      finds: (user) => values.some((value) => isFoundBy(filter, user, value)),
      mayBeRefused: values.length > mostForSure,
    }),
    ...(name === 'name' && { sharpen: (criterion, known) => asAlone(context, criterion, known) }),
  };
}

/** What a user is called elsewhere than in this field, where all are columns of one index. */
function fieldsBeside(name: string, user: Json): readonly string[] {
  const own = user[name];
  return ['upn', 'username', 'externalId'].flatMap((field) => {
    const value = untrimmed(user[field]);
    return value === undefined || value === own ? [] : [value];
  });
}

/** What a search body sends for each filter, by the name that the filter has in the list; anything else as it stands there. */
function sentInSearch({ search, ...others }: Params): Params {
  const named = Object.entries(object(search) ?? {}).map(([property, value]) => {
    const filter = filters.find(({ inSearch }) => inSearch === property);
    return [filter?.name ?? property, value];
  });
  return { ...Object.fromEntries(named), ...others };
}

/** Which name is compared is left open: each of the three may be it. Of several roles, the last one is asked for. */
const ownValues: Readonly<Record<string, ValueFilter['valueOf']>> = {
  name: nameOf,
  role: (user) => rolesOf(user).at(-1),
};

/** The last name, for several have it; the full name of whoever has no other. */
function nameOf(user: Json): string | undefined {
  const names = [user['lastName'], user['firstName'], user['fullName']];
  return names.map((name) => text(name)).find((name) => name !== undefined && /^\S(?:.*\S)?$/u.test(name));
}

/** Whoever is found by a name alone is found by it beside other filters, and nobody else is. */
async function asAlone(context: Context, criterion: Criterion, known: Known): Promise<Criterion> {
  const words = `${criterion.name} ${JSON.stringify(criterion.sent)}`;
  const finding = known.alone.get(words) ?? foundBy(context, criterion, known);
  known.alone.set(words, finding);
  const found = await finding;
  if (found === undefined) return criterion;
  const isFound = (user: Json) => found.has(idIn(user, known.identifier) ?? '');
  return { ...criterion, fits: isFound, finds: isFound };
}

async function foundBy(
  context: Context,
  { sent }: Criterion,
  known: Known,
): Promise<ReadonlySet<string> | undefined> {
  const filter = filters.filter(({ name }) => name === 'name');
  const values = sent as readonly string[];
  const params = paramsFor(
    context.op,
    filter.map((one) => ({ filter: one, values })),
  );
  const answer = await ask(context, { ...params, limit: known.mostLimit });
  if (answer.status !== 200) return undefined;
  const page = pageOf(context, answer);
  if (!isWhole(page)) return undefined;
  return new Set(page.items.map((user) => idIn(user, known.identifier) ?? ''));
}

/** The same number gives the same value in all rows of a run. */
function unknown({ world }: Context, { name, unknownValue }: Filter, n: number): string {
  return world.synthetic(unknownValue(world.unknownId(`${name} of nobody ${n}`)));
}
