import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { publicKeyIn } from '../../reports/certificate/envelope.ts';
import type { Command } from '../command.ts';
import { readFlags } from '../flags.ts';
import { checkFiles } from '../verify/check.ts';
import { findFiles } from '../verify/found.ts';
import { type Point, pointText } from '../verify/point.ts';

const flags = {
  key: { value: 'FILE', help: 'The public key that you trust, as `rollcall keygen` makes it.' },
} as const;

/** `rollcall verify`: checks a certificate without the target and without a network. */
export const verify: Command = {
  usage: 'rollcall verify FILE [--key FILE]',
  about:
    'Checks a certificate offline: digests and signature, the contract against the known ones, the verdict from the rows, page and badge from the bundle, and each row again where the runs were recorded. FILE is one of its files, or their folder. Exit code 1 when something does not hold, and 2 when it takes another version of Rollcall to tell.',
  flags,
  run: async (args) => {
    const given = readFlags(flags, args, 1);
    const [file] = given.words;
    if (file === undefined)
      throw new ConfigurationError('verify needs a file of a certificate, or its folder');
    const key = given.values['key']?.at(-1);
    const points = await checkFiles(findFiles(file), key === undefined ? undefined : keyIn(key));
    for (const point of points) process.stdout.write(`${pointText(point)}\n`);
    const { sentence, code } = outcomeOf(points);
    process.stdout.write(`\n${sentence}\n`);
    return code;
  },
};

/** What the points come to, with the exit code. */
function outcomeOf(points: readonly Point[]): { readonly sentence: string; readonly code: number } {
  if (points.some(({ holds }) => holds === false))
    return { sentence: 'The certificate does NOT hold.', code: exits.violates };
  if (points.some(({ holds, needed }) => holds === undefined && needed === true))
    return {
      sentence: 'Whether the certificate holds is NOT known: this version cannot judge it.',
      code: exits.usage,
    };
  return { sentence: 'The certificate holds.', code: exits.ok };
}

function keyIn(file: string): NonNullable<ReturnType<typeof publicKeyIn>> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new ConfigurationError(`${file} can't be read; check the name and the permissions`);
  }
  const key = publicKeyIn(text);
  if (key === undefined)
    throw new ConfigurationError(`${file} is no public Ed25519 key in PEM; \`rollcall keygen\` makes one`);
  return key;
}
