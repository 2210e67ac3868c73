import { type DateName, dates, type Operator } from '../../../generators/date-windows.ts';
import type { Form } from '../../../generators/moments.ts';
import { type FilterName, filterNames } from '../../../generators/session-filters.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Json, object, text } from '../body.ts';
import { takesDateFilters } from '../dates/ask.ts';
import { type Bounds, filterOf, instantOf, isBetween } from '../dates/bounds.ts';
import { isSameSort, momentIn, wayOf } from '../order.ts';
import { takesDates, takesFilter } from '../sessions/ask.ts';
import { type Facts, factsIn } from '../sessions/facts.ts';
import { isAskable, shownBy, unknownValueOf } from '../sessions/filters.ts';
import { defaultSort } from '../sessions/order.ts';
import { sortsOf } from '../sorts.ts';
import { partsOf } from './parts-of.ts';
import { type DateFilter, mostForSure, type Subject, type ValueFilter } from './subject.ts';

/** A list of sessions, or their search: what it can be asked for, as far as the contract and the profile tell. */
export function sessionsOf(context: Context): Subject {
  const { op, contract } = context;
  const factsOf = reader(context);
  const all = [
    ...filterNames
      .filter((name) => name !== 'startDate' && takesFilter(op, name) && isAskable(context, name))
      .map((name) => byValue(context, name, factsOf)),
    ...dates.filter((date) => takesDates(op, date)).map((date) => byDate(context, date, factsOf)),
  ];
  const isWholeList = op.id === 'listSessions';
  // An older version of the interface has other sorts.
  const hasSorts = contract.clauses.has('list-sessions.sort');
  const named = hasSorts ? sortsOf(op) : [];
  const others = named.filter((sort) => !isSameSort(sort, defaultSort));
  const initial = hasSorts && isWholeList ? defaultSort : undefined;
  const usual = initial || others.length < named.length ? [defaultSort] : [];
  return {
    what: 'sessions',
    filters: all,
    dials: {
      filters: all,
      sorts: [...others, ...usual],
      byOtherMoments: others.filter(
        ({ field, direction }) => field !== defaultSort.field && wayOf(direction) !== undefined,
      ),
    },
    paramsFor: (criteria) => Object.fromEntries(criteria.map(({ name, sent }) => [name, sent])),
    sentIn: ({ search, ...named }) => (isEmpty(search) ? named : { search, ...named }),
    orderOf: (sort = initial) =>
      sort && { keyOf: (item) => momentIn(item, sort.field), ...(wayOf(sort.direction) && { sort }) },
    isShown: isWholeList,
    hasNamedSorts: named.length > 0,
  };
}

/** Whether a search says nothing by itself. */
function isEmpty(search: unknown): boolean {
  return search === undefined || Object.keys(object(search) ?? { search }).length === 0;
}

/** What items tell; each is read once. */
function reader(context: Context): (item: Json) => Facts {
  const known = new WeakMap<Json, Facts>();
  const isStudy = context.op.id === 'listStudySessions';
  return (item) => {
    const before = known.get(item);
    if (before) return before;
    const [facts] = factsIn(context, context.op, [item]);
    if (facts === undefined) throw new Error('an item has facts');
    // A study session names its learner itself.
    const own = isStudy ? { userId: text(item['userId']), subject: text(item['subject']) } : {};
    const read = { ...facts, ...own };
    known.set(item, read);
    return read;
  };
}

function byValue(context: Context, name: FilterName, factsOf: (item: Json) => Facts): ValueFilter {
  const shown = (item: Json) => shownBy[name](factsOf(item));
  const isOne = name === 'status';
  return {
    name,
    takes: isOne ? 'one value' : 'several values',
    isBroad: true,
    isLong: name === 'userId' && context.op.body === undefined,
    isKind: name !== 'userId',
    ...(context.op.body !== undefined && !isOne && { takesMore: true as const }),
    ...(context.op.body !== undefined && name === 'userId' && { most: 120 }),
    valueOf: shown,
    ...(name === 'subject' && { nearly: partsOf }),
    // What status there is, the target says.
    ...(!isOne && { nothing: (n: number) => unknownValueOf(context, name, `${n}`) }),
    ask: (values) => {
      const folded = new Set(values.map((value) => value.toLowerCase()));
      return {
        name,
        sent: isOne ? values[0] : values,
        // What a session does not show fits any value.
        fits: (item) => folded.has(shown(item)?.toLowerCase() ?? '') || shown(item) === undefined,
        finds: (item) => values.includes(shown(item) ?? ''),
        mayBeRefused: values.length > mostForSure,
        isOfProfile: isOne,
      };
    },
  };
}

function byDate(context: Context, date: DateName, factsOf: (item: Json) => Facts): DateFilter {
  const forms: readonly Form[] = takesDateFilters(context.op, context.contract)
    ? ['ISO 8601', 'Unix']
    : ['ISO 8601'];
  const instants = new WeakMap<Json, number | undefined>();
  const at = (item: Json): number | undefined => {
    if (!instants.has(item)) instants.set(item, instantOf(factsOf(item), date));
    return instants.get(item);
  };
  const isIn = (item: Json, bounds: Bounds) => isBetween(at(item) ?? Number.NaN, bounds);
  return {
    name: date,
    takes: 'a range',
    isBroad: true,
    forms,
    instantOf: at,
    ask: (bounds, written) => {
      const parts = Object.entries(bounds).map(([operator, value]) =>
        filterOf({ [operator]: value }, written[operator]),
      );
      const [wide, tight] = [1, -1].map((way) => moved(bounds, written, way));
      return {
        name: date,
        sent: Object.assign({}, ...parts),
        // A date that can't be read fits any: another clause judges it.
        fits: (item) =>
          mayHave(factsOf(item), date) && (at(item) === undefined || isIn(item, wide ?? bounds)),
        finds: (item) => isIn(item, tight ?? bounds),
        mayBeRefused: false,
      };
    },
  };
}

/** A timestamp has no fraction of a second: how it compares with what lies within a second of it is left open. */
function moved(bounds: Bounds, forms: Readonly<Partial<Record<string, Form>>>, way: number): Bounds {
  const entries = Object.entries(bounds) as [Operator, number][];
  return Object.fromEntries(
    entries.map(([operator, value]) => {
      const outwards = operator === 'gt' || operator === 'gte' ? -way : way;
      return [operator, forms[operator] === 'Unix' ? value + outwards * 1000 : value];
    }),
  );
}

/** A session without an end is not found by it, unless its result shows that it is over. */
function mayHave({ item, result }: Facts, date: DateName): boolean {
  return (
    date === 'startDate' ||
    (item['endDate'] ?? undefined) !== undefined ||
    (result ?? undefined) !== undefined
  );
}
