import { answerBody, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import type { PageBody } from '../kit/pages.ts';
import type { OperationId } from '../kit/routes.ts';

/** Breaks the check of an operation that is offered: there is no such route. */
export function gone(id: string, on: readonly OperationId[]): Fault {
  return fault(id, { on, story: 'The route was never deployed.', with: async () => refusal(404) });
}

/** A refusal in the basic format. */
export function refusal(status: number): Response {
  return new Response(JSON.stringify({ status, message: 'The request was refused.' }), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

/** Keeps some sessions of a page, and says the smaller total. */
export function keepWhen(when: (asked: URLSearchParams) => boolean, keep: (session: Json) => boolean): Break {
  return answerBody((body, request) => {
    const { data, pagination } = body as unknown as PageBody;
    if (!when(new URL(request.url).searchParams)) return body;
    const kept = data.filter(keep);
    return { data: kept, pagination: { ...pagination, total: pagination.total - data.length + kept.length } };
  });
}
