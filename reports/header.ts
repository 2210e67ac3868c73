import { createHash } from 'node:crypto';
import type { RunConfig } from '../harness/run/config.ts';
import type { PreflightRecord } from '../harness/run/preflight-record.ts';
import type { Contract } from '../spec/contract.ts';
import type { Header } from './report.ts';
import { readTool } from './tool.ts';

/** Makes the header of a run that begins now. */
export function headerOf(
  config: RunConfig,
  { planned, catalogue, shard }: Pick<Header, 'planned' | 'catalogue' | 'shard'>,
  { embedded, profileFile }: PreflightRecord,
): Header {
  const { origin, pathname } = new URL(config.settings.baseUrl);
  return {
    kind: 'header',
    tool: readTool(),
    interface: config.contract.version,
    target: {
      origin,
      basePath: pathname,
      profile: config.profile.name,
      ...(profileFile === undefined ? {} : { profileFile }),
      embedded,
    },
    run: {
      seed: config.settings.seed,
      effort: config.settings.effort,
      write: (config.whole ?? config.settings).write,
      startedAt: new Date().toISOString(),
    },
    planned,
    ...(catalogue === undefined ? {} : { catalogue }),
    ...(shard === undefined ? {} : { shard }),
    contract: contractDigest(config.contract),
  };
}

/** A short digest of a contract. It changes with every clause, operation and filled gap. */
export function contractDigest(contract: Contract): string {
  return fullContractDigest(contract).slice(0, 16);
}

/** The whole digest of a contract: SHA-256, in hexadecimal. */
export function fullContractDigest({ version, operations, clauses, gaps, isOpen }: Contract): string {
  const open = [...gaps.keys()].filter((id) => isOpen(id));
  const text = JSON.stringify([version, operations, [...clauses.values()], open]);
  return createHash('sha256').update(text).digest('hex');
}

/** A short digest of the rows that were asked for. */
export function selectionDigest(ids: readonly string[]): string {
  return createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 16);
}
