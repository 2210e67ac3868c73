import { type Break, type Json, query, requestBody } from './fault.ts';

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
    const asked = new URLSearchParams();
    for (const [name, filter] of Object.entries({ startDate, endDate })) {
      for (const [operator, value] of Object.entries(filter ?? {})) asked.set(`${name}[${operator}]`, value);
    }
    change(asked);
    const changed = dates.map((name) => [name, operatorsIn(asked, name)] as const);
    const left = changed.filter(([, filter]) => Object.keys(filter).length > 0);
    return { ...body, search: { ...others, ...Object.fromEntries(left) } };
  });
  return (request, service) => (request.method === 'GET' ? query(change) : inBody)(request, service);
}

function operatorsIn(asked: URLSearchParams, date: string): Json {
  const own = [...asked].filter(([name]) => name.startsWith(`${date}[`));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(date.length + 1, -1), value]));
}
