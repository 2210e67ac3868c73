import { serviceTransport } from '../../harness/http/transport.ts';
import { judge } from '../../harness/judging/judge.ts';
import { plan } from '../../harness/judging/plan.ts';
import { contractFor } from '../../harness/run/config.ts';
import type { Effort } from '../../harness/run/effort.ts';
import { memoryJournal } from '../../harness/run/journal.ts';
import { loadProfile } from '../../harness/run/profile.ts';
import { openRun } from '../../harness/run/run.ts';
import type { Settings } from '../../harness/run/settings.ts';
import { createReference } from '../../reference/service/index.ts';
import { catalogue } from '../../tests/checks/index.ts';
import { builtInProfile } from '../target.ts';

/** The requests that a dry run sent. */
export interface DryRun {
  readonly requests: number;
  readonly writes: number;
  /** How many things a run would leave on the target. */
  readonly creations: number;
  /** Whether the dry run came to its end. Otherwise the numbers are those of the part before its time limit. */
  readonly whole: boolean;
}

/**
 * Judges rows against a reference service in this process, and counts the requests.
 *
 * @param ids the rows to judge; rows that the reference's own profile does not have are left out
 * @param limitMs the time limit in milliseconds
 */
export async function dryRun(
  ids: ReadonlySet<string>,
  { write, seed }: Pick<Settings, 'write' | 'seed'>,
  effort: Effort,
  limitMs: number,
): Promise<DryRun> {
  const { fetch, keys } = createReference();
  const profile = loadProfile(builtInProfile);
  const contract = contractFor(profile);
  const journal = memoryJournal();
  const { readings, lent, lentThings = {} } = profile;
  const settings: Settings = {
    baseUrl: 'http://dry-run/api/v1',
    keys,
    write,
    seed,
    effort,
    readings,
    lent,
    lentThings,
  };
  const transport = serviceTransport(fetch);
  const run = openRun({ contract, settings, transport, journal, say: () => undefined });
  const end = performance.now() + limitMs;
  for (const { id, check, op } of plan(catalogue, contract)) {
    if (performance.now() > end) break;
    if (ids.has(id)) await judge(run, check, op);
  }
  const kinds = journal.read('sent').map(({ kind }) => kind);
  const amount = (kind: string) => kinds.filter((one) => one === kind).length;
  return {
    requests: run.exchange.requests,
    writes: amount('write') + amount('creation'),
    creations: amount('creation') - amount('refused'),
    whole: performance.now() <= end,
  };
}
