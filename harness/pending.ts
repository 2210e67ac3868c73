import { fileJournal } from './journal.ts';
import { pendingIn } from './lent.ts';
import { ConfigurationError } from './outcome.ts';
import { journalFile } from './rehearsal.ts';

/** Keeps a run from forgetting what an earlier one has to put back. @throws ConfigurationError that says how */
export function refusePending(out: string): void {
  const pending = pendingIn(fileJournal(journalFile(out)));
  if (pending === 0) return;
  throw new ConfigurationError(
    `${out} is of a run that left ${pending} changes of lent things; run \`rollcall cleanup --out ${out}\` first`,
  );
}
