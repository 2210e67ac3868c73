import { reheaded } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

/** What another team may do about versions. */
export const versioning: readonly Variant[] = [
  variant('versioning.deprecation-policy!announced', {
    fills: ['versioning.deprecation-policy'],
    story: 'Every answer says when this version ends.',
    with: reheaded(
      () => true,
      (headers) => {
        headers.set('deprecation', '@1767225600');
        headers.set('sunset', 'Wed, 31 Dec 2036 23:59:59 GMT');
      },
    ),
  }),
];
