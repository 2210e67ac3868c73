import type { Variant } from '../kit/variant.ts';
import { userFilters } from './filters.ts';
import { userLists } from './list.ts';
import { userMemberships } from './memberships.ts';
import { userRequests } from './requests.ts';

/** What another team may do about the list and the search of users. */
export const users: readonly Variant[] = [...userFilters, ...userRequests, ...userLists, ...userMemberships];
