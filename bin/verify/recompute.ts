import { sha256 } from '../../reports/certificate/bundle.ts';
import { assessed, type Certificate } from '../../reports/certificate/certificate.ts';
import { combine } from '../../reports/certificate/combine.ts';
import { statementOf } from '../../reports/certificate/statement.ts';
import { fullContractDigest } from '../../reports/header.ts';
import { readTool } from '../../reports/tool.ts';
import { type Contract, ContractError } from '../../spec/contract.ts';
import { knownDigests } from '../../spec/digests.ts';
import { contractOf } from '../certificate/contract.ts';
import { names, subjects } from '../certificate/files.ts';
import { filesOf } from '../certificate/make.ts';
import { scopeOf } from '../certificate/scope.ts';
import type { Contents } from './contents.ts';
import type { Found } from './found.ts';
import type { Point } from './point.ts';
import type { ReadStatement } from './statement.ts';

/** What was computed anew from a bundle. */
export interface Recomputed {
  readonly points: readonly Point[];
  readonly certificate?: Certificate;
  /** The contract that the rows were judged by; left out where this version cannot make it. */
  readonly contract?: Contract;
}

/** Computes contract, verdict and every file anew from what a bundle holds, and compares. */
export function recompute(contents: Contents, found: Found, statement: ReadStatement): Recomputed {
  const { facts, runs } = contents;
  const known = knownPoint(contents);
  if (readTool().version !== facts.tool.version) {
    const { name, version } = facts.tool;
    const text = `the certificate was made by Rollcall ${version}, and this is ${readTool().version}: verdict and page can be made anew with that version alone; npx ${name}@${version} verify`;
    return { points: [known, { holds: undefined, needed: true, text }] };
  }
  const contract = contractIn(contents);
  if (contract === undefined)
    return {
      points: [known, { holds: false, text: 'the bundle does not describe the contract that it names' }],
    };
  const scope = scopeOf(contract);
  const planned = new Set(scope.rows.map(({ id }) => id));
  const strange = runs.flatMap((run) => run.rows).filter(({ id }) => !planned.has(id)).length;
  const { refusals } = assessed({ runs }, scope);
  if (strange > 0 || refusals.length > 0 || !isConsistent(contents)) {
    const text =
      'the rows do not give a certificate: a row failed, is missing, is unknown, or is of another run than the rest';
    return { points: [known, { holds: false, text }] };
  }
  const bundle = found.get(names.bundle) ?? Buffer.alloc(0);
  const { certificate, files } = filesOf({ facts, runs }, { scope, contract, bundle });
  const rows = combine(runs).length;
  const text = `the verdict comes out of the rows again: ${rows} rows of ${runs.length} runs, level ${certificate.level}`;
  return {
    certificate,
    contract,
    points: [
      known,
      { holds: true, text },
      ...filePoints(files, found),
      ...statementPoints(certificate, found, statement),
    ],
  };
}

/** The digest of the interface's contract, against those that are known of the version of Rollcall. */
function knownPoint({ facts }: Contents): Point {
  const listed = knownDigests()[facts.tool.version]?.[facts.interface];
  if (listed === undefined)
    return {
      holds: undefined,
      text: `this version knows no contract of Rollcall ${facts.tool.version} for interface ${facts.interface}`,
    };
  const holds = listed === facts.digests.interface;
  return {
    holds,
    text: holds
      ? `the contract is the one of Rollcall ${facts.tool.version} for interface ${facts.interface}`
      : `the contract is not the one of Rollcall ${facts.tool.version} for interface ${facts.interface}`,
  };
}

function contractIn({ facts }: Contents): Contract | undefined {
  try {
    const contract = contractOf(facts);
    return fullContractDigest(contract) === facts.digests.contract ? contract : undefined;
  } catch (error) {
    if (error instanceof ContractError) return undefined;
    throw error;
  }
}

/** Whether facts and headers tell of the same target, tool and contract, in at least two runs of one kind. */
function isConsistent({ facts, runs }: Contents): boolean {
  const kinds = new Set(runs.map(({ header: { run } }) => `${run.effort} ${run.write}`));
  if (runs.length < 2 || kinds.size > 1) return false;
  return runs.every(
    ({ header: { tool, target, interface: version, contract, run } }) =>
      run.effort !== 'quick' &&
      tool.name === facts.tool.name &&
      tool.version === facts.tool.version &&
      target.origin === facts.target.origin &&
      target.basePath === facts.target.basePath &&
      version === facts.interface &&
      contract === facts.digests.contract.slice(0, 16),
  );
}

function filePoints(files: ReadonlyMap<string, Uint8Array | string>, found: Found): Point[] {
  return [names.page, names.json, names.badge, names.badgeJson].flatMap((name) => {
    const [there, anew] = [found.get(name), files.get(name)];
    if (there === undefined || anew === undefined) return [];
    const holds = there.equals(Buffer.from(anew));
    return [
      {
        holds,
        text: holds ? `${name} comes out of the bundle again` : `${name} does not come out of the bundle`,
      },
    ];
  });
}

/** The statement, made anew about the files as they are. Files that are not here have the digest that it names. */
function statementPoints(
  certificate: Certificate,
  found: Found,
  { payload, pinned }: ReadStatement,
): Point[] {
  if (payload === undefined) return [];
  const named = JSON.parse(payload) as { subject: { name: string; digest: { sha256: string } }[] };
  const about = subjects.map((name) => {
    const bytes = found.get(name);
    const listed = named.subject.find((one) => one.name === name)?.digest.sha256 ?? '';
    return { name, digest: { sha256: bytes === undefined ? listed : sha256(bytes) } };
  });
  const statement = statementOf(certificate, about, pinned);
  const isPlain = payload === `${JSON.stringify(statement, null, 1)}\n`;
  const holds = isPlain || payload === JSON.stringify(statement);
  return [
    {
      holds,
      text: holds
        ? 'the statement says what the rows say'
        : 'the statement says something else than the rows',
    },
  ];
}
