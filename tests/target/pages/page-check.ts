import { type Check, type CheckDraft, check } from '../../../harness/judging/check.ts';

/** Makes a check on every list with pages, the lists included whose pages only a profile shows. */
export function pageCheck(id: string, draft: CheckDraft): Check {
  return check(id, { ...draft, on: (op) => op.paginated });
}
