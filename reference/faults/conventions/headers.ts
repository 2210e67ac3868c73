import type { Break } from '../kit/fault.ts';

/** Sets a header of some answers to another value, or takes it away. */
export function header(
  name: string,
  value: string | undefined,
  when: (response: Response) => boolean,
): Break {
  return async (request, service) => {
    const response = await service(request);
    if (!when(response) || response.status === 204) return response;
    const headers = new Headers(response.headers);
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  };
}
