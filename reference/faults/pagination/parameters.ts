import { type Break, type Fault, fault, faultsFrom, type Json, query, requestBody } from '../kit/fault.ts';
import { asking, givenIn, otherPage } from '../kit/pages.ts';
import { paginated } from '../kit/routes.ts';

const on = paginated;
const inQuery = paginated.filter((id) => id !== 'searchUsers');

/** Faults of how limit, offset and cursor are read, alone and together (chapter Pagination). */
export const parameters: readonly Fault[] = [
  fault('pagination.cursor-null!is-a-cursor', {
    on: ['searchUsers'],
    story: 'A null is turned into text and refused as a cursor.',
    with: async (request, service) => {
      const { cursor } = await givenIn(request);
      return service(cursor === null ? await asking(request, { cursor: 'null' }) : request);
    },
  }),
  fault('pagination.cursor-null!other-page', {
    on: ['searchUsers'],
    deep: true,
    story: 'A null cursor is compared with the ids of the rows, and the first row is left out.',
    with: async (request, service) => {
      const { cursor } = await givenIn(request);
      return service(cursor === null ? await asking(request, { cursor: undefined, offset: 1 }) : request);
    },
  }),
  fault('pagination.search-body!in-the-query', {
    on: ['searchUsers'],
    story: 'The search reads its page from the query, as the list does.',
    with: requestBody(({ limit: _limit, offset: _offset, cursor: _cursor, ...rest }) => rest),
  }),
  fault('pagination.search-body!no-offset', {
    on: ['searchUsers'],
    deep: true,
    story: 'Of the three, the offset is not read from the body.',
    with: requestBody(({ offset: _offset, ...rest }) => rest),
  }),
  fault('pagination.offset-with-cursor!cursor-wins', {
    on: inQuery,
    story: 'The cursor is looked at first, and an offset beside it is never read.',
    with: query((asked) => {
      if (asked.has('cursor')) asked.delete('offset');
    }),
  }),
  fault('pagination.offset-with-cursor!cursor-wins-in-the-body', {
    on: ['searchUsers'],
    deep: true,
    story: 'The query is validated, the search body is not.',
    with: otherPage(({ cursor }) => (cursor === undefined ? undefined : { offset: undefined })),
  }),
  fault('pagination.offset-with-cursor!zero-is-no-offset', {
    on,
    deep: true,
    story: 'Whether there is an offset is asked with a condition that takes 0 for no.',
    with: otherPage(({ cursor, offset }) =>
      cursor !== undefined && offset === 0 ? { offset: undefined } : undefined,
    ),
  }),
  fault('pagination.offset-with-cursor!largest', {
    on,
    deep: true,
    story: 'The largest integer stands for no offset, and a client that sends it is taken at its word.',
    with: otherPage(({ cursor, offset }) =>
      cursor !== undefined && offset === 2_147_483_647 ? { offset: undefined } : undefined,
    ),
  }),
  fault('pagination.offset-with-cursor!zero-in-other-words', {
    on: inQuery,
    deep: true,
    story:
      'Before the rule is looked at, every text that is worth zero is dropped as the default; 0 itself is caught.',
    with: query((asked) => {
      const offset = asked.get('offset');
      if (asked.has('cursor') && offset !== null && offset !== '0' && Number(offset) === 0)
        asked.delete('offset');
    }),
  }),
  ...faultsFrom(
    { 'pagination.limit-integer!ignored': 'limit', 'pagination.offset-integer!ignored': 'offset' },
    (name) => ({
      on,
      story: `A ${name} that can't be read is taken for none.`,
      with: async (request, service) => {
        const response = await service(request.clone());
        return response.status === 400 ? service(await asking(request, { [name]: undefined })) : response;
      },
    }),
  ),
  fault('pagination.cursor-unreadable!first-page', {
    on,
    story: 'Whatever goes wrong with a cursor, the first page is better than an error.',
    with: async (request, service) => {
      const { offset, cursor } = await givenIn(request);
      const response = await service(request.clone());
      const isLost = response.status === 400 && cursor !== undefined && offset === undefined;
      return isLost ? service(await asking(request, { cursor: undefined })) : response;
    },
  }),
  fault('pagination.cursor-unreadable!decoded-to-nothing', {
    on,
    deep: true,
    story: 'The decoder skips signs that it does not know, and where nothing is left the list begins anew.',
    with: otherPage(({ cursor, offset }) =>
      typeof cursor === 'string' && cursor !== '' && offset === undefined && decoded(cursor) === ''
        ? { cursor: undefined }
        : undefined,
    ),
  }),
  fault('pagination.limit-integer!behind-a-cursor', {
    on,
    deep: true,
    story: 'Beside a cursor the limit is read by other code, and one that is none is taken for the default.',
    with: dropUnread('limit', ({ cursor }) => typeof cursor === 'string'),
  }),
  fault('pagination.offset-integer!by-itself', {
    on,
    deep: true,
    story: 'The page is validated where it has a limit, and an offset by itself is the start if it is none.',
    with: dropUnread('offset', ({ limit }) => limit === undefined),
  }),
];

function decoded(cursor: string): string {
  return Buffer.from(cursor, 'base64').toString();
}

/** Takes a number that can't be read for none, in some requests. */
function dropUnread(name: 'limit' | 'offset', when: (given: Json) => boolean): Break {
  return async (request, service) => {
    const given = await givenIn(request);
    const isUnread = given[name] !== undefined && Number.isNaN(Number(given[name]));
    return service(isUnread && when(given) ? await asking(request, { [name]: undefined }) : request);
  };
}
