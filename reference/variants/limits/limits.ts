import { remembering } from '../../faults/kit/breaks.ts';
import { isSlow, late, tookHeader } from '../../service/slow.ts';
import { refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

/** What another team may do about bounds that are not shown. */
export const limits: readonly Variant[] = [
  ...(
    [
      ['limits.maximum-limit!100', 100],
      ['limits.maximum-limit!500', 500],
    ] as const
  ).map(([id, limit]) =>
    variant(id, {
      fills: ['limits.maximum-limit'],
      story: `A page has at most ${limit} items, and a larger limit is lowered.`,
      shapes: { limitMaximum: limit, aboveMaximum: 'clamp' },
      overlay: [{ target: '$.components.schemas.Limit', update: { maximum: limit } }],
      readings: { 'limits.maximum-limit': limit },
    }),
  ),
  variant('limits.maximum-limit!by-list', {
    fills: ['limits.maximum-limit'],
    story:
      'Each team has its own largest page: that of the classes refuses more than 200 items, the others take more.',
    on: ['listClasses'],
    overlay: [{ target: '$.components.schemas.Limit', update: { maximum: 200 } }],
    readings: { 'limits.maximum-limit': 200 },
    with: async (request, service) => {
      const limit = Number(new URL(request.url).searchParams.get('limit'));
      return limit > 200 ? refuse(400, 'A page has 200 classes at most.') : service(request);
    },
  }),
  variant('limits.gateway-time-out-body!page', {
    fills: ['limits.gateway-time-out-body', 'limits.time-out-slack'],
    story:
      'What stands before the service ends a request after 30 seconds, with a page of its own, and takes 3 to say so.',
    on: ['listSessions'],
    with: async (request, service) =>
      isSlow(request) ? late(33_000, 504, '<html>Gateway Time-out</html>', 'text/html') : service(request),
  }),
  variant('limits.time-out-slack!in-time', {
    fills: ['limits.time-out-slack'],
    story: 'The request that took too long once is answered in 29 seconds.',
    on: ['listSessions'],
    with: async (request, service) => {
      if (!isSlow(request)) return service(request);
      const url = new URL(request.url);
      url.searchParams.delete('subject');
      const answered = await service(new Request(url, request));
      return late(29_000, answered.status, await answered.text());
    },
  }),
  variant('limits.time-out-slack!slow-refusals', {
    fills: ['limits.time-out-slack'],
    story: 'What is wrong with a request is found last, after 33 seconds.',
    with: async (request, service) => {
      const response = await service(request);
      if (response.status !== 400) return response;
      const headers = { ...Object.fromEntries(response.headers), [tookHeader]: String(33_000) };
      return new Response(await response.text(), { status: 400, headers });
    },
  }),
  variant('limits.rate-thresholds!now-and-then', {
    fills: ['limits.rate-thresholds', 'limits.rate-windows'],
    story: 'Requests are counted in short windows, so that one of forty is too many, and the next is not.',
    with: remembering(() => {
      let requests = 0;
      return async (request, service) => {
        requests += 1;
        if (requests % 40 !== 0) return service(request);
        const refused = refuse(429, 'Too many requests.');
        refused.headers.set('retry-after', '0');
        return refused;
      };
    }),
  }),
  variant('limits.url-length!short', {
    fills: ['limits.url-length'],
    story: 'An address with more than a thousand characters is refused.',
    with: (request, service) =>
      request.url.length > 1_000
        ? Promise.resolve(refuse(414, 'The address is too long.'))
        : service(request),
  }),
];
