import path from 'node:path';
import type { Check } from '../../../harness/check.ts';
import { judge, type Row } from '../../../harness/judge.ts';
import { loadProfile, readText } from '../../../harness/profile.ts';
import { type Planned, plan } from '../../../harness/select.ts';
import { openSession, type Session } from '../../../harness/session.ts';
import { serviceTransport } from '../../../harness/transport.ts';
import type { Service } from '../../../reference/faults/fault.ts';
import { createReference, type ReferenceOptions } from '../../../reference/index.ts';
import { type Contract, loadContract } from '../../../spec/contract.ts';
import { catalogue } from '../../checks/index.ts';

const profile = loadProfile(path.join(import.meta.dirname, '../../../profiles/reference/profile.yaml'));

/** The contract with everything filled that the reference service chooses. */
export const contract: Contract = loadContract(
  profile.overlay === undefined
    ? {}
    : { overlay: { file: profile.overlay, text: readText(profile.overlay) } },
);

/** Opens a session with a service in this process, writes allowed. */
export function sessionWith(
  wrap: (service: Service) => Service = (service) => service,
  options: { seed?: number; reference?: ReferenceOptions } = {},
): Session {
  const reference = createReference(options.reference);
  const settings = {
    baseUrl: 'http://reference.test/api/v1',
    keys: reference.keys,
    write: true,
    seed: options.seed ?? 1,
    effort: 'standard' as const,
    readings: profile.readings,
    lent: profile.lent,
  };
  return openSession({ contract, settings, transport: serviceTransport(wrap(reference.fetch)) });
}

/** Judges rows one after the other against one service. */
export async function judgeAll(
  session: Session,
  rows: readonly Planned[] = plan(catalogue, contract),
): Promise<Row[]> {
  const judged: Row[] = [];
  for (const { check, op } of rows) judged.push(await judge(session, check, op));
  return judged;
}

/** The rows of one check. */
export function rowsOf(id: string, checks: readonly Check[] = catalogue): Planned[] {
  return plan(checks, contract).filter((row) => row.check.id === id);
}
