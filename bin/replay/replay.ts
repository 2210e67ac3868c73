import path from 'node:path';
import { request } from '@playwright/test';
import { chromiumPath, openBrowser } from '../../harness/http/browser.ts';
import { browserTrustFor, tlsFor } from '../../harness/http/tls.ts';
import { openLine } from '../../harness/http/transport.ts';
import { judge } from '../../harness/judging/judge.ts';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { type Planned, plan } from '../../harness/judging/plan.ts';
import type { Row } from '../../harness/judging/row.ts';
import { finalScan } from '../../harness/privacy/final-scan.ts';
import { type RunConfig, resolveConfig } from '../../harness/run/config.ts';
import { refuseForeign, setEarlierAside, settleEarlier } from '../../harness/run/earlier.ts';
import { makeFolder } from '../../harness/run/folder.ts';
import { fileJournal } from '../../harness/run/journal.ts';
import { readOptions, variables } from '../../harness/run/options.ts';
import { preflight } from '../../harness/run/preflight.ts';
import { journalFile, readPreflight, writePreflight } from '../../harness/run/preflight-record.ts';
import { openRun, type Run } from '../../harness/run/run.ts';
import { refusePending } from '../../harness/safety/pending.ts';
import { residueLine, residueOf } from '../../harness/safety/residue.ts';
import { createReference, serve } from '../../reference/service/index.ts';
import { openCollector } from '../../reports/collector.ts';
import { finish } from '../../reports/finish.ts';
import { contractDigest, headerOf } from '../../reports/header.ts';
import { displayPath, outputNames } from '../../reports/output.ts';
import type { Header, Run as StoredRun } from '../../reports/report.ts';
import { trustGoodSchemas } from '../../spec/good-schemas.ts';
import { catalogue } from '../../tests/checks/index.ts';
import { builtInProfile } from '../target.ts';
import type { StoredRow } from './stored-row.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A row that was judged again. */
export interface Replayed {
  readonly row: Row;
  /** The run of this row alone. */
  readonly run: StoredRun;
  /** The contract or the profile is another one than that of the report. */
  readonly isOtherContract: boolean;
  /** What stays on the target, in one line; empty when nothing does. */
  readonly residue: string;
  /** Lent things that could not be put back. */
  readonly notPutBack: readonly string[];
  /** The folder that holds the row. */
  readonly out: string;
}

/**
 * Judges a row of a report again, in this process, on the same target with the same seed, effort, profile and
 * counterexample. It leaves `rows.ndjson` and its journal in a folder of its own.
 *
 * @param folder where that is, unless it is the folder of the report itself
 * @throws ConfigurationError for what the caller can correct
 */
export async function replay(stored: StoredRow, env: Environment, folder: string): Promise<Replayed> {
  const { target } = stored.run.header;
  // The run looked whether the schemas of its profile are good.
  trustGoodSchemas(readPreflight(stored.folder).good);
  const out = folderFor(stored.folder, folder);
  const own = { ...environmentOf(stored.run.header, env), [variables.out]: out };
  if (!target.embedded) return replayOn(stored, own);
  const { fetch, keys } = createReference();
  const { baseUrl, close } = await serve(fetch);
  const embedded = {
    [variables.target]: baseUrl,
    [variables.write]: '1',
    ROLLCALL_API_KEY: keys.full,
    ROLLCALL_RESTRICTED_KEY: keys.restricted,
  };
  return replayOn(stored, { ...own, ...embedded }).finally(close);
}

/** The folder for what a replay leaves: never that of the report. */
function folderFor(report: string, folder: string): string {
  const own = path.resolve(folder);
  return path.resolve(report) === own ? `${own}-again` : own;
}

/** The settings of the run that left the report, as variables. */
function environmentOf({ target, run }: Header, env: Environment): Environment {
  const kept = Object.entries(env).filter(([name]) => !Object.values<string>(variables).includes(name));
  const reference = target.profile === 'reference' ? builtInProfile : '';
  return {
    ...Object.fromEntries(kept),
    ...(env[variables.insecure] ? { [variables.insecure]: env[variables.insecure] } : {}),
    [variables.target]: target.origin + target.basePath,
    [variables.seed]: String(run.seed),
    [variables.effort]: run.effort,
    [variables.write]: run.write ? '1' : '0',
    [variables.profile]: target.profileFile ?? reference,
  };
}

async function replayOn({ row, run: { header } }: StoredRow, env: Environment): Promise<Replayed> {
  const config = resolveConfig(readOptions(env), env);
  const all = plan(catalogue, config.contract);
  const planned = all.find(({ id }) => id === row.id);
  if (planned === undefined)
    throw new ConfigurationError(
      `\`${row.id}\` is no row of the catalogue with this profile; a row of a pin is repeated by a run with --pin`,
    );
  const { out } = config.options;
  const line = openLine(() => request.newContext(tlsFor(config, env)));
  const chromium = chromiumPath(env);
  const browser = chromium === undefined ? undefined : openBrowser(chromium, browserTrustFor(config, env));
  try {
    const { requests } = header.target.embedded
      ? { requests: 0 }
      : await preflight(config.settings, line.transport);
    begin(out);
    writePreflight(out, { embedded: header.target.embedded, requests });
    const path = row.counterexample?.path;
    const run = openRun({
      ...config,
      transport: line.transport,
      journal: fileJournal(journalFile(out)),
      replay: path ? { [row.id]: path } : undefined,
      browser: browser?.port,
    });
    const left = await judgeAgain(run, planned, all, header, config);
    return { ...left, isOtherContract: contractDigest(config.contract) !== header.contract };
  } finally {
    await browser?.close();
    await line.close();
  }
}

/** Makes room for what a replay leaves. @throws ConfigurationError where lent things wait to be put back */
function begin(out: string): void {
  makeFolder(out);
  refuseForeign(out, outputNames);
  refusePending(out);
  setEarlierAside(out, outputNames);
}

async function judgeAgain(
  run: Run,
  planned: Planned,
  all: readonly Planned[],
  stored: Header,
  config: RunConfig,
): Promise<Omit<Replayed, 'isOtherContract'>> {
  const { out } = config.options;
  const { embedded, profileFile } = stored.target;
  const record = { embedded, requests: 0, ...(profileFile === undefined ? {} : { profileFile }) };
  const header = headerOf(config, { planned: 1, catalogue: all.length }, record);
  const collector = openCollector(path.join(out, 'rows.ndjson'), header);
  settleEarlier(out, outputNames);
  for (const { check, op } of companionsOf(planned, all)) await judge(run, check, op);
  collector.add(await judge(run, planned.check, planned.op));
  await run.exchange.close();
  const { failed } = await run.exchange.putBack();
  const finished = finish(collector, header, [planned.id], { requests: 0, mishaps: [] });
  const [row] = finished.rows;
  const [leak] = finalScan(out, run.scan);
  if (leak !== undefined || row === undefined)
    throw new ConfigurationError(`${leak ?? 'there is no row'}; what the replay left is withheld`);
  const residue = embedded ? '' : residueLine(residueOf(fileJournal(journalFile(out))));
  return { row, run: finished, residue, notPutBack: failed, out: displayPath(out) };
}

/**
 * A row that looks back on all answers of its operation sees those of the rows that are judged before it. One that holds
 * the target to what it was at the start looks at the start, and then sees what all writes lead to.
 */
function companionsOf(row: Planned, all: readonly Planned[]): readonly Planned[] {
  const { check, op } = row;
  if (!check.afterAll) return [];
  const usual = all.filter((one) => !one.check.afterAll && one.check.cost === 'usual');
  if (!check.afterWrites) return usual.filter((one) => one.op.id === op.id);
  return [row, ...usual.filter((one) => one.check.access(one.op) === 'write')];
}
