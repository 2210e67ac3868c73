import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { plan } from '../../harness/judging/plan.ts';
import { contractFor, fillingsOf } from '../../harness/run/config.ts';
import { exchangesFile } from '../../harness/run/exchanges-file.ts';
import { fileJournal } from '../../harness/run/journal.ts';
import { journalFile } from '../../harness/run/preflight-record.ts';
import { loadProfile, readText } from '../../harness/run/profile.ts';
import { residueOf } from '../../harness/safety/residue.ts';
import { sha256 } from '../../reports/certificate/bundle.ts';
import { withoutFolders } from '../../reports/certificate/bundle-texts.ts';
import type { Certified, Facts } from '../../reports/certificate/certificate.ts';
import { contractDigest, fullContractDigest } from '../../reports/header.ts';
import type { Run } from '../../reports/report.ts';
import { RowsError, readRows } from '../../reports/rows.ts';
import { type Contract, loadContract } from '../../spec/contract.ts';
import { overlayDocument } from '../../spec/fill.ts';
import { catalogue } from '../../tests/checks/index.ts';

/** What is certified, with the contract that it was judged by. */
export interface Gathered {
  readonly certified: Certified;
  readonly contract: Contract;
  /** The recorded exchanges of each run as text, by seed; empty where a run was not recorded. */
  readonly exchanges: ReadonlyMap<number, string>;
}

/**
 * Gathers what the runs in these folders left, all with this profile.
 *
 * @throws ConfigurationError when a folder holds no whole run, or when the runs do not belong together
 */
export function gather(folders: readonly string[], profileFile: string): Gathered {
  const profile = loadProfile(profileFile);
  const implementation = implementationIn(profileFile, profile);
  const contract = contractFor(profile);
  const runs = folders.map((folder) => runIn(folder, contract));
  const [first] = runs;
  if (first === undefined) throw new ConfigurationError('there is no run to certify');
  refuseStrangers(first, runs, folders);
  refuseUnplanned(runs, folders, contract);
  const { origin, basePath } = first.header.target;
  const overlay = overlayDocument(fillingsOf(profile));
  const facts: Facts = {
    tool: first.header.tool,
    interface: contract.version,
    target: { origin, basePath },
    implementation,
    digests: {
      interface: fullContractDigest(loadContract({ version: contract.version })),
      contract: fullContractDigest(contract),
      profile: sha256(readFileSync(profileFile)),
    },
    profile: {
      name: profile.name,
      file: path.basename(profileFile),
      readings: profile.readings,
      ...(overlay === undefined ? {} : { overlay }),
    },
    left: leftBy(folders),
  };
  const ordered = [...runs].sort((a, b) => a.header.run.seed - b.header.run.seed);
  return { certified: { facts, runs: ordered }, contract, exchanges: recordedIn(folders, runs) };
}

/** Whose service a profile describes. @throws ConfigurationError where it does not say */
export function implementationIn(file: string, profile = loadProfile(file)): Facts['implementation'] {
  if (profile.implementation !== undefined) return profile.implementation;
  throw new ConfigurationError(
    `${file} does not say whose service it is: a certificate names it; add \`implementation: { name: …, version: "…" }\``,
  );
}

/** The recorded exchanges of all runs; none where any of them was not recorded. */
function recordedIn(folders: readonly string[], runs: readonly Run[]): ReadonlyMap<number, string> {
  const files = folders.map(exchangesFile);
  if (!files.every((file) => existsSync(file))) return new Map();
  return new Map(files.map((file, index) => [runs[index]?.header.run.seed ?? 0, readText(file)]));
}

function runIn(folder: string, contract: Contract): Run {
  const file = path.join(folder, 'rows.ndjson');
  if (!existsSync(file))
    throw new ConfigurationError(`${file} is not there; name the folder that a run left`);
  try {
    return withoutFolders(readRows(file, contractDigest(contract)));
  } catch (error) {
    throw error instanceof RowsError ? new ConfigurationError(error.message) : error;
  }
}

/** Refuses runs that differ in more than their seed, and those that do not reach the effort of a certificate. */
function refuseStrangers(first: Run, runs: readonly Run[], folders: readonly string[]): void {
  const of = ({ header: { tool, target, run } }: Run) =>
    JSON.stringify([tool, target.origin, target.basePath, run.effort, run.write]);
  if (runs.length < 2)
    throw new ConfigurationError(
      `${folders[0]} is one run: a certificate needs at least two, with different seeds; add another --from`,
    );
  const seeds = new Set<number>();
  for (const [index, run] of runs.entries()) {
    const { seed, effort } = run.header.run;
    const folder = folders[index] ?? '';
    if (of(run) !== of(first))
      throw new ConfigurationError(
        `${folder} is of another target, version, effort or permission than ${folders[0]}; certify runs that differ in their seed alone`,
      );
    if (effort === 'quick')
      throw new ConfigurationError(`${folder} is of a quick run; a certificate needs at least standard`);
    if (seeds.has(seed))
      throw new ConfigurationError(`${folder} has the seed ${seed} as another run has; give another`);
    seeds.add(seed);
  }
}

/** Refuses rows that are none of the catalogue, as those of a pin: nobody could find them again. */
function refuseUnplanned(runs: readonly Run[], folders: readonly string[], contract: Contract): void {
  const planned = new Set(plan(catalogue, contract).map(({ id }) => id));
  for (const [index, { rows }] of runs.entries()) {
    const strange = rows.find(({ id }) => !planned.has(id));
    if (strange !== undefined)
      throw new ConfigurationError(
        `${folders[index]} has the row ${strange.id}, which is none of the catalogue; run again without --pin`,
      );
  }
}

/** What the runs left on the target, each thing once. */
function leftBy(folders: readonly string[]): Facts['left'] {
  const residues = folders.map((folder) => residueOf(fileJournal(journalFile(folder))));
  const made = new Map(
    residues.flatMap(({ made: all }) => all.map(({ kind, id }) => [id.toLowerCase(), kind])),
  );
  const kinds = [...new Set(made.values())];
  return {
    made: Object.fromEntries(
      kinds.map((kind) => [kind, [...made.values()].filter((one) => one === kind).length]),
    ),
    unclear: residues.reduce((sum, { unclear }) => sum + unclear.length, 0),
    lent: residues.reduce((sum, { lent }) => sum + lent, 0),
  };
}
