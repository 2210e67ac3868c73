import type { Break } from './fault.ts';

/** Whether a fault shows on a request, which stays readable. */
type When = (request: Request) => boolean | Promise<boolean>;

/** Does nothing and says 304 to some requests: code that takes no changed row for nothing new. */
export function notModified(when: When): Break {
  return bare(304, when);
}

/** Sends some requests elsewhere by a redirect whose address was lost on the way, so that nobody can follow it. */
export function lostRedirect(when: When): Break {
  return bare(302, when);
}

function bare(status: number, when: When): Break {
  return async (request, service) =>
    (await when(request.clone())) ? new Response(null, { status }) : service(request);
}
