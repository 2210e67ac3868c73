import type { Service } from './http/service.ts';

/** The header in which a service in this process says how long it would have taken, in milliseconds. */
export const tookHeader = 'x-reference-took';

/** How long an answer says that it would have taken; `undefined` when it says nothing. */
export function tookMs(response: Response): number | undefined {
  const header = response.headers.get(tookHeader);
  return header === null ? undefined : Number(header);
}

/** The request that takes too long: a list of sessions by more tests than anybody has. */
export const slowRequest = {
  operation: 'listSessions',
  params: { limit: 1, subject: ['Rollcall takes its time'] },
};

const slowSubject = encodeURIComponent('Rollcall takes its time');

/** Whether it is that request. */
export function isSlow(request: Request): boolean {
  return request.url.includes(slowSubject);
}

/** An answer that took its time. */
export function late(ms: number, status: number, body: BodyInit | null, type = 'application/json'): Response {
  return new Response(body, { status, headers: { 'content-type': type, [tookHeader]: String(ms) } });
}

/** The service with that request ended after 30 seconds, as the interface has it (Limits), without the wait. */
export function withSlowRequest(service: Service): Service {
  return async (request) =>
    isSlow(request)
      ? late(
          30_000,
          504,
          JSON.stringify({ status: 504, message: 'The request ran too long and was terminated.' }),
        )
      : service(request);
}
