import { edit } from '../answers.ts';
import { type Ask, at, type Fields, fields, list, textAt } from '../kit.ts';

/** The operations that list or search users. */
export const userRoutes = ['GET /users', 'POST /users/search'] as const;

/** The JSON object of an answer, which can still be read afterwards. */
export async function peek(response: Response): Promise<Fields> {
  return response.ok ? fields(await response.clone().json()) : {};
}

/** A query without the parameters that choose the page and its order. */
export function filtersOf(query: URLSearchParams): URLSearchParams {
  const filters = new URLSearchParams(query);
  for (const name of [...query.keys()]) {
    if (['limit', 'offset', 'cursor'].includes(name) || name.startsWith('sort')) filters.delete(name);
  }
  return filters;
}

/** A walk through pages: what it asked for at first, and where a page begins. */
export interface Step<Asked> {
  readonly asked: Asked;
  readonly start: number;
  /** Whether it was handed out as a previous cursor. */
  readonly back: boolean;
}

/** Remembers what cursors were handed out for. */
export class Steps<Asked> {
  readonly #known = new Map<string, Step<Asked>>();

  get(cursor: string): Step<Asked> | undefined {
    return this.#known.get(cursor);
  }

  /** Notes the cursors of a page that began at `start`. */
  note(body: Fields, asked: Asked, start: number): void {
    const limit = Number(at(body, 'pagination', 'limit') ?? 100);
    const end = start + list(body['data']).length;
    const next = textAt(body, 'pagination', 'nextCursor');
    const previous = textAt(body, 'pagination', 'previousCursor');
    if (next !== '') this.#known.set(next, { asked, start: end, back: false });
    if (previous !== '') this.#known.set(previous, { asked, start: Math.max(0, start - limit), back: true });
  }
}

/** The cursor of a query, '' for none. */
export function cursorOf({ query }: Pick<Ask, 'query'>): string {
  return query.get('cursor') ?? '';
}

/** A walk's first query at another offset, with the limit of the request that goes on with it. */
export function resumedAt(first: URLSearchParams, { query }: Pick<Ask, 'query'>, start: number) {
  const resumed = new URLSearchParams(first);
  resumed.delete('limit');
  const limit = query.get('limit');
  if (limit !== null) resumed.set('limit', limit);
  resumed.set('offset', String(start));
  return resumed;
}

/** A page that was found by offset, as one that was found by cursor. */
export function asOfCursor(response: Response): Promise<Response> {
  return edit(response, (body) => ({ ...body, pagination: { ...fields(body['pagination']), offset: 0 } }));
}

/** The properties of a date filter in a query, in their order: `[gte, value]`. */
export function datesOf(query: URLSearchParams, name: string): [string, string][] {
  return [...query]
    .filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'))
    .map(([key, value]) => [key.slice(name.length + 1, -1), value]);
}

/** Whether a date filter has at most one lower and one upper bound, and nothing else. */
export function isRange(bounds: readonly (readonly [string, string])[]): boolean {
  const lower = bounds.filter(([operator]) => operator === 'gt' || operator === 'gte');
  const upper = bounds.filter(([operator]) => operator === 'lt' || operator === 'lte');
  return lower.length === 1 && upper.length === 1 && bounds.length === 2;
}
