import type { KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { names } from '../../../bin/certificate/files.ts';
import { gather } from '../../../bin/certificate/gather.ts';
import { bundleOf, filesOf, statementText } from '../../../bin/certificate/make.ts';
import { scopeOf } from '../../../bin/certificate/scope.ts';
import { plan } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { count } from '../../../harness/judging/verdict.ts';
import { contractFor } from '../../../harness/run/config.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import type { Certificate } from '../../../reports/certificate/certificate.ts';
import { contractDigest } from '../../../reports/header.ts';
import type { Header } from '../../../reports/report.ts';
import { formatLine } from '../../../reports/rows.ts';
import { readTool } from '../../../reports/tool.ts';
import { catalogue } from '../../checks/index.ts';
import { root } from '../cli/cli.ts';

/** The profile of the reference service. */
export const profileFile = path.join(root, 'profiles/reference/profile.yaml');

/** The contract of the reference service, as a run with its profile has it. */
export const contract = contractFor(loadProfile(profileFile));

/** A row of every planned one, passed unless `change` says otherwise of its id. */
export function plannedRows(change: (id: string) => Partial<Row> = () => ({})): Row[] {
  return plan(catalogue, contract).map(({ id, check, op }) => ({
    id,
    clause: check.clause,
    check: check.id,
    operation: op.id,
    verdict: 'pass',
    reason: '',
    requests: 1,
    ...change(id),
  }));
}

/** Leaves the folder of a finished run with these rows. */
export function leaveRun(folder: string, rows: readonly Row[], run: Partial<Header['run']> = {}): string {
  mkdirSync(folder, { recursive: true });
  const header: Header = {
    kind: 'header',
    tool: readTool(),
    interface: contract.version,
    target: {
      origin: 'http://reference.test',
      basePath: '/api/v1',
      profile: 'reference',
      profileFile: '/home/somebody/profiles/profile.yaml',
      embedded: false,
    },
    run: { seed: 1, effort: 'standard', write: true, startedAt: '2026-01-02T03:04:05.678Z', ...run },
    planned: rows.length,
    contract: contractDigest(contract),
  };
  const footer = {
    kind: 'footer',
    counts: count(rows),
    requests: rows.reduce((sum, row) => sum + row.requests, 0),
    finishedAt: '2026-01-02T03:24:05.678Z',
    durationMs: 1_200_000,
    mishaps: [],
  } as const;
  const lines = [header, ...rows.map((row) => ({ kind: 'row' as const, ...row })), footer];
  writeFileSync(path.join(folder, 'rows.ndjson'), lines.map(formatLine).join(''));
  writeFileSync(
    path.join(folder, 'journal.ndjson'),
    ['class', 'class', 'student']
      .map(
        (kind, index) =>
          `${JSON.stringify({ topic: 'made', kind, id: `00000000-0000-4000-8000-00000000000${index}` })}\n`,
      )
      .join(''),
  );
  return folder;
}

/** Makes the files of a certificate from runs with these rows, signed with a key. */
export function certificateOf(
  folder: string,
  rows: readonly Row[] = plannedRows(),
  key: KeyObject | undefined = undefined,
): { readonly certificate: Certificate; readonly files: Map<string, Buffer> } {
  const folders = [1, 2].map((seed) => leaveRun(path.join(folder, String(seed)), rows, { seed }));
  const { certified } = gather(folders, profileFile);
  const scope = scopeOf(contract);
  const { certificate, files } = filesOf(certified, { scope, contract, bundle: bundleOf(certified) });
  const whole = [...files, [names.statement, statementText(certificate, files, key)] as const];
  return { certificate, files: new Map(whole.map(([name, data]) => [name, Buffer.from(data)])) };
}
