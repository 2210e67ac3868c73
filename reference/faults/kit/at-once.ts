import { refusal, remembering } from './breaks.ts';
import type { Break } from './fault.ts';

/** Keeps the request in a shared variable, so that of overlapping requests each carries out the one that came last. */
export const lastRequest: Break = remembering(() => {
  let last: Request | undefined;
  return async (request, service) => {
    last = request;
    await Promise.resolve();
    return service((last ?? request).clone());
  };
});

/** Gives the same answer to requests that overlap, if more than `crowd` of them are under way. */
export function sharedWhere(crowd: number): Break {
  return remembering(() => {
    let underWay = 0;
    let shared: Promise<Response> | undefined;
    return async (request, service) => {
      underWay += 1;
      const own = underWay > crowd && shared ? shared : service(request);
      shared = own;
      const response = (await own).clone();
      underWay -= 1;
      if (underWay === 0) shared = undefined;
      return response;
    };
  });
}

/** Refuses a request with 409 while another is under way. */
export const locked: Break = remembering(() => {
  let underWay = 0;
  return async (request, service) => {
    underWay += 1;
    await Promise.resolve();
    const response = underWay > 1 ? refusal(409, 'It is being created.') : await service(request);
    underWay -= 1;
    return response;
  };
});
