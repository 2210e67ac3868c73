import { besideCursor, nonInteger, offsetsBesideCursor } from '../../../generators/illegal-pages.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { needAcceptedBeside } from '../../target/accepted-beside.ts';
import { attempt } from '../../target/attempt.ts';
import { pageOf } from '../../target/body.ts';
import { forEachKind } from '../../target/each-kind.ts';
import { fromStandard } from '../../target/effort.ts';
import { onGenerated } from '../../target/generated.ts';
import { filtersWithResults, isFiltered } from '../../target/pages/filtered.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { ask, readingOfZero, shared, totalOf } from '../../target/pages/reader.ts';
import { smallLimit } from '../../target/pages/samples.ts';
import { mustBeRefused } from '../../target/refused.ts';

/** What a paginated operation refuses. */
export const refusals: readonly Check[] = [
  pageCheck('pagination.limit-integer', {
    run: (context) => refusesOthers(context, 'limit', { limit: smallLimit }),
  }),

  pageCheck('pagination.offset-integer', {
    run: (context) => refusesOthers(context, 'offset', { limit: smallLimit, offset: smallLimit }),
  }),

  pageCheck('pagination.offset-with-cursor', {
    sends: 'a cursor by itself (accepted), then the same with an offset, the default 0 included',
    accepts:
      '400 where the interface lists it, else any 4xx; the default 0 may be taken for none where the profile does not say otherwise and every list does it',
    run: offsetWithCursor,
  }),

  // Where filters are bound, pages may be read by other code.
  check('pagination.offset-with-cursor/filtered', {
    on: isFiltered,
    sends: 'the cursor of a page under filters (accepted), then the same with an offset',
    accepts: '400 where the interface lists it, else any 4xx',
    async run(context) {
      const filters = Object.values(await filtersWithResults(context)).at(-1);
      const asked = { ...filters, limit: 1 };
      const first = await shared(context)(asked);
      const cursor = context.need(first.page.nextCursor, 'a second page to take a cursor from');
      context.need.accepted(await shared(context).answer({ ...asked, cursor }));
      mustBeRefused(context, await ask(context, { ...asked, cursor, offset: 1 }));
    },
  }),

  pageCheck('pagination.cursor-unreadable', {
    sends: 'a page (accepted), then the same with a cursor whose signs are in no alphabet of base64',
    unless: fromStandard,
    async run(context) {
      const accepted = { limit: smallLimit };
      context.need.accepted(await shared(context).answer(accepted));
      // Stars only: a lenient reader skips single signs that it does not know.
      mustBeRefused(context, await ask(context, { ...accepted, cursor: '***' }));
    },
  }),
];

/** Puts values that are no integers in the place of an accepted one. */
async function refusesOthers(context: Context, name: 'limit' | 'offset', accepted: Params): Promise<void> {
  const control = await needAcceptedBeside(context, () => shared(context).answer(accepted));
  const inBody = context.op.parameters.some((each) => each.name === name && each.in === 'body');
  const refuses = async (value: unknown, beside: Params = accepted) =>
    mustBeRefused(context, await ask(context, { ...beside, [name]: value }));
  const runs = context.byEffort({ quick: 1, standard: 2, deep: 10 });
  await onGenerated(context, nonInteger(inBody), (value) => refuses(value), runs);
  if (context.effort === 'quick') return;
  // The offset by itself, and the limit behind a cursor, are often read by other code.
  if (name === 'offset') return refuses('x10', {});
  const cursor = pageOf(context, control).nextCursor;
  if (typeof cursor === 'string') await refuses('x10', { cursor });
}

async function offsetWithCursor(context: Context): Promise<void> {
  const { op } = context;
  const total = await totalOf(context);
  const { cursor, back, beside } = await cursorToTake(context);
  const refuses = async (offset: unknown, from = cursor) =>
    mustBeRefused(context, await ask(context, { ...beside, offset, cursor: from }));

  const withZero = await refusesZero(context, { ...beside, cursor });
  if (withZero && context.effort === 'quick') return;
  const inQuery = op.parameters.some((each) => each.name === 'offset' && each.in === 'query');
  const kinds = besideCursor.filter((kind) => kind !== 'zero in other words' || (withZero && inQuery));
  await forEachKind(
    context,
    context.effort === 'quick' ? kinds.slice(0, 1) : kinds,
    (kind) => offsetsBesideCursor(kind, total),
    (offset) => refuses(typeof offset === 'string' ? context.world.synthetic(offset) : offset),
    context.byEffort({ quick: 2, standard: 4, deep: 20 }),
  );
  if (back === undefined || context.effort === 'quick') return;
  await refuses(smallLimit, back);
  // Whether an offset without a value is one is left open.
  const empty = await ask(context, { ...beside, offset: inQuery ? '' : null, cursor });
  context.observe('an empty offset beside a cursor', empty.status < 300 ? 'taken for none' : 'refused');
}

/**
 * Judges an offset of 0, and gives whether it is one. A careless condition takes it for none. A team that takes it for the
 * default may do so everywhere: without the word of the profile, it is told by a list that refuses it.
 */
async function refusesZero(context: Context, beside: Params): Promise<boolean> {
  const reading = readingOfZero(context);
  if (reading === 'no offset') return false;
  const answer = await ask(context, { ...beside, offset: 0 });
  const isTaken = answer.status < 300;
  if (isTaken && reading === undefined && !(await isZeroRefusedElsewhere(context))) return false;
  mustBeRefused(context, answer);
  return true;
}

/** How many other lists are asked. */
const mostOthers = 2;

/** Whether another list, which takes a cursor by itself, refuses it beside an offset of 0. */
async function isZeroRefusedElsewhere(context: Context): Promise<boolean> {
  const { operations, later } = context.contract;
  const others = operations.filter(
    ({ id, paginated }) => paginated && id !== context.op.id && !later.has(id),
  );
  let asked = 0;
  for (const op of others) {
    const there = { ...context, op };
    const beside = { limit: smallLimit };
    const first = await attempt(() => shared(there)(beside));
    const cursor = first?.page.nextCursor;
    if (typeof cursor !== 'string' || asked === mostOthers) continue;
    const alone = await shared(there).answer({ ...beside, cursor });
    const both = await ask(there, { ...beside, cursor, offset: 0 });
    if (alone.status < 300 && both.status >= 400 && both.status < 500) return true;
    asked += 1;
  }
  return false;
}

/** A cursor, what stands beside it, and the cursor that leads back from its page. */
interface Taken {
  readonly cursor: string;
  readonly back?: string | undefined;
  readonly beside: Params;
}

/**
 * A cursor that is accepted by itself. A quick run follows cursors in other rows, and takes for this the one of the plain
 * list, which it reads in any case.
 */
async function cursorToTake(context: Context): Promise<Taken> {
  const plain = context.effort === 'quick' ? (await shared(context)({})).page.nextCursor : undefined;
  if (typeof plain === 'string') return { cursor: plain, beside: {} };
  const beside = { limit: smallLimit };
  const first = await shared(context)(beside);
  const cursor = context.need(first.page.nextCursor, 'a second page to take a cursor from');
  const second = await shared(context).answer({ ...beside, cursor });
  context.need.accepted(second);
  return { cursor, back: pageOf(context, second).previousCursor ?? undefined, beside };
}
