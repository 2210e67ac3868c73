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

/** The profile that tells Rollcall what its own reference service chose. */
export const builtInProfile = path.join(import.meta.dirname, '../profiles/reference/profile.yaml');

/** A target that answers, and a session with it that reads. */
export interface OpenTarget {
  readonly config: RunConfig;
  readonly run: Run;
  /** It is the reference service, as it says itself. */
  readonly reference: boolean;
  /** Requests that it took to find out that it can be judged. */
  readonly requests: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Opens the target that the environment of a run names, the embedded reference service where it names none, and
 * closes it when the work is done.
 *
 * @param known whether a reference service is met with the profile that is built in for it
 * @param journal that of an earlier run, where the session is to go on from it
 * @throws ConfigurationError that says what is wrong with address, key or profile, and how to mend it
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
    return await work({ config, run, reference, requests });
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
