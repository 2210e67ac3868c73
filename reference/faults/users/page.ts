import { answer, type Json, type Service } from '../kit/fault.ts';
import { bodyOf } from './asked.ts';

/** A page of users as it was answered, free to be changed. */
export interface Page extends Json {
  data: Json[];
  pagination: Json & { total: number; nextCursor: string | null; previousCursor: string | null };
}

/** Answers a request and changes the page, if it is one. */
export async function onPage(
  request: Request,
  service: Service,
  change: (page: Page) => void | Promise<void>,
): Promise<Response> {
  const response = await service(request.clone());
  if (response.status !== 200) return response;
  const page = (await response.json()) as Page;
  await change(page);
  return answer(response, page);
}

/** Keeps some of the users of a page, and counts the others out. */
export function keep(page: Page, keeps: (user: Json) => boolean): void {
  const kept = page.data.filter(keeps);
  page.pagination.total -= page.data.length - kept.length;
  page.data = kept;
}

/** The same request with other values in its query, or at the top of its body; `undefined` removes one. */
export async function asking(request: Request, values: Readonly<Record<string, unknown>>): Promise<Request> {
  if (request.method === 'GET') {
    const url = new URL(request.url);
    for (const [name, value] of Object.entries(values)) {
      for (const key of [...url.searchParams.keys()]) {
        if (key === name || key.startsWith(`${name}[`)) url.searchParams.delete(key);
      }
      for (const [key, text] of pairs(name, value)) url.searchParams.set(key, text);
    }
    return new Request(url, request);
  }
  const body = await bodyOf(request);
  return new Request(request.clone(), { body: JSON.stringify({ ...body, ...values }) });
}

/** One value of a request: of its query, or of the top of its body. */
export async function asked(request: Request, name: string): Promise<unknown> {
  if (request.method !== 'GET') return (await bodyOf(request))[name] ?? undefined;
  const { searchParams } = new URL(request.url);
  if (name !== 'sort') return searchParams.get(name) ?? undefined;
  const field = searchParams.get('sort[field]');
  return field === null ? undefined : { field, direction: searchParams.get('sort[direction]') };
}

function pairs(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).map(([key, part]) => [`${name}[${key}]`, String(part)] as const);
}
