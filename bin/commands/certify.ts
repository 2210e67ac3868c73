import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { secretsOf } from '../../harness/privacy/scan.ts';
import { resolveConfig } from '../../harness/run/config.ts';
import { makeFolder } from '../../harness/run/folder.ts';
import { readOptions, variables } from '../../harness/run/options.ts';
import { BundleError } from '../../reports/certificate/bundle.ts';
import { assessed, type Certificate } from '../../reports/certificate/certificate.ts';
import { privateKeyIn } from '../../reports/certificate/envelope.ts';
import { displayPath } from '../../reports/output.ts';
import { commandLine } from '../../spec/command-line.ts';
import { withAgain } from '../certificate/again.ts';
import { names } from '../certificate/files.ts';
import { type Gathered, gather, implementationIn } from '../certificate/gather.ts';
import { bundleOf, filesOf, statementText } from '../certificate/make.ts';
import { clearCertificate, publish } from '../certificate/publish.ts';
import { refusalText } from '../certificate/refusal.ts';
import { runSeeds } from '../certificate/runs.ts';
import { scopeOf } from '../certificate/scope.ts';
import type { Command } from '../command.ts';
import { type Given, readFlags } from '../flags.ts';

const flags = {
  profile: { value: 'FILE', help: 'What is known about the target. It names the implementation.' },
  target: { value: 'URL', help: 'Base address of the target; the one in the profile unless given.' },
  write: { help: 'Allow to create and change on the target. Without it, the level is at most `reads`.' },
  seeds: { value: 'LIST', help: 'The seeds, one run each: 1,2,3 unless given; at least two.' },
  effort: { value: 'LEVEL', help: 'standard or deep; standard unless given.' },
  sign: { value: 'KEY', help: 'The private key to sign with, as `rollcall keygen` makes it.' },
  record: { help: 'Record every exchange, redacted, so that others can judge the rows again.' },
  from: {
    value: 'DIR',
    many: true,
    help: 'Certify the finished run in this folder in place of a new one. May be given more than once.',
  },
  only: { value: 'PATTERN', many: true, help: 'Try out a part: the refusal then names what is missing.' },
  out: { value: 'DIR', help: 'Folder for the certificate and its runs; rollcall-certificate unless given.' },
} as const;

/** `rollcall certify`: runs with several seeds, and writes a certificate, or says what stands in its way. */
export const certify: Command = {
  usage: 'rollcall certify --profile FILE [--target URL] [--write] [options]',
  about:
    'Judges a target with several seeds and writes a certificate: a page, its JSON, a bundle with every row, a statement that others can check, and a badge. It refuses with exit code 1, and says why, while a row failed, was not run, or could not be established for a reason that the target or the profile can remove.\n\n' +
    'The levels are: reads; reads and writes; complete, where nothing was left out that a profile could have had judged.',
  flags,
  run: async (args) => {
    const given = readFlags(flags, args);
    const asked = readAsked(given);
    if (asked.from.length === 0) refuseNobody(asked.profile, environmentOf(given));
    makeFolder(asked.out);
    const ran =
      asked.from.length > 0
        ? { folders: asked.from, code: exits.ok }
        : await runSeeds(asked.seeds, asked.out, environmentOf(given));
    if (ran.code !== exits.ok && ran.code !== exits.violates) return ran.code;
    return issue(gather(ran.folders, asked.profile), asked);
  },
};

/** Refuses a profile that does not say whose service it is, or where. @throws ConfigurationError */
function refuseNobody(profile: string, own: Readonly<Record<string, string>>): void {
  implementationIn(profile);
  const env = { ...process.env, ...own };
  if (resolveConfig(readOptions(env), env).settings.baseUrl !== '') return;
  throw new ConfigurationError(
    `a certificate is about a target, and ${profile} names none; give --target URL`,
  );
}

interface Asked {
  readonly profile: string;
  readonly seeds: readonly number[];
  readonly out: string;
  readonly from: readonly string[];
  readonly key: ReturnType<typeof privateKeyIn>;
}

/** Writes the certificate, or says why there is none. @returns the exit code */
async function issue(gathered: Gathered, { out, key, profile }: Asked): Promise<number> {
  const { contract } = gathered;
  const scope = scopeOf(contract);
  const { refusals } = assessed(gathered.certified, scope);
  // From here on there is an answer: what an earlier certification left would be taken for it.
  clearCertificate(out);
  if (refusals.length > 0) {
    process.stdout.write(`\n${refusalText(refusals)}\n`);
    return exits.violates;
  }
  const { certified, exchanges } = await withAgain(gathered);
  const { certificate, files } = filesOf(certified, {
    scope,
    contract,
    bundle: packed(certified, exchanges),
  });
  const whole = new Map([...files, [names.statement, statementText(certificate, files, key)]]);
  const leaks = publish(out, whole, secretsIn(profile));
  for (const leak of leaks) process.stderr.write(`rollcall: ${leak}; nothing was written\n`);
  if (leaks.length > 0) return exits.suiteError;
  process.stdout.write(`\n${issuedText(certificate, out, key !== undefined)}\n`);
  return exits.ok;
}

/** Makes the bundle. @throws ConfigurationError when the recorded exchanges are too many for one */
function packed(certified: Gathered['certified'], exchanges: Gathered['exchanges']): Uint8Array {
  try {
    return bundleOf(certified, exchanges);
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    throw new ConfigurationError(
      `the bundle is too large: ${error.message}; certify fewer seeds, or without --record`,
    );
  }
}

function secretsIn(profile: string) {
  const env = { ...process.env, [variables.profile]: profile };
  const { keys, canaries = [], headers } = resolveConfig(readOptions(env), env).settings;
  return secretsOf(keys, canaries, headers);
}

function issuedText(
  { level, interface: version, limits, counts }: Certificate,
  out: string,
  isSigned: boolean,
): string {
  return [
    `Certificate: ${level}, interface ${version}; ${counts.pass} rows held`,
    ...limits.map(
      ({ reason, rows }) => `  limited: ${reason}${rows.length > 0 ? ` (${rows.length} rows)` : ''}`,
    ),
    `Page         ${displayPath(path.join(out, names.page))}`,
    `Bundle       ${displayPath(path.join(out, names.bundle))}`,
    `Statement    ${displayPath(path.join(out, names.statement))}, ${isSigned ? 'signed' : 'not signed: --sign KEY signs it'}`,
    `To verify    ${commandLine(`verify ${displayPath(out)}`)}`,
  ].join('\n');
}

/** Reads the command line. @throws ConfigurationError */
function readAsked({ values }: Given): Asked {
  const profile = values['profile']?.at(-1);
  if (profile === undefined)
    throw new ConfigurationError('certify needs --profile FILE: a certificate names whose service it is');
  const effort = values['effort']?.at(-1) ?? process.env[variables.effort];
  if (effort === 'quick') throw new ConfigurationError('a certificate needs --effort standard or deep');
  const sign = values['sign']?.at(-1);
  return {
    profile,
    seeds: seedsIn(values['seeds']?.at(-1) ?? '1,2,3'),
    out: path.resolve(values['out']?.at(-1) ?? 'rollcall-certificate'),
    from: (values['from'] ?? []).map((folder) => path.resolve(folder)),
    key: sign === undefined ? undefined : keyIn(sign),
  };
}

function seedsIn(text: string): number[] {
  const words = text.split(',');
  const seeds = new Set(words.map(Number));
  if (words.every((word) => /^\d{1,9}$/.test(word)) && seeds.size === words.length && seeds.size > 1)
    return [...seeds];
  throw new ConfigurationError(
    `--seeds is a list of at least two different whole numbers, such as 1,2,3; not \`${text}\``,
  );
}

function keyIn(file: string): NonNullable<Asked['key']> {
  const key = privateKeyIn(fileText(file));
  if (key === undefined)
    throw new ConfigurationError(`${file} is no private Ed25519 key in PEM; \`rollcall keygen\` makes one`);
  const isOpen = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  if (isOpen)
    process.stderr.write(`rollcall: WARNING: others on this machine may read ${file}; chmod 600 it\n`);
  return key;
}

function fileText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigurationError(`${file} can't be read; check the name and the permissions`);
  }
}

/** What would make a run no part of a certificate, whatever the environment says. */
const never = ['skip', 'failed', 'shard', 'timeLimit', 'path', 'pin', 'resume'] as const;

function environmentOf({ values }: Given): Record<string, string> {
  const names = ['target', 'profile', 'write', 'effort', 'only', 'record'] as const;
  const entries = names.map((name) => [variables[name], values[name]?.join('\n')]);
  const unset = never.map((name) => [variables[name], '']);
  return Object.fromEntries([...unset, ...entries.filter(([, value]) => value !== undefined)]);
}
