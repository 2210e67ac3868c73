import fc from 'fast-check';
import { walks } from '../../../generators/walks.ts';
import type { Answer } from '../../../harness/answer.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Params } from '../../../harness/place.ts';
import type { Scene } from '../../../harness/scene.ts';
import { still } from '../../../harness/still.ts';
import { type Json, pageOf } from '../body.ts';
import { forEachKind } from '../each-kind.ts';
import { onGenerated } from '../generated.ts';
import { plain, plainParams } from '../given.ts';
import { sortsNamed } from '../sorts.ts';
import { idsOf } from './found.ts';
import { isDescending, judgeOrder, judgeSamePage, momentIn, moments, type Sort, usualSort } from './order.ts';

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
      async run(scene) {
        const answer = await ask(scene, { sort: usualSort });
        scene.must(answer).have.status(200);
        judgeOrder(scene, several(scene, pageOf(scene, answer).items), usualSort, [answer]);
      },
    }),

    // Without a sort, the order is that of `createdAt`, descending.
    check(`${clause}sort-default`, {
      access: 'read',
      on: [operation],
      sends: 'a list without a sort, and one with the default sort written out',
      accepts: 'users from the newest to the oldest, and the same ones in both',
      run: (scene) =>
        still(
          () => total(scene),
          () => judgeDefault(scene),
        ),
    }),

    // The order holds from page to page, and users of the same moment neither get lost nor come twice.
    check(`${clause}sort-default/across-pages`, {
      access: 'read',
      on: [operation],
      sends: 'the first pages of a list, of several sizes, one after the other by offset and by cursor',
      accepts: 'users from the newest to the oldest over all pages, nobody twice and nobody left out',
      async run(scene) {
        const page = pageOf(scene, await plain(scene, scene.op));
        several(scene, page.items);
        await forEachKind(
          scene,
          sizeNames,
          (name) => walks('from the start', page.items.length, pages, [sizes[name]]),
          ({ limit }) => judgeAtRest(scene, limit, usualSort),
          Math.ceil(scene.runs / 4),
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
    async run(scene) {
      const sorts = otherSorts(scene);
      several(scene, pageOf(scene, await plain(scene, scene.op)).items);
      // What a direction means is known when it is some form of the two words.
      const walked = sorts.filter(
        ({ field, direction }) => moments.includes(field) && /^(?:asc|desc)/i.test(direction),
      );
      for (const sort of walked) await judgeAtRest(scene, 3, sort);
      // In which order texts stand is left open: that they are taken is not.
      for (const sort of sorts.filter((one) => !walked.includes(one)).slice(0, Math.ceil(scene.runs / 2))) {
        scene.must(await ask(scene, { sort, limit: 1 })).have.status(200);
      }
    },
  }),

  // The search follows the same fields and directions as the list.
  check('search-users.sort/as-in-list', {
    access: 'read',
    on: ['searchUsers'],
    sends: 'pages in each order that the target names, of the list and of the search',
    accepts: 'the same users in the same order, those alike in any',
    async run(scene) {
      const sorts = otherSorts(scene);
      several(scene, pageOf(scene, await plain(scene, scene.op)).items);
      for (const sort of sorts) {
        await onGenerated(
          scene,
          fc.record({
            sort: fc.constant(sort),
            limit: fc.constantFrom(20, 7),
            offset: fc.constantFrom(0, 7),
          }),
          (request) =>
            still(
              () => total(scene),
              () => judgeAsInList(scene, request),
            ),
          Math.ceil(scene.runs / 6),
        );
      }
    },
  }),
];

async function judgeAsInList(scene: Scene, request: Params & { readonly sort: Sort }): Promise<void> {
  const list = await scene.send('listUsers', request);
  scene.need(list.status === 200, 'the list to take the order');
  const search = await ask(scene, request);
  scene.must(search).have.status(200);
  const [first, second] = [pageOf(scene, list), pageOf(scene, search)];
  const whole = first.items.length === first.total;
  judgeSamePage(scene, { first: first.items, second: second.items, whole }, request.sort.field, [
    list,
    search,
  ]);
}

async function ask(scene: Scene, params: object): Promise<Answer> {
  return scene.send(scene.op, { ...(await plainParams(scene, scene.op)), ...params });
}

async function total(scene: Scene): Promise<unknown> {
  const page = pageOf(scene, await ask(scene, { limit: 3 }));
  return [page.total, idsOf(page.items)];
}

function several(scene: Scene, items: readonly Json[]): readonly Json[] {
  const moments = new Set(items.map((item) => momentIn(item, usualSort.field)));
  return scene.need(moments.size > 1 && items, 'two users made at different moments');
}

async function judgeDefault(scene: Scene): Promise<void> {
  const [plainly, explicit] = [await ask(scene, {}), await ask(scene, { sort: usualSort })];
  const [first, second] = [pageOf(scene, plainly), pageOf(scene, explicit)];
  judgeOrder(scene, several(scene, first.items), usualSort, [plainly]);
  const whole = first.items.length === first.total;
  judgeSamePage(scene, { first: first.items, second: second.items, whole }, usualSort.field, [
    plainly,
    explicit,
  ]);
}

const pages = 3;

/** Judges walks through the first pages while all that they pass holds still. */
function judgeAtRest(scene: Scene, limit: number, sort: Sort): Promise<void> {
  const window = async () => {
    const page = pageOf(scene, await ask(scene, { sort, limit: limit * pages }));
    return [page.total, page.items];
  };
  return still(window, () => judgeWalk(scene, limit, sort));
}

/** Walks the first pages by cursor and by offset, and compares each walk with one page that shows them all. */
async function judgeWalk(scene: Scene, limit: number, sort: Sort): Promise<void> {
  const asked = sort === usualSort ? {} : { sort };
  const one = await ask(scene, { ...asked, limit: limit * pages });
  scene.must(one).have.status(200);
  const start = await ask(scene, { ...asked, limit });
  for (const walk of [
    await byOffset(scene, start, limit, asked),
    await byCursor(scene, start, limit, asked),
  ]) {
    const items = walk.flatMap((answer) => pageOf(scene, answer).items);
    judgeNobodyTwice(scene, items, walk);
    if (!moments.includes(sort.field)) continue;
    judgeOrder(scene, items, sort, walk);
    judgeNobodyLost(scene, items, pageOf(scene, one).items, sort, [...walk, one]);
  }
}

async function byOffset(scene: Scene, start: Answer, limit: number, asked: object): Promise<Answer[]> {
  const answers = [start];
  for (let page = 1; page < pages; page += 1) {
    answers.push(await ask(scene, { ...asked, limit, offset: page * limit }));
  }
  return answers;
}

async function byCursor(scene: Scene, start: Answer, limit: number, asked: object): Promise<Answer[]> {
  const answers = [start];
  while (answers.length < pages) {
    const last = answers.at(-1);
    const cursor = last && pageOf(scene, last).nextCursor;
    if (typeof cursor !== 'string') break;
    answers.push(await ask(scene, { ...asked, limit, cursor }));
  }
  return answers;
}

function judgeNobodyTwice(scene: Scene, items: readonly Json[], answers: readonly Answer[]): void {
  const again = items.length - new Set(idsOf(items)).size;
  scene.must.hold(again === 0, {
    expected: `each user once on ${answers.length} pages`,
    actual: `${again} of ${items.length} users again`,
    in: answers,
  });
}

/** Whoever is nearer to the start than the last one seen has been passed, wherever ties stand. */
function judgeNobodyLost(
  scene: Scene,
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
  scene.must.hold(lost === 0, {
    expected: `the ${passed.length} users who come before the last one walked to`,
    actual: `${lost} of them on no page`,
    in: answers,
  });
}

/** Sorts other than the default, made of the fields and directions that the profile names. */
function otherSorts(scene: Scene): readonly Sort[] {
  const sorts = sortsNamed(scene).filter(
    ({ field, direction }) => field !== usualSort.field || direction !== usualSort.direction,
  );
  return scene.need(sorts.length > 0 && sorts, 'a sort field or direction beside those of the default');
}
