import { both, paginationOf } from '../client.ts';
import { requery, type Service } from '../kit.ts';

/** The list of sessions. */
export const path = '/smart-ia/sessions';

/** The route of the list of sessions. */
export const route = `GET ${path}`;

/** A service whose date parameters are read wrongly. */
export function misreading(change: (query: URLSearchParams) => void): (service: Service) => Service {
  return requery(route, change);
}

/** Changes the values of some parameters. */
export function revalue(query: URLSearchParams, names: readonly string[], change: (value: string) => string) {
  for (const name of names) {
    const value = query.get(name);
    if (value !== null) query.set(name, change(value));
  }
}

/** The operators of a date filter. */
export const operators = ['gt', 'gte', 'lt', 'lte'];

/** The parameters that filter by the end of a session. */
export const ends = operators.map((operator) => `endDate[${operator}]`);

/** A Unix timestamp. */
export const unix = /^-?\d{1,12}$/;

/** How many sessions a query finds. */
export function totalOf(query: Record<string, string | number>) {
  return both(async (client) => paginationOf(await client.get(path, { ...query, limit: 1 }))['total']);
}
