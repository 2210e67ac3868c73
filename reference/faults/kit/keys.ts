import { type Fault, faultOfService } from './fault.ts';
import { type OperationId, operationOf } from './routes.ts';

/** Which keys get in; `null` for no header at all. */
export type LetsIn = (key: string | null, valid: string) => boolean;

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
      if (valid !== undefined && op && on.includes(op) && when(key, valid)) {
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
