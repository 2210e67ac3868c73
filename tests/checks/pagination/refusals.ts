import { besideCursor, nonInteger, offsetsBesideCursor } from '../../../generators/illegal-pages.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { needAcceptedBeside } from '../../target/accepted-beside.ts';
import { pageOf } from '../../target/body.ts';
import { forEachKind } from '../../target/each-kind.ts';
import { fromStandard } from '../../target/effort.ts';
import { onGenerated } from '../../target/generated.ts';
import { filtersWithResults, isFiltered } from '../../target/pages/filtered.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { ask, isZeroAnOffset, shared, totalOf } from '../../target/pages/reader.ts';
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
    accepts: '400 where the interface lists it, else any 4xx',
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
  const { op, need } = context;
  const total = await totalOf(context);
  const first = await shared(context)({ limit: smallLimit });
  const cursor = need(first.page.nextCursor, 'a second page to take a cursor from');
  const second = await shared(context).answer({ limit: smallLimit, cursor });
  need.accepted(second);
  const back = pageOf(context, second).previousCursor ?? undefined;
  const refuses = async (offset: unknown, beside = cursor) =>
    mustBeRefused(context, await ask(context, { limit: smallLimit, offset, cursor: beside }));

  // A careless condition takes 0 for no offset.
  const withZero = isZeroAnOffset(context);
  if (withZero) await refuses(0);
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
  const empty = await ask(context, { limit: smallLimit, offset: inQuery ? '' : null, cursor });
  context.observe('an empty offset beside a cursor', empty.status < 300 ? 'taken for none' : 'refused');
}
