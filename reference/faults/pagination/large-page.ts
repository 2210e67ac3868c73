import { type Fault, faults } from '../kit/fault.ts';
import { eachItem } from '../kit/pages.ts';
import { paginated } from '../kit/routes.ts';

/** Faults of what is loaded for the items of a page in batches. */
export const largePage: readonly Fault[] = [
  ...faults(
    { 'pagination.offset-zero-based/large-page': paginated },
    {
      story: 'What belongs to items is loaded for the first three of a page, as the preview shows it.',
      with: mixedUpFrom(3),
    },
  ),
  ...faults(
    { 'pagination.offset-zero-based/large-page!second-batch': paginated },
    {
      story: 'A batch is a hundred items, and what belongs to the second one is looked up from the start.',
      deep: true,
      with: mixedUpFrom(100),
    },
  ),
  ...faults(
    { 'pagination.offset-zero-based/large-page!hundred-owners': ['listSessions'] },
    {
      story: 'The learners of a page are asked for in one call, which takes a hundred of them.',
      deep: true,
      with: eachItem((item, index, items) => {
        const owners = new Set(items.slice(0, index).map(({ user }) => JSON.stringify(user)));
        if (owners.size >= 100 && !owners.has(JSON.stringify(item['user']))) item['user'] = null;
      }),
    },
  ),
];

/** Gives items from a place on the fields of those that stand as many places before, all but those that are ids. */
function mixedUpFrom(place: number) {
  return eachItem((item, index, items) => {
    const other = items[index - place];
    if (!other) return;
    for (const [name, value] of Object.entries(other))
      if (!name.endsWith('Id') && name in item) item[name] = value;
  });
}
