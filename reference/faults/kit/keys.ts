import { type Fault, faultOfService, type Service } from './fault.ts';
import { type OperationId, operationOf } from './routes.ts';

/** Which keys get in; `null` for no header at all. */
export type LetsIn = (key: string | null, valid: string, request: Request) => boolean;

export const isMissing: LetsIn = (key) => key === null;
export const isEmpty: LetsIn = (key) => key === '';
/** Some key that is not the valid one. */
export const isWrong: LetsIn = (key, valid) => key !== null && key !== '' && key !== valid;

/** Lets requests through whose key does not open the service: with the key that the service was seen to accept. */
export function letIn(
  id: string,
  draft: {
    on: readonly OperationId[];
    story: string;
    deep?: true;
    when: LetsIn;
  },
): Fault {
  const { on, when } = draft;
  return faultOfService(id, draft, (service) => {
    let valid: string | undefined;
    return async (request) => {
      const key = request.headers.get('x-api-key');
      const op = operationOf(request);
      if (valid !== undefined && op && on.includes(op) && when(key, valid, request)) {
        return service(withKey(request, valid));
      }
      const response = await service(request);
      if (response.ok && key !== null) valid ??= key;
      return response;
    };
  });
}

/** The request with another key, or with none. */
export function withKey(request: Request, key: string | null): Request {
  const headers = new Headers(request.headers);
  headers.delete('x-api-key');
  if (key !== null) headers.set('x-api-key', key);
  return new Request(request, { headers });
}

/** What a fault of keys is besides. */
interface KeyFault {
  readonly on: readonly OperationId[];
  readonly story: string;
  readonly deep?: true;
}

/** Refuses some keys as the service does, and does all the same what was asked. */
export function secretly(id: string, { when, ...draft }: KeyFault & { readonly when: LetsIn }): Fault {
  return ofKeys(id, draft, async (request, service, valid) => {
    const response = await service(request.clone());
    if (valid !== undefined && when(request.headers.get('x-api-key'), valid, request) && !response.ok)
      await service(withKey(request, valid));
    return response;
  });
}

/** Takes a key from another place where its header is missing. */
export function alsoFrom(
  id: string,
  { find, ...draft }: KeyFault & { readonly find: (request: Request) => string | null | undefined },
): Fault {
  return ofKeys(id, draft, (request, service) => {
    const key = request.headers.has('x-api-key') ? undefined : find(request);
    return service(key ? withKey(request, key) : request);
  });
}

/** Lets a key that opens less pass where the query of a request matches; with the key that the service was seen to accept. */
export function letInWhere(
  id: string,
  { matches, ...draft }: KeyFault & { readonly matches: (query: URLSearchParams) => boolean },
): Fault {
  return faultOfService(id, draft, (service) => {
    let valid: string | undefined;
    return async (request) => {
      const op = operationOf(request);
      const response = await service(request.clone());
      if (op === undefined || !draft.on.includes(op)) return response;
      if (response.ok) valid ??= request.headers.get('x-api-key') ?? undefined;
      const isMatch = response.status === 403 && matches(new URL(request.url).searchParams);
      return isMatch && valid !== undefined ? service(withKey(request, valid)) : response;
    };
  });
}

/** Keeps the key in a shared variable, so that a request is judged by the key of the one that came last. */
export function mixedUp(id: string, draft: KeyFault): Fault {
  return faultOfService(id, draft, (service) => {
    let current: string | null = null;
    let underWay = 0;
    return async (request) => {
      const op = operationOf(request);
      if (op === undefined || !draft.on.includes(op)) return service(request);
      underWay += 1;
      const own = request.headers.get('x-api-key');
      if (own !== null || underWay === 1) current = own;
      await Promise.resolve();
      const response = await service(withKey(request, current));
      underWay -= 1;
      return response;
    };
  });
}

/** Takes a request without a key for one of whoever sent such a request, with such an answer, just before. */
export function lastCaller(
  id: string,
  { after, ...draft }: KeyFault & { readonly after: (response: Response) => boolean },
): Fault {
  return faultOfService(id, draft, (service) => {
    let last: string | null = null;
    return async (request) => {
      const key = request.headers.get('x-api-key');
      const op = operationOf(request);
      const response = await service(key === null ? withKey(request, last) : request);
      last = op !== undefined && draft.on.includes(op) && after(response) ? key : null;
      return response;
    };
  });
}

/** Refuses a key where another one that it is like was refused just before. */
export function refusedLike(
  id: string,
  { isLike, ...draft }: KeyFault & { readonly isLike: (key: string, refused: string) => boolean },
): Fault {
  return faultOfService(id, draft, (service) => {
    let refused: string | null = null;
    return async (request) => {
      const key = request.headers.get('x-api-key');
      const before = refused;
      refused = null;
      if (key !== null && before !== null && isLike(key, before)) return service(withKey(request, before));
      const response = await service(request);
      if (response.status === 401) refused = key;
      return response;
    };
  });
}

/** Judges a write by the key of whatever request came last while its body was read. */
export function overtaken(id: string, draft: KeyFault): Fault {
  return faultOfService(id, draft, (service) => {
    let current: string | null = null;
    return async (request) => {
      const op = operationOf(request);
      current = request.headers.get('x-api-key') ?? current;
      if (op === undefined || !draft.on.includes(op)) return service(request);
      const own = request.headers.get('x-api-key');
      await request.clone().text();
      await new Promise(setImmediate);
      return service(withKey(request, own === null ? own : current));
    };
  });
}

function ofKeys(
  id: string,
  draft: KeyFault,
  answer: (request: Request, service: Service, valid: string | undefined) => Promise<Response>,
): Fault {
  return faultOfService(id, draft, (service) => {
    let valid: string | undefined;
    return async (request) => {
      const op = operationOf(request);
      if (op !== undefined && draft.on.includes(op)) return answer(request, service, valid);
      const response = await service(request);
      if (response.ok && !/academic-years/.test(request.url))
        valid ??= request.headers.get('x-api-key') ?? undefined;
      return response;
    };
  });
}
