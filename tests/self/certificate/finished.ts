import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Row } from '../../../harness/judging/row.ts';
import { count } from '../../../harness/judging/verdict.ts';
import { contractFor } from '../../../harness/run/config.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { contractDigest } from '../../../reports/header.ts';
import type { Header } from '../../../reports/report.ts';
import { formatLine } from '../../../reports/rows.ts';
import { readTool } from '../../../reports/tool.ts';
import { root } from '../cli/cli.ts';
import { judgeAll, trial } from '../proofs/judge-service.ts';

/** The profile of the reference service. */
export const profileFile = path.join(root, 'profiles/reference/profile.yaml');

const contract = contractFor(loadProfile(profileFile));
let judged: Promise<readonly Row[]> | undefined;

/** The rows of the whole catalogue on the reference service, judged once for all tests of a file. */
export function referenceRows(): Promise<readonly Row[]> {
  judged ??= judgeAll(trial({ seed: 1 }));
  return judged;
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
