import { refuse } from './rewrite.ts';
import { type Variant, variant } from './variant.ts';

/** What another team may do about bounds that are not shown. */
export const limits: readonly Variant[] = [
  ...[100, 500].map((limit) =>
    variant(`limits.maximum-limit!${limit}`, {
      fills: ['limits.maximum-limit'],
      story: `A page has at most ${limit} items, and a larger limit is lowered.`,
      shapes: { limitMaximum: limit, aboveMaximum: 'clamp' },
      overlay: [{ target: '$.components.schemas.Limit', update: { maximum: limit } }],
      readings: { 'limits.maximum-limit': limit },
    }),
  ),
  variant('limits.url-length!short', {
    fills: ['limits.url-length'],
    story: 'An address with more than a thousand characters is refused.',
    with: (request, service) =>
      request.url.length > 1_000
        ? Promise.resolve(refuse(414, 'The address is too long.'))
        : service(request),
  }),
];
