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

/** What a rehearsal sent. */
export interface Rehearsal {
  readonly requests: number;
  readonly writes: number;
  /** Things that would stay on the target for good. */
  readonly creations: number;
  /** It came to its end; otherwise the numbers are of what it sent until it was broken off. */
  readonly whole: boolean;
}

/**
 * Judges some rows against a reference service in this process, and counts what goes over the wire.
 *
 * @param ids rows to judge; those that the reference's own profile does not know are left out
 * @param patienceMs after so many milliseconds the rehearsal is broken off
 */
export async function rehearse(
  ids: ReadonlySet<string>,
  asked: Pick<Settings, 'write' | 'seed'>,
  effort: Effort,
  patienceMs: number,
): Promise<Rehearsal> {
  const { fetch, keys } = createReference();
  const profile = loadProfile(builtInProfile);
  const contract = contractFor(profile);
  const journal = memoryJournal();
  const { readings, lent } = profile;
  const { write, seed } = asked;
  const settings: Settings = {
    baseUrl: 'http://rehearsal/api/v1',
    keys,
    write,
    seed,
    effort,
    readings,
    lent,
  };
  const transport = serviceTransport(fetch);
  const run = openRun({ contract, settings, transport, journal, say: () => undefined });
  const end = performance.now() + patienceMs;
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
