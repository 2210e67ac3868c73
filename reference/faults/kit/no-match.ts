import { answer, type Break } from './fault.ts';
import type { PageBody } from './pages.ts';

/** Answers otherwise where a request with a certain filter finds nothing. */
export function whereNothing(
  isFiltered: (request: Request) => boolean | Promise<boolean>,
  otherwise: Break,
): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    if (!response.ok || !(await isFiltered(request)) || (await totalOf(response)) > 0) return response;
    return otherwise(request, service);
  };
}

/** The total of a page; the answer stays readable. */
export async function totalOf(response: Response): Promise<number> {
  return ((await response.clone().json()) as PageBody).pagination.total;
}

/** Answers without a body. */
export const noContent: Break = async (request, service) =>
  answer(await service(request), undefined, { status: 204 });
