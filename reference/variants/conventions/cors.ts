import type { Service } from '../../faults/kit/fault.ts';
import { type Variant, variant } from '../kit/variant.ts';

/** What another team may do about browsers: preflight requests belong to no operation, and are answered here. */
export const cors: readonly Variant[] = [
  {
    ...variant('conventions.cors-origin-value!repeated', {
      fills: ['conventions.cors-origin-value'],
      story: 'The origin that asked is repeated in the answer.',
    }),
    wrap: headed((headers, request) => {
      const origin = request.headers.get('origin');
      if (origin === null) headers.delete('access-control-allow-origin');
      else headers.set('access-control-allow-origin', origin);
      headers.set('vary', 'origin');
    }),
  },
  {
    ...variant('conventions.cors-wildcard-headers!stars', {
      fills: ['conventions.cors-wildcard-headers'],
      story: 'A preflight answer allows everything with stars.',
    }),
    wrap: headed((headers, request) => {
      if (request.method !== 'OPTIONS') return;
      headers.set('access-control-allow-methods', '*');
      headers.set('access-control-allow-headers', '*');
    }),
  },
  {
    ...variant('conventions.cors-preflight-status!ok', {
      fills: ['conventions.cors-preflight-status', 'conventions.cors-head-options'],
      story: 'A preflight request gets 200 with a word, and other OPTIONS requests get 404.',
    }),
    wrap: (service) => async (request) => {
      const response = await service(request);
      if (request.method !== 'OPTIONS') return response;
      if (!request.headers.has('access-control-request-method')) return new Response(null, { status: 404 });
      const headers = new Headers(response.headers);
      headers.set('content-type', 'text/plain');
      return new Response('OK', { status: 200, headers });
    },
  },
];

function headed(change: (headers: Headers, request: Request) => void): (service: Service) => Service {
  return (service) => async (request) => {
    const response = await service(request);
    const headers = new Headers(response.headers);
    change(headers, request);
    return new Response(response.status === 204 ? null : response.body, { status: response.status, headers });
  };
}
