import { type Operator, operators } from '../../../generators/date-windows.ts';
import { mostValues } from '../../../generators/list-questions.ts';
import type { Form } from '../../../generators/moments.ts';
import type { Sort } from '../../../generators/sort.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { World } from '../../../harness/judging/world.ts';
import { object } from '../body.ts';
import { boundsIn, type DateFilter as Sent } from '../dates/bounds.ts';
import { isSameSort } from '../order.ts';
import { isOfNobody } from '../users/unknown-values.ts';
import type { Known } from './known.ts';
import { type Asked, askedOf } from './resolve.ts';
import type { Criterion, DateFilter, Subject, ValueFilter } from './subject.ts';

/** What a request for a page asks for. */
export interface ReadBack {
  readonly asked: Asked;
  /** The filters and the order as text: the same for all pages of a question. */
  readonly question: string;
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly cursor: string | undefined;
}

/** The largest offset of 32 bits; whether a larger one counts as that is left open. */
const largestOffset = 2_147_483_647;

/** Reads back what a request asks for, by the names that the list gives its parameters. */
export type ReadsBack = (params: Params) => ReadBack | undefined;

/**
 * Reads back what requests ask for; `undefined` where that is not the same in every reading of the interface. Values are
 * those that an item shows, letter for letter, or that the run has made so that nothing has them.
 */
export function readingBack(world: World, subject: Subject, known: Known): ReadsBack {
  const criterionOf = criteriaBy(world, subject, known);
  const asked = new Map<string, Asked | undefined>();

  function understood(filters: Params, sort: unknown): Asked | undefined {
    const order = subject.dials.sorts.find((one) => isSort(sort) && isSameSort(one, sort));
    const criteria = Object.entries(filters).map(([name, value]) => criterionOf(name, value));
    const isClear = (sort === undefined || order !== undefined) && criteria.every((one) => one !== undefined);
    return isClear ? askedOf(subject, known, criteria, order) : undefined;
  }

  return (params) => {
    const { limit, offset, cursor = null, sort, ...filters } = subject.sentIn(params);
    if (!isCount(limit, 1, known.mostLimit) || !isCount(offset, 0, largestOffset)) return undefined;
    if (cursor !== null && typeof cursor !== 'string') return undefined;
    const question = JSON.stringify([Object.entries(filters).sort(), sort]);
    if (!asked.has(question)) asked.set(question, understood(filters, sort));
    const meant = asked.get(question);
    return meant && { asked: meant, question, limit, offset, cursor: cursor ?? undefined };
  };
}

/** Whether a value is none, or a whole number within bounds. */
function isCount(value: unknown, least: number, most: number): value is number | undefined {
  return value === undefined || (Number.isInteger(value) && Number(value) >= least && Number(value) <= most);
}

function isSort(value: unknown): value is Sort {
  const { field, direction } = object(value) ?? {};
  return typeof field === 'string' && typeof direction === 'string';
}

/** What a value of a filter asks for; `undefined` where that is left open. */
function criteriaBy(world: World, subject: Subject, known: Known) {
  const shown = new Map<string, ReadonlySet<string | undefined>>();
  const shownBy = (filter: ValueFilter): ReadonlySet<string | undefined> => {
    const values = shown.get(filter.name) ?? new Set(known.items.map(filter.valueOf));
    shown.set(filter.name, values);
    return values;
  };
  return (name: string, value: unknown): Criterion | undefined => {
    const filter = subject.filters.find((one) => one.name === name);
    if (filter === undefined || filter.takes === 'a range') return filter && rangeFor(filter, value);
    const meant =
      filter.takes === 'one value' && typeof value === 'string' ? filter.meant?.(value) : undefined;
    if (meant !== undefined) return filter.ask([meant], 'in another form');
    const values: readonly unknown[] = filter.takes === 'one value' ? [value] : listOf(value);
    const isClear = (one: unknown): one is string =>
      typeof one === 'string' && (shownBy(filter).has(one) || isMadeUp(world, filter, one));
    const isFew = values.length > 0 && values.length <= (filter.most ?? mostValues);
    return isFew && values.every(isClear) ? filter.ask(values, 'as shown') : undefined;
  };
}

function isMadeUp(world: World, { nothing }: ValueFilter, value: string): boolean {
  return nothing !== undefined && world.isOurs(value) && isOfNobody(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Whole seconds since 1970 in which no reading sees a date in digits, and date-times of UTC. */
const moments: readonly (readonly [Form, (value: unknown) => boolean])[] = [
  ['Unix', (value) => Number.isInteger(value) && Number(value) > 1e9 && Number(value) < 4e9],
  ['ISO 8601', (value) => typeof value === 'string' && isDateTime(value)],
];

/** Whether a text is a moment of UTC, with milliseconds or without them, that the calendar has. */
function isDateTime(value: string): boolean {
  const isWritten = /^(?:19|20)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/.test(value);
  const moment = isWritten ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(value.slice(0, 19));
}

function rangeFor(filter: DateFilter, value: unknown): Criterion | undefined {
  const sent = Object.entries(object(value) ?? {});
  const forms = new Map<Operator, Form>();
  for (const [name, moment] of sent) {
    const operator = operators.find((one) => one === name);
    const [form] = moments.find(([, isIt]) => isIt(moment)) ?? [];
    if (operator === undefined || form === undefined) return undefined;
    forms.set(operator, form);
  }
  const isRange =
    forms.size > 0 && !(forms.has('gt') && forms.has('gte')) && !(forms.has('lt') && forms.has('lte'));
  if (!isRange) return undefined;
  return filter.ask(boundsIn(Object.fromEntries(sent) as Sent), Object.fromEntries(forms));
}
