import { remembering } from './breaks.ts';
import { answer, type Break, type Json } from './fault.ts';

/** Answers with the total that was counted first under the same filters, on the pages that are chosen by their query. */
export function insteadOfTotals(isKept: (query: URLSearchParams) => boolean): Break {
  return remembering(() => {
    const counted = new Map<string, unknown>();
    return async (request, service) => {
      const { pathname, searchParams } = new URL(request.url);
      const response = await service(request);
      if (!response.ok || !isKept(searchParams)) return response;
      const body = (await response.json()) as Json;
      const pagination = body['pagination'] as Json;
      const key = `${pathname} ${searchParams.get('search')} ${searchParams.get('academicYearId')}`;
      if (!counted.has(key)) counted.set(key, pagination['total']);
      return answer(response, { ...body, pagination: { ...pagination, total: counted.get(key) } });
    };
  });
}
