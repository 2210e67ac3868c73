import path from 'node:path';
import { type FullConfig, request } from '@playwright/test';
import { tlsFor } from '../harness/http/tls.ts';
import { openLine } from '../harness/http/transport.ts';
import { ConfigurationError } from '../harness/judging/outcome.ts';
import { plan } from '../harness/judging/plan.ts';
import { announcement } from '../harness/run/announce.ts';
import { askedBy, noteAsked } from '../harness/run/asked-rows.ts';
import { type RunConfig, resolveConfig } from '../harness/run/config.ts';
import { refuseForeign, setEarlierAside, settleEarlier } from '../harness/run/earlier.ts';
import { keepHeapLean } from '../harness/run/lean-heap.ts';
import {
  endVariable,
  goodVariable,
  type RunOptions,
  readOptions,
  variables,
} from '../harness/run/options.ts';
import { preflight, type Reached } from '../harness/run/preflight.ts';
import { writePreflight } from '../harness/run/preflight-record.ts';
import { keepEarlier, refuseOtherContract } from '../harness/run/resume.ts';
import { failedRows, refuseSelection } from '../harness/run/selection.ts';
import { endAsOnCtrlC, endWithParent } from '../harness/run/signals.ts';
import { orExit } from '../harness/run/usage.ts';
import { refusePending } from '../harness/safety/pending.ts';
import { createReference, serve } from '../reference/service/index.ts';
import { besideAllure, hasAllure } from '../reports/allure-beside.ts';
import { contractDigest } from '../reports/header.ts';
import { clearOutput, outputNames } from '../reports/output.ts';
import { readPin } from '../reports/pin/pin.ts';
import { pinRows } from '../reports/pin/rows.ts';
import { width, wrap } from '../reports/terminal/layout.ts';
import type { Contract } from '../spec/contract.ts';
import { goodSchemas } from '../spec/good-schemas.ts';
import { catalogue } from './checks/index.ts';

const builtInProfile = path.join(import.meta.dirname, '../profiles/reference/profile.yaml');

/**
 * Prepares a run: checks the options and the target, and only then sets the report of an earlier run aside. Playwright
 * calls it once.
 */
export default function setUp({
  shard,
  reporter,
}: Pick<FullConfig, 'shard' | 'reporter'>): Promise<() => Promise<void>> {
  if (hasAllure({ reporter })) process.env[besideAllure] = '1';
  keepHeapLean();
  endAsOnCtrlC();
  endWithParent();
  return orExit(() => prepare(shard !== null));
}

async function prepare(isSharded: boolean): Promise<() => Promise<void>> {
  const options = readOptions(process.env);
  const config = resolveConfig(options, process.env);
  if (isSharded) throw otherShards();
  refuseRows(config);
  if (!options.resume) refuseForeign(options.out, outputNames);
  if (!options.resume) refusePending(options.out);
  const embedded = config.settings.baseUrl === '';
  const close = embedded ? await embed() : async () => undefined;
  const reached = embedded ? { requests: 0, reference: true } : await preflightOverNetwork(config);
  if (reached.reference && options.profile === undefined) useBuiltInProfile(options, embedded);
  if (options.timeLimit !== undefined)
    process.env[endVariable] = String(Date.now() + options.timeLimit * 1000);
  const final = resolveConfig(readOptions(process.env), process.env);
  begin(options, final.contract);
  const good = goodSchemas();
  process.env[goodVariable] = good;
  process.env[variables.prepared] = '1';
  writePreflight(options.out, {
    embedded,
    requests: reached.requests,
    good,
    ...(options.profile === undefined ? {} : { profileFile: options.profile }),
  });
  for (const line of announcement(final)) say(options, line);
  return async () => {
    settleEarlier(options.out, outputNames);
    await close();
  };
}

function otherShards(): ConfigurationError {
  return new ConfigurationError(
    `Playwright's --shard would give all rows to one shard; set ${variables.shard}=K/N instead`,
  );
}

/** Refuses a selection of rows that is a mistake. @throws ConfigurationError */
function refuseRows(config: RunConfig): void {
  const { options, contract } = config;
  const pinned = options.pin === undefined ? [] : pinRows(readPin(options.pin), options.only);
  // A pattern may mean rows of the pin alone.
  if (pinned.length === 0 || options.path !== undefined) refuseSelection(plan(catalogue, contract), config);
}

function useBuiltInProfile(options: RunOptions, embedded: boolean): void {
  process.env[variables.profile] = builtInProfile;
  if (embedded) return;
  say(options, 'The target says that it is the reference service: its built-in profile is used.');
}

/** Tells the person who watches. The standard output belongs to the rows where they are asked for. */
function say({ quiet, json }: RunOptions, text: string): void {
  if (quiet) return;
  (json ? process.stderr : process.stdout).write(`${wrap(text, width).join('\n')}\n`);
}

/** Begins the report of a run, or goes on with that of an interrupted one. */
function begin(options: RunOptions, contract: Contract): void {
  const { out, resume } = options;
  if (!resume) {
    // The rows of --failed may stand in the very report that is set aside.
    const failed = options.failed === undefined ? [] : failedRows(options);
    setEarlierAside(out, outputNames);
    noteAsked(out, askedBy(options, failed));
    return;
  }
  settleEarlier(out, outputNames);
  refuseOtherContract(out, contractDigest(contract));
  keepEarlier(out);
  clearOutput(out);
}

/** Starts the reference service inside this run, and makes it the target, with writes allowed. */
async function embed(): Promise<() => Promise<void>> {
  const reference = createReference();
  const { baseUrl, close } = await serve(reference.fetch);
  process.env[variables.target] = baseUrl;
  process.env[variables.write] = '1';
  process.env['ROLLCALL_API_KEY'] = reference.keys.full;
  process.env['ROLLCALL_RESTRICTED_KEY'] = reference.keys.restricted;
  return close;
}

async function preflightOverNetwork(config: RunConfig): Promise<Reached> {
  const line = openLine(() => request.newContext(tlsFor(config, process.env)));
  try {
    return await preflight(config.settings, line.transport);
  } finally {
    await line.close();
  }
}
