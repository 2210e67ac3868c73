import { rmSync } from 'node:fs';
import path from 'node:path';
import { request } from '@playwright/test';
import { tlsFor } from '../harness/http/tls.ts';
import { openLine } from '../harness/http/transport.ts';
import { plan } from '../harness/judging/plan.ts';
import { announcement } from '../harness/run/announce.ts';
import { type RunConfig, resolveConfig } from '../harness/run/config.ts';
import { exchangesFile } from '../harness/run/exchanges-file.ts';
import { keepHeapLean } from '../harness/run/lean-heap.ts';
import { refuseUnknown } from '../harness/run/only.ts';
import { readOptions, variables } from '../harness/run/options.ts';
import { preflight, type Reached } from '../harness/run/preflight.ts';
import { journalFile, writePreflight } from '../harness/run/preflight-record.ts';
import { dropEarlier, keepEarlier, noteAsked, refuseOtherContract } from '../harness/run/resume.ts';
import { endAsOnCtrlC, endWithParent } from '../harness/run/signals.ts';
import { writeWhole } from '../harness/run/storage.ts';
import { orExit } from '../harness/run/usage.ts';
import { refusePending } from '../harness/safety/pending.ts';
import { createReference, serve } from '../reference/service/index.ts';
import { contractDigest } from '../reports/header.ts';
import { clearOutput } from '../reports/output.ts';
import { readPin } from '../reports/pin/pin.ts';
import { pinRows } from '../reports/pin/rows.ts';
import { width, wrap } from '../reports/terminal/layout.ts';
import type { Contract } from '../spec/contract.ts';
import { catalogue } from './checks/index.ts';

const builtInProfile = path.join(import.meta.dirname, '../profiles/reference/profile.yaml');

/** Prepares a run: checks the options and the target, and empties the output folder. Playwright calls it once. */
export default function setUp(): Promise<() => Promise<void>> {
  keepHeapLean();
  endAsOnCtrlC();
  endWithParent();
  return orExit(async () => {
    const options = readOptions(process.env);
    const config = resolveConfig(options, process.env);
    const { settings, contract } = config;
    if (!options.resume) clear(options.out);
    noteAsked(options.out, options.only);
    const pinned = options.pin === undefined ? [] : pinRows(readPin(options.pin), options.only);
    // A pattern may mean rows of the pin alone.
    if (pinned.length === 0 || options.path !== undefined) refuseUnknown(options, plan(catalogue, contract));
    const embedded = settings.baseUrl === '';
    const close = embedded ? await embed() : async () => undefined;
    const { requests, reference } = embedded
      ? { requests: 0, reference: true }
      : await preflightOverNetwork(config);
    const profileFile = options.profile === undefined ? {} : { profileFile: options.profile };
    writePreflight(options.out, { embedded, requests, ...profileFile });
    if (reference && options.profile === undefined) process.env[variables.profile] = builtInProfile;
    if (reference && options.profile === undefined && !embedded) {
      process.stdout.write(
        'The target says that it is the reference service: its built-in profile is used.\n',
      );
    }
    const finalConfig = resolveConfig(readOptions(process.env), process.env);
    if (options.resume) resume(options.out, finalConfig.contract);
    process.stdout.write(
      `${announcement(finalConfig)
        .flatMap((line) => wrap(line, width))
        .join('\n')}\n`,
    );
    return close;
  });
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

/** Prepares the folder of an interrupted run: the rows judged so far are set aside. */
function resume(out: string, contract: Contract): void {
  refuseOtherContract(out, contractDigest(contract));
  keepEarlier(out);
  clearOutput(out);
}

/** Deletes the output of an earlier run. */
function clear(out: string): void {
  refusePending(out);
  clearOutput(out);
  dropEarlier(out);
  rmSync(journalFile(out), { force: true });
  rmSync(exchangesFile(out), { force: true });
  writeWhole(path.join(out, 'rows.ndjson'), '');
}
