/** What an operation answers: a JSON body, or none with 204. */
export type Reply =
  | { readonly status: 200 | 201; readonly body: Readonly<Record<string, unknown>> }
  | { readonly status: 204 };

/** 200 with a body. */
export function ok(body: Readonly<Record<string, unknown>>): Reply {
  return { status: 200, body };
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
  return jsonResponse(reply.status, reply.body, 'application/json', headers);
}

/** A response with a JSON body of that media type. */
export function jsonResponse(
  status: number,
  body: unknown,
  type: string,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...headers, 'content-type': type } });
}
