import { type Fault, faults } from '../kit/fault.ts';
import type { Sort } from '../kit/pages.ts';
import { cursorSkipsTies, eachPageByItself, tiesMove } from '../kit/sorted-pages.ts';

const byLastName = ({ field }: Sort) => field === 'lastName';

/** Faults of an order that was asked for, from page to page (chapter Users). */
export const sortedPages: readonly Fault[] = [
  ...faults(
    {
      'list-users.sort-order/across-pages!each-page-by-itself': 'listUsers',
      'search-users.sort/across-pages!each-page-by-itself': 'searchUsers',
    },
    {
      story: 'A page is cut out in the default order, and sorted as it was asked for then.',
      with: eachPageByItself,
    },
  ),
  ...faults(
    {
      'list-users.sort-order/across-pages!ties-move': 'listUsers',
      'search-users.sort/across-pages!ties-move': 'searchUsers',
    },
    {
      deep: true,
      story:
        'The sort has no tie-breaker, and behind an offset another one of those who are alike is left out.',
      with: tiesMove(byLastName),
    },
  ),
  ...faults(
    {
      'list-users.sort-order/across-pages!cursor-skips-ties': 'listUsers',
      'search-users.sort/across-pages!cursor-skips-ties': 'searchUsers',
    },
    {
      deep: true,
      story:
        'A cursor holds the value of the last row alone, and the others with that value are never shown.',
      with: cursorSkipsTies(byLastName),
    },
  ),
];
