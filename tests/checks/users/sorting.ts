import fc from 'fast-check';
import { walks } from '../../../generators/walks.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { type Json, pageOf } from '../../target/body.ts';
import { forEachKind } from '../../target/each-kind.ts';
import { onGenerated } from '../../target/generated.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { sortsNamed } from '../../target/sorts.ts';
import { idsOf } from '../../target/users/found.ts';
import {
  isDescending,
  judgeOrder,
  judgeSamePage,
  momentIn,
  moments,
  type Sort,
  usualSort,
} from '../../target/users/order.ts';

const places = [
  ['listUsers', 'list-users.'],
  ['searchUsers', 'search-users.'],
] as const;

/** Sizes of pages; the first three are walked at every effort, for each shows what the others hide. */
const sizes = { seven: 7, three: 3, one: 1, two: 2 } as const;
const sizeNames = Object.keys(sizes) as (keyof typeof sizes)[];

/** In which order users come (chapter Users). */
export const sorting: readonly Check[] = [
  ...places.flatMap(([operation, clause]) => [
    // A sort as the default shows it is accepted and followed.
    check(`${clause}sort`, {
      access: 'read',
      on: [operation],
      sends: 'the default sort, written out',
      accepts: '200, and users from the newest to the oldest',
      async run(context) {
        const answer = await ask(context, { sort: usualSort });
        context.must(answer).have.status(200);
        judgeOrder(context, several(context, pageOf(context, answer).items), usualSort, [answer]);
      },
    }),

    // Without a sort, the order is that of `createdAt`, descending.
    check(`${clause}sort-default`, {
      access: 'read',
      on: [operation],
      sends: 'a list without a sort, and one with the default sort written out',
      accepts: 'users from the newest to the oldest, and the same ones in both',
      run: (context) =>
        onStableData(
          () => total(context),
          () => judgeDefault(context),
        ),
    }),

    // The order holds from page to page, and users of the same moment neither get lost nor come twice.
    check(`${clause}sort-default/across-pages`, {
      access: 'read',
      on: [operation],
      sends: 'the first pages of a list, of several sizes, one after the other by offset and by cursor',
      accepts: 'users from the newest to the oldest over all pages, nobody twice and nobody left out',
      async run(context) {
        const page = pageOf(context, await minimal(context, context.op));
        several(context, page.items);
        await forEachKind(
          context,
          sizeNames,
          (name) => walks('from the start', page.items.length, pages, [sizes[name]]),
          ({ limit }) => judgeAtRest(context, limit, usualSort),
          Math.ceil(context.runs / 4),
        );
      },
    }),
  ]),

  // Where the target names fields and directions, it follows them.
  check('list-users.sort-order', {
    access: 'read',
    on: ['listUsers'],
    sends: 'fields and directions that the target names, with pages of three',
    accepts: '200, and for fields that are moments users in that order over all pages, nobody twice',
    async run(context) {
      const sorts = otherSorts(context);
      several(context, pageOf(context, await minimal(context, context.op)).items);
      // What a direction means is known when it is some form of the two words.
      const walked = sorts.filter(
        ({ field, direction }) => moments.includes(field) && /^(?:asc|desc)/i.test(direction),
      );
      for (const sort of walked) await judgeAtRest(context, 3, sort);
      // In which order texts stand is left open: that they are taken is not.
      for (const sort of sorts.filter((one) => !walked.includes(one)).slice(0, Math.ceil(context.runs / 2))) {
        context.must(await ask(context, { sort, limit: 1 })).have.status(200);
      }
    },
  }),

  // The search follows the same fields and directions as the list.
  check('search-users.sort/as-in-list', {
    access: 'read',
    on: ['searchUsers'],
    sends: 'pages in each order that the target names, of the list and of the search',
    accepts: 'the same users in the same order, those alike in any',
    async run(context) {
      const sorts = otherSorts(context);
      several(context, pageOf(context, await minimal(context, context.op)).items);
      for (const sort of sorts) {
        await onGenerated(
          context,
          fc.record({
            sort: fc.constant(sort),
            limit: fc.constantFrom(20, 7),
            offset: fc.constantFrom(0, 7),
          }),
          (request) =>
            onStableData(
              () => total(context),
              () => judgeAsInList(context, request),
            ),
          Math.ceil(context.runs / 6),
        );
      }
    },
  }),
];

async function judgeAsInList(context: Context, request: Params & { readonly sort: Sort }): Promise<void> {
  const list = await context.send('listUsers', request);
  context.need(list.status === 200, 'the list to take the order');
  const search = await ask(context, request);
  context.must(search).have.status(200);
  const [first, second] = [pageOf(context, list), pageOf(context, search)];
  const whole = first.items.length === first.total;
  judgeSamePage(context, { first: first.items, second: second.items, whole }, request.sort.field, [
    list,
    search,
  ]);
}

async function ask(context: Context, params: object): Promise<Answer> {
  return context.send(context.op, { ...(await minimalParams(context, context.op)), ...params });
}

async function total(context: Context): Promise<unknown> {
  const page = pageOf(context, await ask(context, { limit: 3 }));
  return [page.total, idsOf(page.items)];
}

function several(context: Context, items: readonly Json[]): readonly Json[] {
  const moments = new Set(items.map((item) => momentIn(item, usualSort.field)));
  return context.need(moments.size > 1 && items, 'two users made at different moments');
}

async function judgeDefault(context: Context): Promise<void> {
  const [plainly, explicit] = [await ask(context, {}), await ask(context, { sort: usualSort })];
  const [first, second] = [pageOf(context, plainly), pageOf(context, explicit)];
  judgeOrder(context, several(context, first.items), usualSort, [plainly]);
  const whole = first.items.length === first.total;
  judgeSamePage(context, { first: first.items, second: second.items, whole }, usualSort.field, [
    plainly,
    explicit,
  ]);
}

const pages = 3;

/** Judges walks through the first pages while all that they pass holds still. */
function judgeAtRest(context: Context, limit: number, sort: Sort): Promise<void> {
  const window = async () => {
    const page = pageOf(context, await ask(context, { sort, limit: limit * pages }));
    return [page.total, page.items];
  };
  return onStableData(window, () => judgeWalk(context, limit, sort));
}

/** Walks the first pages by cursor and by offset, and compares each walk with one page that shows them all. */
async function judgeWalk(context: Context, limit: number, sort: Sort): Promise<void> {
  const asked = sort === usualSort ? {} : { sort };
  const one = await ask(context, { ...asked, limit: limit * pages });
  context.must(one).have.status(200);
  const start = await ask(context, { ...asked, limit });
  for (const walk of [
    await byOffset(context, start, limit, asked),
    await byCursor(context, start, limit, asked),
  ]) {
    const items = walk.flatMap((answer) => pageOf(context, answer).items);
    judgeNobodyTwice(context, items, walk);
    if (!moments.includes(sort.field)) continue;
    judgeOrder(context, items, sort, walk);
    judgeNobodyLost(context, items, pageOf(context, one).items, sort, [...walk, one]);
  }
}

async function byOffset(context: Context, start: Answer, limit: number, asked: object): Promise<Answer[]> {
  const answers = [start];
  for (let page = 1; page < pages; page += 1) {
    answers.push(await ask(context, { ...asked, limit, offset: page * limit }));
  }
  return answers;
}

async function byCursor(context: Context, start: Answer, limit: number, asked: object): Promise<Answer[]> {
  const answers = [start];
  while (answers.length < pages) {
    const last = answers.at(-1);
    const cursor = last && pageOf(context, last).nextCursor;
    if (typeof cursor !== 'string') break;
    answers.push(await ask(context, { ...asked, limit, cursor }));
  }
  return answers;
}

function judgeNobodyTwice(context: Context, items: readonly Json[], answers: readonly Answer[]): void {
  const again = items.length - new Set(idsOf(items)).size;
  context.must.hold(again === 0, {
    expected: `each user once on ${answers.length} pages`,
    actual: `${again} of ${items.length} users again`,
    in: answers,
  });
}

/** Whoever is nearer to the start than the last one seen has been passed, wherever ties stand. */
function judgeNobodyLost(
  context: Context,
  walked: readonly Json[],
  all: readonly Json[],
  { field, direction }: Sort,
  answers: readonly Answer[],
): void {
  const end = walked.length === 0 ? undefined : momentIn(walked.at(-1) ?? {}, field);
  if (end === undefined) return;
  const passed = all.filter((item) => {
    const moment = momentIn(item, field);
    return moment !== undefined && (isDescending(direction) ? moment > end : moment < end);
  });
  const seen = new Set(idsOf(walked));
  const lost = idsOf(passed).filter((id) => !seen.has(id)).length;
  context.must.hold(lost === 0, {
    expected: `the ${passed.length} users who come before the last one walked to`,
    actual: `${lost} of them on no page`,
    in: answers,
  });
}

/** Sorts other than the default, made of the fields and directions that the profile names. */
function otherSorts(context: Context): readonly Sort[] {
  const sorts = sortsNamed(context).filter(
    ({ field, direction }) => field !== usualSort.field || direction !== usualSort.direction,
  );
  return context.need(sorts.length > 0 && sorts, 'a sort field or direction beside those of the default');
}
