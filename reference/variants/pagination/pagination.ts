import type { Break } from '../../faults/kit/fault.ts';
import { pager } from '../../faults/kit/pager.ts';
import { type Asked, askedOf, asking, givenIn, type Pagination, page } from '../../faults/kit/pages.ts';
import { paginated } from '../../faults/kit/routes.ts';
import { refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

const on = paginated;

/** What another team may do where the chapter on pagination leaves the choice. */
export const pagination: readonly Variant[] = [
  variant('pagination.limit-zero!empty-page', {
    fills: ['pagination.limit-zero'],
    story: 'A limit of 0 asks for the total alone.',
    on,
    with: async (request, service) => {
      const { limit } = await askedOf(request);
      if (limit !== 0) return service(request);
      return page((body) => {
        body.data = [];
        body.pagination.limit = 0;
      })(await asking(request, { limit: 1 }), service);
    },
  }),
  variant('pagination.limit-zero!default', {
    fills: ['pagination.limit-zero'],
    story: 'A limit of 0 counts as none, and the answer says which one was used.',
    on,
    with: otherwise(({ limit }) => (limit === 0 ? { limit: undefined } : undefined)),
  }),
  variant('pagination.limit-negative!default', {
    fills: ['pagination.limit-negative'],
    story: 'A negative limit counts as none.',
    on,
    with: otherwise(({ limit = 1 }) => (limit < 0 ? { limit: undefined } : undefined)),
  }),
  variant('pagination.limit-above-maximum!lowered', {
    fills: ['pagination.limit-above-maximum'],
    story: 'A limit above 150 is lowered to 150, and the response says so.',
    shapes: { limitMaximum: 150, aboveMaximum: 'clamp' },
    overlay: [{ target: '$.components.schemas.Limit', update: { maximum: 150 } }],
    readings: { 'limits.maximum-limit': 150 },
  }),
  variant('pagination.offset-negative!start', {
    fills: ['pagination.offset-negative'],
    story: 'A negative offset counts as 0.',
    on,
    with: otherwise(({ offset = 0 }) => (offset < 0 ? { offset: 0 } : undefined)),
  }),
  variant('pagination.integer-range!largest', {
    fills: ['pagination.integer-range'],
    story: 'Offsets beyond 32 bits count as the largest.',
    on,
    with: otherwise(({ offset = 0 }) => (offset > 2_147_483_647 ? { offset: 2_147_483_647 } : undefined)),
  }),
  variant('pagination.integer-in-body!text', {
    fills: ['pagination.integer-in-body'],
    story: 'In a search body, text that spells an integer is one.',
    on: ['searchUsers', 'searchSessions'],
    with: async (request, service) => {
      const given = await givenIn(request);
      const spelled = ['limit', 'offset'].filter((name) => isSpelled(given[name]));
      const numbers = Object.fromEntries(spelled.map((name) => [name, Number(given[name])]));
      return service(spelled.length > 0 ? await asking(request, numbers) : request);
    },
  }),
  variant('pagination.integer-lenient!reads-what-it-can', {
    fills: ['pagination.integer-lenient'],
    story: 'A number is what the language makes of it: `true` is 1, `3x` and `[3]` are 3, and 1.5 is 1.',
    on: [...on, 'searchSessions'],
    with: async (request, service) => {
      const given = await givenIn(request);
      const read = (value: unknown) => (typeof value === 'boolean' ? Number(value) : leading(value));
      const numbers = ['limit', 'offset'].map((name) => [name, read(given[name])] as const);
      const known = numbers.filter(([name, number]) => !Number.isNaN(number) && number !== given[name]);
      return service(known.length > 0 ? await asking(request, Object.fromEntries(known)) : request);
    },
  }),
  variant('pagination.offset-zero-with-cursor!no-offset', {
    fills: ['pagination.offset-zero-with-cursor'],
    story: 'An offset of 0 is the default, and stands beside a cursor as if it were not there.',
    readings: { 'pagination.offset-zero-with-cursor': 'no offset' },
    on,
    with: otherwise(({ offset, cursor }) =>
      offset === 0 && cursor !== undefined ? { offset: undefined } : undefined,
    ),
  }),
  variant('pagination.offset-past-end!refused', {
    fills: ['pagination.offset-past-end'],
    story: 'An offset at or past the end is refused.',
    on,
    with: async (request, service) => {
      const response = await service(request);
      if (response.status !== 200) return response;
      const { pagination: shown } = (await response.clone().json()) as { pagination: Pagination };
      const isPast = shown.offset > 0 && shown.offset >= shown.total;
      return isPast ? refuse(400, 'There is nothing at this offset.') : response;
    },
  }),
  variant('pagination.cursors-past-end!none', {
    fills: ['pagination.cursors-past-end'],
    story: 'A page past the end leads nowhere.',
    on,
    with: page(({ data, pagination: shown }) => {
      if (data.length === 0) shown.previousCursor = null;
    }),
  }),
  variant('pagination.cursor-empty!no-cursor', {
    fills: ['pagination.cursor-empty'],
    story: 'An empty cursor is no cursor.',
    on,
    with: otherwise(({ cursor }) => (cursor === '' ? { cursor: undefined } : undefined)),
  }),
  variant('pagination.cursor-unknown!first-page', {
    fills: ['pagination.cursor-unknown'],
    story: 'A cursor that can be decoded and is not known leads to the first page.',
    on,
    with: async (request, service) => {
      const { cursor, offset } = await askedOf(request);
      const response = await service(request.clone());
      const isDecoded = typeof cursor === 'string' && /^[\w+/=-]*$/.test(cursor);
      const isUnknown = response.status === 400 && isDecoded && offset === undefined;
      return isUnknown ? service(await asking(request, { cursor: undefined })) : response;
    },
  }),
  variant('pagination.cursor-alphabet!url-safe', {
    fills: ['pagination.cursor-alphabet'],
    story: 'Cursors are in the alphabet for addresses, without padding.',
    on,
    with: pager({ encode: (text) => Buffer.from(`${text}~~?`).toString('base64url') }),
  }),
  variant('pagination.cursor-with-limit!carried', {
    fills: ['pagination.cursor-with-limit'],
    story: 'A cursor carries the limit of its page, for requests that leave it out.',
    on,
    with: carryLimit(),
  }),
  variant('pagination.cursor-with-filters!of-the-request', {
    fills: ['pagination.cursor-with-filters'],
    story: 'A cursor holds a position, and the filters are those of the request.',
    on,
    with: pager(),
  }),
];

/** The integer that a text begins with, and a list of one such text. */
function leading(value: unknown): number {
  return Number.parseInt(String(value === 'true' ? 1 : value), 10);
}

function isSpelled(value: unknown): boolean {
  return typeof value === 'string' && /^\d+$/.test(value);
}

/** Asks for another page where the request asks for something that is left open. */
function otherwise(change: (asked: Asked) => Readonly<Record<string, unknown>> | undefined): Break {
  return async (request, service) => {
    const other = change(await askedOf(request));
    return service(other === undefined ? request : await asking(request, other));
  };
}

/** Remembers the limit of the page that a cursor was given on. */
function carryLimit(): Break {
  const limitBy = new Map<string, number>();
  return async (request, service) => {
    const { cursor, limit } = await askedOf(request);
    const carried = cursor === undefined || limit !== undefined ? undefined : limitBy.get(cursor);
    return page(({ pagination: { nextCursor, previousCursor, limit: used } }) => {
      for (const given of [nextCursor, previousCursor]) if (given !== null) limitBy.set(given, used);
    })(carried === undefined ? request : await asking(request, { limit: carried }), service);
  };
}
