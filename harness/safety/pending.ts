import { commandLine } from '../../spec/command-line.ts';
import { ConfigurationError } from '../judging/outcome.ts';
import { fileJournal } from '../run/journal.ts';
import { journalFile } from '../run/preflight-record.ts';
import { pendingIn } from './lent-book.ts';

/**
 * Refuses a folder whose earlier run has not put lent things back. @throws ConfigurationError that names the command
 */
export function refusePending(out: string): void {
  const pending = pendingIn(fileJournal(journalFile(out)));
  if (pending === 0) return;
  throw new ConfigurationError(
    `${out} is of a run that left ${pending} changes of lent things; run \`${commandLine(`cleanup --out ${out}`)}\` first`,
  );
}
