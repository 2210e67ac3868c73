import { type Break, type Json, objectIn, query, requestBody } from './fault.ts';

/** The two dates that sessions are filtered by. */
export const dates = ['startDate', 'endDate'] as const;

/** One of the two dates that sessions are filtered by. */
export type DateName = (typeof dates)[number];

/**
 * Changes the date filters before the service sees them, wherever they travel: those in the body of a search are
 * shown as they would stand in a query.
 */
export function dateFilters(change: (asked: URLSearchParams) => void): Break {
  const inBody = requestBody((body) => {
    const search = body['search'];
    if (typeof search !== 'object' || search === null) return body;
    const { startDate, endDate, ...others } = search as Json;
    const asked = asQuery({ startDate, endDate });
    change(asked);
    const changed = dates.map((name) => [name, asObject(asked, name)] as const);
    const left = changed.filter(([, filter]) => Object.keys(filter).length > 0);
    return { ...body, search: { ...others, ...Object.fromEntries(left) } };
  });
  return (request, service) => (request.method === 'GET' ? query(change) : inBody)(request, service);
}

/** The date filters of a request as they stand in a query, wherever they travel; the request stays readable. */
export async function datesIn(request: Request): Promise<URLSearchParams> {
  if (request.method === 'GET') return new URL(request.url).searchParams;
  const { startDate, endDate } = ((await objectIn(request))?.['search'] ?? {}) as Json;
  return asQuery({ startDate, endDate });
}

/** The parameters of a query that filter by a date, one for each operator. */
export function parametersOf(asked: URLSearchParams, date: DateName): string[] {
  return [...asked.keys()].filter((name) => name.startsWith(`${date}[`));
}

/** The date filters in a query: each parameter with its value. */
export function dateParameters(asked: URLSearchParams): [name: string, value: string][] {
  const names = dates.flatMap((date) => parametersOf(asked, date));
  return names.map((name) => [name, asked.get(name) ?? '']);
}

/** Takes the filter by a date out of a query. */
export function dropDate(asked: URLSearchParams, date: DateName): void {
  for (const name of parametersOf(asked, date)) asked.delete(name);
}

function asQuery(filters: Json): URLSearchParams {
  const asked = new URLSearchParams();
  for (const [name, filter] of Object.entries(filters)) {
    for (const [operator, value] of Object.entries(filter ?? {})) asked.set(`${name}[${operator}]`, value);
  }
  return asked;
}

function asObject(asked: URLSearchParams, date: DateName): Json {
  // A timestamp is a number in a body.
  const asJson = (text: string | null) => (/^-?\d+$/.test(text ?? '') ? Number(text) : text);
  const operators = parametersOf(asked, date).map((name) => [
    name.slice(date.length + 1, -1),
    asJson(asked.get(name)),
  ]);
  return Object.fromEntries(operators);
}
