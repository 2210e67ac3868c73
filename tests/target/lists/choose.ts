import {
  type DateRange,
  mostValues,
  type OneValue,
  type Part,
  type Question,
  type SeveralValues,
} from '../../../generators/list-questions.ts';
import type { Json } from '../body.ts';
import { withoutLast } from '../parts.ts';
import { anchorOf } from './anchor.ts';
import type { Known } from './known.ts';
import { rangeAmong } from './range-among.ts';
import type { Criterion, Subject, ValueFilter } from './subject.ts';

/** What the values of filters are chosen from. */
interface Source {
  readonly subject: Subject;
  readonly known: Known;
  /** The item that fits every filter. */
  readonly item: Json;
}

/** The criteria of a question, by its parts. */
export type Chosen = Map<Part, Criterion>;

/**
 * Chooses the values of a question so that each filter counts: there are items that it alone leaves out, as far as the
 * target has such items. Whoever forgets one of them shows these.
 */
export async function choose(subject: Subject, known: Known, question: Question): Promise<Chosen> {
  const parts = question.parts.filter((part) => subject.filters.some(({ name }) => name === part.name));
  const { item, usable } = anchorOf(subject, known, { ...question, parts });
  const source: Source = { subject, known, item };
  const chosen: Chosen = new Map();
  const is = (takes: Part['takes']) => usable.filter((part) => part.takes === takes);
  for (const part of is('one value') as OneValue[]) await addOne(source, chosen, part, item);
  const lists = is('several values') as SeveralValues[];
  const kinds = lists.filter(({ name }) => valueFilter(source, name)?.isKind);
  for (const part of kinds) await addKinds(source, chosen, part, kinds);
  const among = found(source, chosen.values());
  for (const part of is('a range') as DateRange[]) addRange(source, chosen, part, among);
  const names = lists.filter((part) => !kinds.includes(part));
  await addLists(source, chosen, names);
  for (const part of is('one value') as OneValue[])
    if (part.whose === 'nobody') await addCutShort(source, chosen, part);
  // Everything else is as it is for the item itself: the two questions differ in this value alone.
  for (const part of is('one value') as OneValue[])
    if (part.whose === 'another') await addOne(source, chosen, part, otherThan(source, chosen, part));
  return chosen;
}

function valueFilter({ subject }: Source, name: string): ValueFilter | undefined {
  const filter = subject.filters.find((one) => one.name === name);
  return filter?.takes === 'a range' ? undefined : filter;
}

/** The items that fit some criteria for sure. */
function found({ known }: Source, criteria: Iterable<Criterion>): readonly Json[] {
  const all = [...criteria];
  return known.items.filter((item) => all.every(({ finds }) => finds(item)));
}

async function addOne(source: Source, chosen: Chosen, part: OneValue, item: Json | undefined): Promise<void> {
  const filter = valueFilter(source, part.name);
  const value = item && filter?.valueOf(item);
  if (filter && value !== undefined) chosen.set(part, await criterionOf(source, filter, [value], part.form));
}

/** The value of the item without its last sign: it may be of no form that the target takes. */
async function addCutShort(source: Source, chosen: Chosen, part: OneValue): Promise<void> {
  const filter = valueFilter(source, part.name);
  const value = withoutLast(filter?.valueOf(source.item) ?? '');
  if (filter && value !== '')
    chosen.set(part, { ...(await criterionOf(source, filter, [value])), mayBeRefused: true });
}

async function criterionOf(
  { known }: Source,
  filter: ValueFilter,
  values: readonly string[],
  form: OneValue['form'] = 'as shown',
): Promise<Criterion> {
  const criterion = filter.ask(values, form);
  return filter.sharpen ? filter.sharpen(criterion, known) : criterion;
}

/** An item that this filter alone leaves out; else any that it leaves out. */
function otherThan(source: Source, chosen: Chosen, part: OneValue): Json | undefined {
  const filter = valueFilter(source, part.name);
  const alone = leftOutBy(source, chosen, part);
  const own = chosen.get(part);
  const value = filter?.valueOf;
  return (
    alone.find((one) => filter?.prefersOther?.(one)) ??
    alone[0] ??
    source.known.items.find((one) => value?.(one) !== undefined && own?.fits(one) === false)
  );
}

/** The items that fit all filters but one. */
function leftOutBy(source: Source, chosen: Chosen, part: Part): readonly Json[] {
  const own = chosen.get(part);
  const others = [...chosen].flatMap(([one, criterion]) => (one === part ? [] : [criterion]));
  return found(source, others).filter((item) => own?.fits(item) === false);
}

function distinct(items: readonly Json[], filter: ValueFilter): readonly string[] {
  const values = items.flatMap((one) => filter.valueOf(one) ?? []);
  return [...new Map(values.map((value) => [value.toLowerCase(), value])).values()];
}

/** Some of the values that items share, those first that look odd; others of them are left out. */
async function addKinds(
  source: Source,
  chosen: Chosen,
  part: SeveralValues,
  kinds: readonly Part[],
): Promise<void> {
  const filter = valueFilter(source, part.name);
  if (filter === undefined) return;
  const own = filter.valueOf(source.item) ?? '';
  const all = distinct(source.known.items, filter);
  const here = distinct(found(source, chosen.values()), filter).filter((value) => value !== own);
  const odd = [own, ...here.toSorted((one, other) => oddness(other) - oddness(one))].filter(Boolean);
  const some = spread(source, filter, kinds, odd);
  // Beside another kind, one is left out that this filter alone leaves out.
  const spare = kinds.some((one) => chosen.has(one)) ? here.length : all.length;
  const most = Math.max(1, Math.min(part.fitting, Math.ceil(all.length * 0.4), spare));
  await addList(source, chosen, part, some.slice(0, most), [], nearlyOf(filter, part, some.slice(most)));
}

/**
 * Those first that come with another value of the other kinds: of tests, one of each subject. So the tests leave some of a
 * subject out, and the subjects some of the tests.
 */
function spread(
  source: Source,
  filter: ValueFilter,
  kinds: readonly Part[],
  values: readonly string[],
): readonly string[] {
  const others = kinds.flatMap(({ name }) => (name === filter.name ? [] : (valueFilter(source, name) ?? [])));
  const shown = new Set<string | undefined>();
  const isNew = (value: string) => {
    const own = source.known.items.filter((item) => filter.valueOf(item) === value);
    const beside = others.flatMap((other) => own.map((item) => other.valueOf(item)));
    const brings = beside.some((one) => !shown.has(one));
    for (const one of beside) shown.add(one);
    return brings;
  };
  const first = values.filter(isNew);
  return [...first, ...values.filter((value) => !first.includes(value))];
}

/** Texts that are nearly one of these values, of several words where one is: who takes a part for the whole finds it. */
function nearlyOf(
  filter: ValueFilter,
  { nearly = false }: { readonly nearly?: boolean },
  values: readonly string[],
): readonly string[] {
  const telling = values.find((value) => value.includes(' ')) ?? values[0];
  return (nearly && telling !== undefined && filter.nearly?.(telling)) || [];
}

function oddness(value: string): number {
  return /[^A-Za-z0-9 -]/.test(value) ? 1 : 0;
}

function addRange({ subject, known }: Source, chosen: Chosen, part: DateRange, among: readonly Json[]): void {
  const filter = subject.filters.find(({ name }) => name === part.name);
  const criterion = filter?.takes === 'a range' ? rangeAmong(filter, part, among, known.items) : undefined;
  if (criterion) chosen.set(part, criterion);
}

/** Lists of values that name items: each has those of items that fit the rest, and of some that don't. */
async function addLists(source: Source, chosen: Chosen, parts: readonly SeveralValues[]): Promise<void> {
  const fitting = completeFirst(source, parts, atEndsFirst(source, chosen, found(source, chosen.values())));
  const foreign = completeFirst(
    source,
    parts,
    alternating(
      [...chosen.keys()].flatMap((part) =>
        bySides(source, part, fitting, preferredFirst(source, part, leftOutBy(source, chosen, part))),
      ),
    ),
  );
  for (const [at, part] of parts.entries()) {
    const filter = valueFilter(source, part.name);
    if (filter === undefined) continue;
    const most = Math.min(part.fitting, Math.max(1, fitting.length - 1));
    const hasMissing = parts.length > 1 && most > parts.length + 1;
    // Of each list, one is missing that the others have.
    const own = fitting.slice(0, most).filter((_, nth) => !hasMissing || nth !== at + 1);
    const missing = hasMissing ? fitting.slice(at + 1, at + 2) : fitting.slice(most, most + 1);
    const values = distinct(own, filter);
    const others = distinct(foreign.slice(0, part.others), filter).filter((value) => !values.includes(value));
    const elsewhere = part.nearly ? missing.flatMap((one) => filter.otherFields?.(one) ?? []) : [];
    const nearly = [...nearlyOf(filter, part, distinct(missing, filter)), ...elsewhere];
    await addList(source, chosen, part, values, others, nearly);
  }
}

/** Those first whose other value tells more. */
function preferredFirst(source: Source, { name }: Part, items: readonly Json[]): readonly Json[] {
  const isPreferred = valueFilter(source, name)?.prefersOther ?? (() => false);
  return [...items.filter(isPreferred), ...items.filter((item) => !isPreferred(item))];
}

/**
 * What a range leaves out, on either side of what fits: whoever forgets one end shows one side. Those come first that lie
 * nearest: whoever takes a day for an instant shows them.
 */
function bySides(
  { subject }: Source,
  part: Part,
  [fitting]: readonly Json[],
  items: readonly Json[],
): readonly (readonly Json[])[] {
  const filter = subject.filters.find(({ name }) => name === part.name);
  const middle = filter?.takes === 'a range' && fitting ? filter.instantOf(fitting) : undefined;
  if (filter?.takes !== 'a range' || middle === undefined) return [items];
  const instantOf = (item: Json) => filter.instantOf(item) ?? Number.NaN;
  const nearestFirst = (some: readonly Json[]) =>
    some.toSorted((one, other) => Math.abs(instantOf(one) - middle) - Math.abs(instantOf(other) - middle));
  return [
    nearestFirst(items.filter((item) => instantOf(item) < middle)),
    nearestFirst(items.filter((item) => instantOf(item) > middle)),
  ];
}

/** Those first that lie where a range begins and ends. */
function atEndsFirst({ subject }: Source, chosen: Chosen, items: readonly Json[]): readonly Json[] {
  const ranges = [...chosen.keys()].flatMap((part) => {
    const filter = subject.filters.find(({ name }) => name === part.name);
    return filter?.takes === 'a range' ? [filter] : [];
  });
  const ends = ranges.flatMap((filter) => {
    const dated = items.filter((one) => filter.instantOf(one) !== undefined);
    const inOrder = dated.toSorted(
      (one, other) => (filter.instantOf(one) ?? 0) - (filter.instantOf(other) ?? 0),
    );
    return [...inOrder.slice(0, 1), ...inOrder.slice(-1)];
  });
  return [...new Set([...ends, ...items])];
}

/** Those first that have a value for each list: whoever lacks one is not found by all of them. */
function completeFirst(source: Source, parts: readonly Part[], items: readonly Json[]): readonly Json[] {
  const filters = parts.flatMap(({ name }) => valueFilter(source, name) ?? []);
  const isComplete = (item: Json) => filters.every((filter) => filter.valueOf(item) !== undefined);
  return [...items.filter(isComplete), ...items.filter((item) => !isComplete(item))];
}

/** One of each list in turn. */
function alternating<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

async function addList(
  source: Source,
  chosen: Chosen,
  part: SeveralValues,
  fitting: readonly string[],
  others: readonly string[],
  nearly: readonly string[],
): Promise<void> {
  const filter = valueFilter(source, part.name);
  if (filter === undefined) return;
  const sure = fitting.length + Number(part.firstAgain);
  const nothings = Math.max(part.nothing, (part.atLeast ?? 0) - sure - others.length - nearly.length);
  const unknown = Array.from({ length: nothings }, (_, n) => filter.nothing?.(n + 1) ?? []).flat();
  const room = Math.max(0, mostValues - sure);
  const idle = [...nearly, ...others, ...unknown].slice(0, filter.takesMore ? Infinity : room);
  const half = Math.floor(fitting.length / 2);
  const ordered = {
    forward: [...fitting, ...idle],
    backward: [...idle.toReversed(), ...fitting.toReversed()],
    mixed: [...fitting.slice(0, half), ...idle, ...fitting.slice(half)],
  }[part.order];
  // The last value counts: whoever loses it loses what it finds.
  const sent = [...ordered.slice(0, 2), ...(part.firstAgain ? ordered.slice(0, 1) : []), ...ordered.slice(2)];
  if (sent.length === 0) return;
  const criterion = await criterionOf(source, filter, sent);
  const mayBeRefused = criterion.mayBeRefused || (nearly.length > 0 && filter.mayRefuseParts === true);
  chosen.set(part, { ...criterion, mayBeRefused });
}
