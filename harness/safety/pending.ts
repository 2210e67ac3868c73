import { ConfigurationError } from '../judging/outcome.ts';
import { fileJournal } from '../run/journal.ts';
import { journalFile } from '../run/preflight-record.ts';
import { pendingIn } from './lent-book.ts';

/** Keeps a run from forgetting what an earlier one has to put back. @throws ConfigurationError that says how */
export function refusePending(out: string): void {
  const pending = pendingIn(fileJournal(journalFile(out)));
  if (pending === 0) return;
  throw new ConfigurationError(
    `${out} is of a run that left ${pending} changes of lent things; run \`rollcall cleanup --out ${out}\` first`,
  );
}
