import type { Meanings } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { findExistingUsers } from '../reuse/existing.ts';
import type { Account } from './account.ts';

/** A creation that may be sent, and that by which its account is found, if there is one. */
export interface Candidate {
  readonly meanings: Meanings;
  /** The meanings that are its own: by one of them it is found. */
  readonly own: Meanings;
}

/** How many names are tried. An account that a service created by mistake stays there. */
const tries = 4;

/**
 * For each of several creations, the first candidate under whose name nobody is found, `undefined` where all are taken:
 * an account that is there already would prove nothing. They are looked for together.
 */
export async function firstFree<Wanted>(
  context: Context,
  kind: Account['kind'],
  wanted: readonly Wanted[],
  candidate: (one: Wanted, attempt: number) => Candidate,
): Promise<readonly (Candidate | undefined)[]> {
  const candidates = wanted.map((one) => Array.from({ length: tries }, (_, at) => candidate(one, at + 1)));
  const found = await findExistingUsers(
    context,
    kind,
    candidates.flat().map(({ own }) => own),
  );
  return candidates.map((some, nth) => some.find((_, at) => found[nth * tries + at] === undefined));
}
