import fc from 'fast-check';
import type { Sort } from '../../../generators/sort.ts';
import { type Check, type Context, check, checks } from '../../../harness/judging/check.ts';
import { itemsOf, pageOf, text } from '../../target/body.ts';
import { onGenerated } from '../../target/generated.ts';
import { judgeOrder, judgeSameStretch } from '../../target/order.ts';
import { ask, freshly, idsOf, type Read, shared } from '../../target/pages/reader.ts';
import { judgeOnce, walk } from '../../target/pages/walk.ts';
import { judgeWholeOrders, wholeOrders } from '../../target/pages/whole-orders.ts';
import { askSessions } from '../../target/sessions/ask.ts';
import { sample } from '../../target/sessions/facts.ts';
import { shownBy, usableFilters } from '../../target/sessions/filters.ts';
import { findAccepted, onStableSessions } from '../../target/sessions/found.ts';
import { defaultSort } from '../../target/sessions/order.ts';
import { sortsNamed } from '../../target/sorts.ts';

/** In which order sessions come. */
export const order: readonly Check[] = [
  check('list-sessions.sort', {
    run: async (context) =>
      context.must(await ask(context, { sort: defaultSort, limit: 20 })).have.status(200),
  }),

  check('list-sessions.sort-default', {
    async run(context) {
      const total = await needSeveral(context);
      for (const offset of new Set([0, Math.floor(total / 2), Math.max(0, total - 20)])) {
        await onStableSessions(context, () => judgeDefault(context, offset));
        if (context.effort === 'quick') return;
      }
    },
  }),

  check('list-sessions.sort-order', {
    needs: ['session.item-shape', 'list-sessions.sort-fields', 'list-sessions.sort-directions'],
    cost: 'high',
    run: followsSorts,
  }),

  check('list-sessions.sort-default/filtered', {
    needs: ['session.item-shape'],
    sends: 'each filter by itself, with values that several sessions have, and no sort',
    run: defaultOrder,
  }),

  check('search-sessions.sort', {
    needs: [
      'search-sessions.body',
      'search-sessions.response',
      'list-sessions.sort-fields',
      'list-sessions.sort-directions',
    ],
    run: searchFollowsSorts,
  }),

  ...checks(['list-sessions.sort-order/whole', 'search-sessions.sort/whole'], {
    ...wholeOrders,
    needs: ['list-sessions.sort-fields', 'list-sessions.sort-directions'],
    run: (context) => judgeWholeOrders(context, askSessions),
  }),
];

/** Pages of this size are wide enough for the ends of sessions to come in another order than their starts. */
const wide = 25;

async function followsSorts(context: Context): Promise<void> {
  const sorts = sortsNamed(context);
  await needSeveral(context);
  for (const sort of sorts) {
    await onGenerated(
      context,
      fc.record({ limit: fc.constant(wide), sort: fc.constant(sort) }),
      ({ limit }) => onStableSessions(context, () => judgeWalk(context, limit, sort)),
      context.share('few'),
    );
  }
}

/** How many sessions there are; fewer than two are in any order. */
async function needSeveral(context: Context): Promise<number> {
  const { total = 0 } = pageOf(context, await ask(context, { limit: 20 }));
  return context.need(total > 1 && total, 'two sessions');
}

async function defaultOrder(context: Context): Promise<void> {
  const sessions = await sample(context);
  const [first] = sessions.map(({ start }) => start).sort();
  const names = usableFilters(context, sessions);
  context.need(names.length > 0, 'a session that shows what a filter asks for');
  for (const name of names) {
    const values = [...new Set(sessions.flatMap((facts) => shownBy[name](facts) ?? []))].slice(0, 20);
    const list = name === 'subject' || name === 'testId' ? values.slice(0, 2).reverse() : values.reverse();
    const asked = { userId: list, testId: list, subject: list, status: list[0], startDate: { gte: first } };
    const { facts, answer } = await findAccepted(context, { [name]: asked[name] });
    judgeOrder(
      context,
      facts.map(({ item }) => item),
      defaultSort,
      [answer],
    );
  }
}

async function searchFollowsSorts(context: Context): Promise<void> {
  for (const sort of sortsNamed(context)) {
    const answer = await askSessions(context, { sort });
    context.must(answer).be.accepted();
    const items = itemsOf(context, answer);
    context.need(items.length > 1, 'two sessions');
    judgeOrder(context, items, sort, [answer]);
  }
}

async function judgeWalk(context: Context, limit: number, sort: Sort): Promise<void> {
  const { pages } = await walk(context, shared(context), { limit }, { sort });
  const answers = pages.map(({ answer }) => answer);
  const items = pages.flatMap(({ page }) => page.items);
  judgeOrder(context, items, sort, answers);
  judgeOnce(context, idsOf(context, ...pages), answers);
}

async function judgeDefault(context: Context, offset: number): Promise<void> {
  const read = freshly(context);
  const pages = [
    await read({ limit: 20, offset }),
    await read({ limit: 20, offset, sort: defaultSort }),
  ] as const;
  const answers = pages.map(({ answer }) => answer);
  const [first, second] = [placed(context, pages[0]), placed(context, pages[1])];
  const whole = first.length === pages[0].page.total;
  judgeSameStretch(context, { first, second, whole }, defaultSort.field, answers);
  judgeOrder(context, pages[0].page.items, defaultSort, answers.slice(0, 1));
}

function placed(context: Context, read: Read) {
  const starts = read.page.items.map((item) => text(item[defaultSort.field]));
  context.need(
    starts.some((start) => start !== undefined),
    'a session that shows its start',
  );
  return idsOf(context, read).map((id, at) => ({ id, key: starts[at] }));
}
