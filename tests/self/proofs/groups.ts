import { variants } from '../../../reference/variants/index.ts';
import type { Variant } from '../../../reference/variants/kit/variant.ts';
import { partition } from '../pairs/cover.ts';
import { isCompatible } from '../pairs/incompatible.ts';
import { exceptional } from './floor.ts';

/** What a variant is about: the first word of the gap that it fills. */
const subjectOf = ({ fills: [gap = ''] }: Variant) => gap.split('.')[0];

/**
 * The variants by so many, each of one group about something else. One that leaves more rows open than others stands in
 * none of them.
 */
export function groupsOf(together: number): Variant[][] {
  return partition(
    variants.filter(({ id }) => !exceptional.includes(id)),
    together,
    (one, other) => subjectOf(one) !== subjectOf(other) && isCompatible(one, other),
  );
}

/** The variants that stand in no group. */
export const alone: readonly Variant[] = variants.filter(({ id }) => exceptional.includes(id));
