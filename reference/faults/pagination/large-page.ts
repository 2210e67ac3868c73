import { type Fault, faults } from '../kit/fault.ts';
import { nextOf, pager, previousOf } from '../kit/pager.ts';
import { askedOf, asking, eachItem, onPage, page } from '../kit/pages.ts';
import { paginated } from '../kit/routes.ts';

/** A page has to be longer than this for a deep fault to show; some lists are shorter. */
const longLists = ['listUsers', 'searchUsers', 'listSessions', 'searchSessions'] as const;

/** Faults of what is loaded for the items of a page in batches, and of the cursors of a page of several batches. */
export const largePage: readonly Fault[] = [
  ...faults(
    { 'pagination.offset-zero-based/large-page': paginated },
    {
      story: 'What belongs to items is loaded for the first three of a page, as the preview shows it.',
      with: mixedUpFrom(3),
    },
  ),
  ...faults(
    { 'pagination.offset-zero-based/large-page!second-batch': paginated },
    {
      story: 'A batch is a hundred items, and what belongs to the second one is looked up from the start.',
      deep: true,
      with: mixedUpFrom(100),
    },
  ),
  ...faults(
    { 'pagination.offset-zero-based/large-page!hundred-owners': ['listSessions'] },
    {
      story: 'The learners of a page are asked for in one call, which takes a hundred of them.',
      deep: true,
      with: eachItem((item, index, items) => {
        const owners = new Set(items.slice(0, index).map(({ user }) => JSON.stringify(user)));
        if (owners.size >= 100 && !owners.has(JSON.stringify(item['user']))) item['user'] = null;
      }),
    },
  ),
  ...faults(
    { 'pagination.offset-zero-based/large-page!batch-again': longLists },
    {
      story: 'A long page is put together from batches, and a third one begins where the second did.',
      deep: true,
      with: page(({ data }) => {
        data.splice(200, data.length - 200, ...data.slice(100, data.length - 100));
      }),
    },
  ),
  ...faults(
    {
      'pagination.next-leads-on/large-page!export': paginated,
      'pagination.previous-leads-back/large-page!export': paginated,
    },
    {
      story: 'A page longer than the default is meant for exports, and has no cursors.',
      with: page(({ pagination }, { limit = 0 }) => {
        if (limit > 100) Object.assign(pagination, { previousCursor: null, nextCursor: null });
      }),
    },
  ),
  ...faults(
    {
      'pagination.previous-leads-back/large-page!on-only': paginated,
    },
    {
      story: 'On long pages the cursor that leads back would be too long for a header, and is left out.',
      with: page(({ pagination }, { limit = 0 }) => {
        if (limit > 100) pagination.previousCursor = null;
      }),
    },
  ),
  ...faults(
    { 'pagination.next-leads-on/default-page!skips': longLists },
    {
      story:
        'Whoever gives no limit comes by another method, which always gives a cursor, and takes it for the first item of the page.',
      with: page(({ data, pagination }, { limit, cursor }) => {
        if (limit !== undefined) return;
        pagination.nextCursor ??= 'bm8gbW9yZQ==';
        if (cursor !== undefined) data.shift();
      }),
    },
  ),
  ...faults(
    { 'pagination.next-leads-on/default-page!everything': longLists },
    {
      story: 'Without a limit there is none, and the cursor is made as if there were one.',
      with: async (request, service) => {
        const { limit, cursor } = await askedOf(request);
        const whole = limit === undefined && cursor === undefined;
        if (!whole) return service(request);
        return onPage(await asking(request, { limit: 1000 }), service, ({ pagination }) => {
          pagination.nextCursor ??= 'bm8gbW9yZQ==';
        });
      },
    },
  ),
  ...faults(
    { 'pagination.next-leads-on/default-page!one-more': longLists },
    {
      story:
        'A row more is loaded to see whether others follow, and without a limit it is the first that is dropped.',
      deep: true,
      with: page(({ data, pagination }, { limit, cursor }) => {
        const isFull = pagination.nextCursor !== null;
        if (limit === undefined && cursor !== undefined && isFull) data.shift();
      }),
    },
  ),
  ...faults(
    { 'pagination.next-leads-on/large-page!peeks': paginated },
    {
      story:
        'Each batch of a hundred fetches one row more to see whether others follow, and all of them count.',
      with: pager({
        next: (at) => {
          const next = nextOf(at);
          return next === null ? null : next + Math.floor(at.limit / 100);
        },
      }),
    },
  ),
  ...faults(
    { 'pagination.next-leads-on/large-page!one-byte': longLists },
    {
      story: 'A cursor of few bytes has one for the size of the page.',
      deep: true,
      with: pager({
        next: (at) => (nextOf(at) === null ? null : at.start + (at.limit % 256)),
      }),
    },
  ),
  ...faults(
    { 'pagination.previous-leads-back/large-page!default-size': paginated },
    {
      story: 'Who goes back goes a hundred rows at most, and the page begins there.',
      with: pager({
        previous: (at) => (at.start > 100 && at.limit > 100 ? at.start - 100 : previousOf(at)),
      }),
    },
  ),
  ...faults(
    { 'pagination.previous-leads-back/large-page!upside-down': longLists },
    {
      story: 'Going back reads the rows upwards, and turns round the first two batches of them.',
      deep: true,
      with: pager({
        shows: ({ body, back }) => {
          if (back) body.data.push(...body.data.splice(200).reverse());
        },
      }),
    },
  ),
];

/** Gives items from a place on the fields of those that stand as many places before, all but those that are ids. */
function mixedUpFrom(place: number) {
  return eachItem((item, index, items) => {
    const other = items[index - place];
    if (!other) return;
    for (const [name, value] of Object.entries(other))
      if (!name.endsWith('Id') && name in item) item[name] = value;
  });
}
