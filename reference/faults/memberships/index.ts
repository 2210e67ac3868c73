import type { Fault } from '../kit/fault.ts';
import { allTests } from './all-tests.ts';
import { anyCase } from './any-case.ts';
import { assigning } from './assigning.ts';
import { bothSides } from './both-sides.ts';
import { cutIds } from './cut-ids.ts';
import { disabled } from './disabled.ts';
import { inSearch } from './in-search.ts';
import { inVain } from './in-vain.ts';
import { leavers } from './leavers.ts';
import { lentPerson } from './lent-person.ts';
import { longLists } from './long-lists.ts';
import { many } from './many.ts';
import { nobody } from './nobody.ts';
import { nobodyNowhere } from './nobody-nowhere.ts';
import { otherKind } from './other-kind.ts';
import { otherYear } from './other-year.ts';
import { overAHundred } from './over-a-hundred.ts';
import { partial } from './partial.ts';
import { queued } from './queued.ts';
import { removing } from './removing.ts';
import { rest } from './rest.ts';
import { sequences } from './sequences.ts';
import { statuses } from './statuses.ts';
import { tagged } from './tagged.ts';
import { theLast } from './the-last.ts';
import { unknownIds } from './unknown-ids.ts';
import { writtenAnew } from './written-anew.ts';

/** Faults of who is in a class or cohort, and of the tests that a cohort has. */
export const memberships: readonly Fault[] = [
  ...statuses,
  ...cutIds,
  ...assigning,
  ...allTests,
  ...removing,
  ...many,
  ...partial,
  ...rest,
  ...writtenAnew,
  ...tagged,
  ...lentPerson,
  ...theLast,
  ...leavers,
  ...unknownIds,
  ...longLists,
  ...overAHundred,
  ...queued,
  ...nobody,
  ...nobodyNowhere,
  ...disabled,
  ...otherKind,
  ...otherYear,
  ...anyCase,
  ...inSearch,
  ...sequences,
  ...bothSides,
  ...inVain,
];
