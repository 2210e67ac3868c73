import { BUGS1 } from './bugs1.ts';
import { BUGS2 } from './bugs2.ts';
import { BUGS3 } from './bugs3.ts';

export const BUGS = { ...BUGS1, ...BUGS2, ...BUGS3 } as const;
export type BugId = keyof typeof BUGS;

// Manners: unusual, and conforming. id -> what leaves it open.
export const MANNERS = {
  'm-errors-all-problem':
    'Which endpoint returns which of the two error formats: not shown. Here every error is problem details.',
  'm-errors-all-basic':
    'Which endpoint returns which of the two error formats: not shown. Here every error is the basic one.',
  'm-charset': 'Responses are application/json; a charset parameter does not make it another media type.',
  'm-cursor-long':
    'A cursor is a string of bytes without stated content or length: here it is longer and has + and / in it.',
  'm-cors-echo': 'Any origin is permitted; whether by * or by an echo of Origin with Vary is not stated.',
  'm-rate-headers':
    'Rate limit thresholds, windows and headers: not shown. Here every response tells what is left.',
  'm-years-newest-first': 'The order of GET /academic-years is not stated.',
  'm-tests-order': 'The order of GET /smart-ia/tests is not stated.',
  'm-cohort-tests-order': "The order of a cohort's tests is not stated.",
  'm-membership-order': 'The order of classIds and cohortIds is not stated.',
  'm-ties-other-way': 'The order of results that the sort does not tell apart is not stated.',
  'm-empty-first': 'Where the sort puts results without the field is not stated.',
  'm-attempt-number':
    'Complete field list of Session: not shown. Here a session also says which attempt it is.',
  'm-instance-https': 'instance is a URI; of which scheme is not stated.',
  'm-pretty-json': 'JSON leaves blanks between tokens free.',
  'm-members-reversed': 'The members of a JSON object have no order.',
  'm-unicode-escaped': 'JSON strings may hold \\u escapes.',
  'm-etag': 'Further response headers are not excluded.',
  'm-location': 'Further response headers are not excluded: 201 with Location.',
  'm-preflight-200': 'CORS asks for an ok status of the preflight, not for a certain one.',
  'm-duration-full': 'A duration is PnYnMnDTnHnMnS: here every part is written, zeros too.',
  'm-uuid-v7': 'Identifiers are UUIDs; of which version is not stated.',
  'm-challenge': 'Further response headers are not excluded: 401 with WWW-Authenticate.',
  'm-absent-before-invalid': 'Which of 400 and 404 comes first where both apply is not stated. Here 404.',
  'm-text-sort-codepoint': 'How texts are ordered by sort is not stated: here by code unit, capitals first.',
  'm-name-whole': 'How name matches is not shown: here the whole first, last or full name.',
} as const;
export type MannerId = keyof typeof MANNERS;
export type SwitchId = BugId | MannerId;
export type On = (id: SwitchId) => boolean;

export function makeSwitches(ids: readonly string[], seen?: (id: string) => void): On {
  for (const id of ids) {
    if (!Object.hasOwn(BUGS, id) && !Object.hasOwn(MANNERS, id))
      throw new Error(`unknown bug or manner: ${id}`);
  }
  const set = new Set(ids);
  return (id) => {
    seen?.(id);
    return set.has(id);
  };
}
