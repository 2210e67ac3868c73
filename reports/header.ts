import { createHash } from 'node:crypto';
import type { Rehearsed } from '../harness/rehearsal.ts';
import type { Run } from '../harness/run.ts';
import type { Contract } from '../spec/contract.ts';
import type { Header } from './report.ts';
import { readTool } from './tool.ts';

/** The header of a run that begins now. */
export function headerOf(run: Run, planned: number, { embedded, profileFile }: Rehearsed): Header {
  const { origin, pathname } = new URL(run.settings.baseUrl);
  return {
    kind: 'header',
    tool: readTool(),
    interface: run.contract.version,
    target: {
      origin,
      basePath: pathname,
      profile: run.profile.name,
      ...(profileFile === undefined ? {} : { profileFile }),
      embedded,
    },
    run: {
      seed: run.settings.seed,
      effort: run.settings.effort,
      write: run.settings.write,
      startedAt: new Date().toISOString(),
    },
    planned,
    contract: contractDigest(run.contract),
  };
}

/** A short digest of what a contract says: it changes with every clause, operation and filled gap. */
export function contractDigest({ version, operations, clauses, gaps, isOpen }: Contract): string {
  const open = [...gaps.keys()].filter((id) => isOpen(id));
  const text = JSON.stringify([version, operations, [...clauses.values()], open]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
