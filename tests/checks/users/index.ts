import type { Check } from '../../../harness/judging/check.ts';
import { checksOn } from '../../../harness/judging/checks-on.ts';
import { whileYearStays } from '../../target/groups/while-year-stays.ts';
import { amongSeveral } from './among-several.ts';
import { answers } from './answers.ts';
import { asText } from './as-text.ts';
import { askedOfEither } from './asked-of-both.ts';
import { combine } from './combine.ts';
import { everyPlace } from './every-place.ts';
import { atOnceChecks, identity } from './identity.ts';
import { listFilters } from './list-filters.ts';
import { longLists } from './long-lists.ts';
import { malformedFilters } from './malformed-filters.ts';
import { memberships } from './memberships.ts';
import { moments } from './moments.ts';
import { nameSigns } from './name-signs.ts';
import { nearIds } from './near-ids.ts';
import { refusals } from './refusals.ts';
import { sameAsList } from './same-as-list.ts';
import { sameFields } from './same-fields.ts';
import { defaultOrder, sorting } from './sorting.ts';
import { textFilters } from './text-filters.ts';
import { underSorts } from './under-sorts.ts';

/** Chapter Users: the list, the search, and what the fields of a user mean. */
export const users: readonly Check[] = [
  ...listThenSearch(answers),
  ...listFilters,
  ...nearIds,
  ...everyPlace,
  ...asText,
  ...amongSeveral,
  ...listThenSearch(textFilters),
  ...nameSigns,
  ...combine,
  ...longLists,
  ...listThenSearch(malformedFilters),
  ...refusals,
  ...listThenSearch(defaultOrder),
  ...sorting,
  ...underSorts,
  ...sameAsList,
  ...sameFields,
  ...askedOfEither,
  ...identity,
  ...moments,
  ...whileYearStays(memberships),
  ...atOnceChecks,
];

/** Checks on the list, then those on the search. */
function listThenSearch(checks: readonly Check[]): readonly Check[] {
  return ['listUsers', 'searchUsers'].flatMap((op) => checksOn([op], checks));
}
