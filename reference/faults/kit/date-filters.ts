import { type Break, type Json, objectIn, query, requestBody } from './fault.ts';

const dates = ['startDate', 'endDate'] as const;

/**
 * Changes the date filters before the service sees them, wherever they travel: those in the body of a search are
 * shown as they would stand in a query.
 */
export function dateFilters(change: (asked: URLSearchParams) => void): Break {
  const inBody = requestBody((body) => {
    const search = body['search'];
    if (typeof search !== 'object' || search === null) return body;
    const { startDate, endDate, ...others } = search as Json;
    const asked = shown({ startDate, endDate });
    change(asked);
    const changed = dates.map((name) => [name, operatorsIn(asked, name)] as const);
    const left = changed.filter(([, filter]) => Object.keys(filter).length > 0);
    return { ...body, search: { ...others, ...Object.fromEntries(left) } };
  });
  return (request, service) => (request.method === 'GET' ? query(change) : inBody)(request, service);
}

/** The date filters of a request as they stand in a query, wherever they travel; the request stays readable. */
export async function datesIn(request: Request): Promise<URLSearchParams> {
  if (request.method === 'GET') return new URL(request.url).searchParams;
  const { startDate, endDate } = ((await objectIn(request))?.['search'] ?? {}) as Json;
  return shown({ startDate, endDate });
}

function shown(filters: Json): URLSearchParams {
  const asked = new URLSearchParams();
  for (const [name, filter] of Object.entries(filters)) {
    for (const [operator, value] of Object.entries(filter ?? {})) asked.set(`${name}[${operator}]`, value);
  }
  return asked;
}

function operatorsIn(asked: URLSearchParams, date: string): Json {
  const own = [...asked].filter(([name]) => name.startsWith(`${date}[`));
  // A timestamp is a number in a body.
  const asJson = (text: string) => (/^-?\d+$/.test(text) ? Number(text) : text);
  return Object.fromEntries(own.map(([name, value]) => [name.slice(date.length + 1, -1), asJson(value)]));
}
