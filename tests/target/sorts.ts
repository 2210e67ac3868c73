import { propertyFor } from '../../generators/body.ts';
import { type Sort, sortsNamedBy } from '../../generators/sort.ts';
import type { Context } from '../../harness/judging/context.ts';
import type { Operation } from '../../spec/contract.ts';
import { wayOf } from './order.ts';

/**
 * The sorts that the contract names for an operation: in its parameter, or in its body, where a profile may put the two
 * properties anywhere and under other names. None while the fields and directions are left open.
 */
export function sortsOf({ body, parameters }: Operation): readonly Sort[] {
  if (body === undefined) return sortsNamedBy(parameters.find(({ name }) => name === 'sort')?.schema);
  const [field, direction] = [propertyFor(body, 'field'), propertyFor(body, 'direction')];
  return sortsNamedBy({ properties: { field, direction } });
}

/** The same; inconclusive where the contract names none. */
export function sortsNamed({ op, need }: Context): readonly Sort[] {
  const sorts = sortsOf(op);
  return need(sorts.length > 0 && sorts, 'the sort fields and directions to be named in an enum');
}

/** Sorts by one field in opposite directions; words that do not say which way they sort make no pair, nor do two for one way. */
export function oppositesIn(sorts: readonly Sort[]): readonly (readonly [Sort, Sort])[] {
  const fields = new Set(sorts.map(({ field }) => field));
  return [...fields].flatMap((field) => {
    const going = (way: string) =>
      sorts.find((sort) => sort.field === field && wayOf(sort.direction) === way);
    const [rising, falling] = [going('ascending'), going('descending')];
    return rising && falling ? [[rising, falling] as const] : [];
  });
}
