import type { FilterName } from '../../../generators/filters.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Json, pageOf } from '../body.ts';
import { mustEventually } from '../must-eventually.ts';
import { paramsFor } from './criteria.ts';
import { filterNamed } from './filters.ts';
import { idsOf, isWhole } from './found.ts';
import { userSearches } from './lookup.ts';

/**
 * Judges that all users who share a value are found by it, by the list and by the search: a look-up that was written
 * for one user gives one of them.
 *
 * @param name the filter
 * @param one one of them, whose value is sent as that user shows it
 */
export async function mustFindAll(
  context: Context,
  ids: readonly string[],
  name: FilterName,
  one: Json,
): Promise<void> {
  const filter = filterNamed(name);
  const value = filter.valueOf(one);
  if (value === undefined) return;
  for (const by of userSearches) {
    const op = context.operation(by);
    const missing = async () => {
      const answer = await context.send(op, paramsFor(op, [{ filter, values: [value] }]));
      // A target may refuse a value of ours, and a part of what was found does not tell who is missing.
      if (answer.status >= 400 && answer.status < 500) return 0;
      const page = pageOf(context, answer);
      const found = idsOf(page.items);
      return isWhole(page) ? ids.filter((id) => !found.includes(id.toLowerCase())).length : 0;
    };
    await mustEventually(context, missing, (many) => many === 0, {
      expected: `${ids.length} users who share a value, by \`${name}\` in ${by}`,
      actual: (many) => `${many} of them missing`,
    });
  }
}
