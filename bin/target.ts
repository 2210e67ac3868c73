import path from 'node:path';
import { request } from '@playwright/test';
import { tlsFor } from '../harness/http/tls.ts';
import { openLine } from '../harness/http/transport.ts';
import { type RunConfig, resolveConfig } from '../harness/run/config.ts';
import { type Journal, memoryJournal } from '../harness/run/journal.ts';
import { readOptions, variables } from '../harness/run/options.ts';
import { preflight } from '../harness/run/preflight.ts';
import { openRun, type Run } from '../harness/run/run.ts';
import { createReference, serve } from '../reference/service/index.ts';

/** The file of the built-in profile of the reference service. */
export const builtInProfile = path.join(import.meta.dirname, '../profiles/reference/profile.yaml');

/** A target that passed its preflight, and a run on it. */
export interface OpenTarget {
  readonly config: RunConfig;
  readonly run: Run;
  /** The target says that it is the reference service. */
  readonly reference: boolean;
  /** Nobody named a profile, and the one of the reference service is used. */
  readonly isBuiltIn: boolean;
  /** Requests that the preflight sent. */
  readonly requests: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Opens the target that the environment names, or else the embedded reference service, and closes it after `work`.
 *
 * @param known `known` to use the built-in profile for a reference service, when the environment names no profile
 * @param journal the journal of an earlier run, to continue it
 * @throws ConfigurationError that says what is wrong with the address, the key or the profile, and how to correct it
 */
export async function withTarget<T>(
  env: Environment,
  work: (target: OpenTarget) => Promise<T>,
  known: 'known' | 'unknown' = 'known',
  journal: Journal = memoryJournal(),
): Promise<T> {
  const asked = resolveConfig(readOptions(env), env);
  if (asked.settings.baseUrl === '') return withEmbedded(env, work);
  const line = openLine(() => request.newContext(tlsFor(asked, env)));
  try {
    const { requests, reference } = await preflight(asked.settings, line.transport);
    const builtIn = known === 'known' && reference && asked.options.profile === undefined;
    const config = builtIn
      ? resolveConfig(readOptions({ ...env, [variables.profile]: builtInProfile }), env)
      : asked;
    const run = openRun({ ...config, transport: line.transport, journal });
    return await work({ config, run, reference, isBuiltIn: builtIn, requests });
  } finally {
    await line.close();
  }
}

async function withEmbedded<T>(env: Environment, work: (target: OpenTarget) => Promise<T>): Promise<T> {
  const { fetch, keys } = createReference();
  const { baseUrl, close } = await serve(fetch);
  const embedded = {
    [variables.target]: baseUrl,
    [variables.write]: '1',
    ROLLCALL_API_KEY: keys.full,
    ROLLCALL_RESTRICTED_KEY: keys.restricted,
  };
  try {
    return await withTarget({ ...env, ...embedded }, work);
  } finally {
    await close();
  }
}
