import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { idIn, type Json } from '../body.ts';
import { wayOf } from '../order.ts';
import { type Largest, readExtent } from '../pages/largest.ts';
import { freshly, type Reader, shared } from '../pages/reader.ts';
import { sortsOf } from '../sorts.ts';
import { onStableData } from '../stable-data.ts';
import { measured } from '../stated.ts';
import { type WholePage, wholePage } from './whole-page.ts';

/** What is known of the items of a list, from its largest page and, where it goes on, one as large from its end. */
export interface Known {
  /** The items that this run has not made, as they were seen. What it makes, it may change. */
  readonly items: readonly Json[];
  /** The same and those that it has made. */
  readonly shown: readonly Json[];
  /** How many others there are: made by this run, or on no page that was read. */
  readonly others: number;
  readonly total: number;
  /** The field that tells items apart. */
  readonly identifier: string;
  readonly largest: Largest & { readonly page: WholePage };
  /** The largest limit that is known to be used as it was asked for. */
  readonly mostLimit: number;
  /** Whom a filter finds by itself, where the interface leaves open what it compares. By the words for it. */
  readonly alone: Map<string, Promise<ReadonlySet<string> | undefined>>;
}

/**
 * Judges a law about known items. Where it breaks, they are read anew, and it is judged on what they say now, while they
 * stay the same.
 */
export async function onKnown(context: Context, law: (known: Known) => Promise<void>): Promise<void> {
  const holder = await held(context);
  const measure = async () => {
    holder.known = await readKnown(context, freshly(context));
    const { shown: items, total } = holder.known;
    return [measured(context, { items, total }), ...(await between(context, holder.known))];
  };
  await onStableData(context, measure, () => law(holder.known));
}

/** So many pages between those that are known are read to see whether anything on them has changed. */
const mostBetween = 8;

/** What tells when an item was changed: of a session, that it has ended. */
const whenChanged = ['updatedAt', 'endDate'];

/**
 * What stands between the pages that are known; where that is more than a few pages, those that were changed last, if the
 * list can be sorted by that.
 */
async function between(context: Context, { total, largest: { limit, page } }: Known): Promise<unknown[]> {
  const read = freshly(context);
  const measure = async (params: Params) => measured(context, (await read(params)).page);
  const size = page.items.length;
  if (total - 2 * size <= mostBetween * size) {
    const pages: unknown[] = [];
    for (let offset = size; offset < total - size; offset += size)
      pages.push(await measure({ limit: size, offset }));
    return pages;
  }
  const latest = sortsOf(context.op).find(
    ({ field, direction }) => whenChanged.includes(field) && wayOf(direction) === 'descending',
  );
  return latest ? [await measure({ sort: latest, limit })] : [];
}

/** What is known of the items of a list, as it was read last. */
export async function lastKnown(context: Context): Promise<Known> {
  return (await held(context)).known;
}

function held(context: Context): Promise<{ known: Known }> {
  return context.world.once(`known items of ${context.op.id}`, async () => ({
    known: await readKnown(context, shared(context)),
  }));
}

async function readKnown(context: Context, read: Reader): Promise<Known> {
  const { need, op, world } = context;
  const { first, last } = await readExtent(context, read);
  const largest = { ...first, page: wholePage(context, first.page) };
  const { total } = largest.page;
  const identifier = need(largest.identifier, `a field that tells the items of ${op.id} apart`);
  const byId = new Map(
    [...largest.page.items, ...(last?.page.items ?? [])].map(
      (item) => [idIn(item, identifier), item] as const,
    ),
  );
  const items = [...byId].flatMap(([id, item]) => (id === undefined || world.isMade(id) ? [] : [item]));
  return {
    items: need(items.length > 1 && items, `two items of ${op.id} that this run did not make`),
    shown: [...byId.values()],
    others: Math.max(0, total - items.length),
    total,
    identifier,
    largest,
    mostLimit: Math.min(largest.limit, largest.page.limit),
    alone: new Map(),
  };
}
