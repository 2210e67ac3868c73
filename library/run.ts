import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runPlaywright } from '../bin/playwright.ts';
import { roleNamed, variableOf } from '../harness/http/key-role.ts';
import { ConfigurationError } from '../harness/judging/outcome.ts';
import type { Row } from '../harness/judging/row.ts';
import { exits } from '../harness/judging/verdict.ts';
import { readOptions, variables } from '../harness/run/options.ts';
import { loadProfile } from '../harness/run/profile.ts';
import { readRows } from '../reports/rows.ts';
import type { Summary } from '../reports/summary.ts';
import { type RunKeys, type Selection, variablesOf } from './options.ts';

/** What a run is about. */
export interface RunOptions extends Selection {
  /** The base address of the target, with `/api/v1`; the profile's, or else the embedded reference service. */
  readonly target?: string | undefined;
  /** The keys of the target; those of the profile, or of the environment, when left out. */
  readonly keys?: RunKeys | undefined;
  /** The folder for what the run leaves; `rollcall-report` when left out. */
  readonly out?: string | undefined;
  /** What could not be established counts as a violation. */
  readonly strict?: boolean | undefined;
  /** Takes the text that the command would print, as it comes; nobody when left out. */
  readonly onText?: ((text: string) => void) | undefined;
}

/** A finished run. */
export interface Finished {
  /** What the command would exit with: 0 conforms, 1 violates, 3 Rollcall itself went wrong. */
  readonly exitCode: number;
  /** The contents of `summary.json`. */
  readonly summary: Summary;
  /** The rows with their evidence, redacted: the contents of `rows.ndjson`. */
  readonly rows: readonly Row[];
  /** The folder that the run left, absolute. */
  readonly out: string;
}

/**
 * Judges a server over the network, in a process of its own, and leaves its reports: what `rollcall run` does.
 *
 * @throws ConfigurationError for an option, a profile, a key or an address that is wrong; Error where the run came to no end
 */
export async function run(options: RunOptions = {}): Promise<Finished> {
  const { keys, strict, onText = () => undefined } = options;
  const own = {
    ...variablesOf(options),
    ...(keys === undefined ? {} : keyVariables(keys, options.profile)),
    ...(strict === undefined ? {} : { [variables.strict]: strict ? '1' : '0' }),
    ...(options.out === undefined ? {} : { [variables.out]: options.out }),
  };
  const env = { ...process.env, ...own };
  const { out } = readOptions(env);
  let errors = '';
  const exitCode = await runPlaywright(env, (text, stream) => {
    if (stream === 'stderr') errors += text;
    onText(text);
  });
  if (exitCode === exits.usage) throw new ConfigurationError(errors.trim().replace(/^rollcall: /, ''));
  if (exitCode !== exits.ok && exitCode !== exits.violates && exitCode !== exits.suiteError)
    throw new Error(`the run was ended with exit code ${exitCode}; what is judged stays in ${out}`);
  const summary = JSON.parse(readFileSync(path.join(out, 'summary.json'), 'utf8')) as Summary;
  return { exitCode, summary, rows: readRows(path.join(out, 'rows.ndjson')).rows, out };
}

/** The keys in the variables that the run reads them from: the profile's, or else the usual ones. */
function keyVariables({ full, restricted, others = {} }: RunKeys, profile: string | undefined) {
  const places = profile === undefined ? {} : (loadProfile(profile).keys ?? {});
  const nameFor = (role: string): string => {
    const place = places[role];
    if (place === undefined) return variableOf(roleNamed(role));
    if ('env' in place) return place.env;
    throw new ConfigurationError(`${profile} names a file for a key; leave \`keys\` out, or the file`);
  };
  const unknown = Object.keys(others).find((role) => places[role] === undefined);
  if (unknown !== undefined)
    throw new ConfigurationError(
      `the profile has no key \`${unknown}\`, and says what each may use; add it there`,
    );
  return Object.fromEntries(
    Object.entries({ full, restricted, ...others }).flatMap(([role, key]) =>
      key === undefined ? [] : [[nameFor(role), key]],
    ),
  );
}
