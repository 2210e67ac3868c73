import type { Pagination } from '../rules/paging.ts';

/** What an operation answers: a JSON body, the texts of a page of items, or nothing with 204. */
export type Reply =
  | { readonly status: 200; readonly items: readonly string[]; readonly pagination: Pagination }
  | { readonly status: 200 | 201; readonly body: Readonly<Record<string, unknown>> }
  | { readonly status: 204 };

/** 200 with a body. */
export function ok(body: Readonly<Record<string, unknown>>): Reply {
  return { status: 200, body };
}

/** 200 with a page of items, each as JSON text: `{ data, pagination }`. */
export function okPage(items: readonly string[], pagination: Pagination): Reply {
  return { status: 200, items, pagination };
}

/** 201 with the created resource in its wrapper. */
export function created(body: Readonly<Record<string, unknown>>): Reply {
  return { status: 201, body };
}

/** 204 without a body. */
export const noContent: Reply = { status: 204 };

/** The response of a reply, with the headers that every response has. */
export function replyResponse(reply: Reply, headers: Readonly<Record<string, string>>): Response {
  if (reply.status === 204) return new Response(null, { status: 204, headers });
  return textResponse(reply.status, textOfReply(reply), 'application/json', headers);
}

function textOfReply(reply: Exclude<Reply, { status: 204 }>): string {
  if ('body' in reply) return JSON.stringify(reply.body);
  return `{"data":[${reply.items.join(',')}],"pagination":${JSON.stringify(reply.pagination)}}`;
}

/** A response with a JSON body of that media type. */
export function jsonResponse(
  status: number,
  body: unknown,
  type: string,
  headers: Readonly<Record<string, string>>,
): Response {
  return textResponse(status, JSON.stringify(body), type, headers);
}

function textResponse(
  status: number,
  text: string,
  type: string,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(text, { status, headers: { ...headers, 'content-type': type } });
}
