import { refusal, remembering } from './breaks.ts';
import type { Break } from './fault.ts';

/** Carries out whatever request came last, when the turn of a request comes: what it asks for stands in a shared place. */
export const lastRequest: Break = remembering(() => {
  let last: Request | undefined;
  return async (request, service) => {
    last = request;
    await Promise.resolve();
    return service((last ?? request).clone());
  };
});

/** Gives one answer to requests that are under way at once, where more than a number of them are. */
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
