import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { publicKeyIn } from '../../reports/certificate/envelope.ts';
import type { Command } from '../command.ts';
import { readFlags } from '../flags.ts';
import { checkFiles } from '../verify/check.ts';
import { findFiles } from '../verify/found.ts';
import { pointText } from '../verify/point.ts';

const flags = {
  key: { value: 'FILE', help: 'The public key that you trust, as `rollcall keygen` makes it.' },
} as const;

/** `rollcall verify`: checks a certificate without the target and without a network. */
export const verify: Command = {
  usage: 'rollcall verify FILE [--key FILE]',
  about:
    'Checks a certificate offline: digests and signature, the contract against the known ones, the verdict from the rows, page and badge from the bundle, and each row again where the runs were recorded. FILE is one of its files, or their folder. Exit code 1 when something does not hold.',
  flags,
  run: async (args) => {
    const given = readFlags(flags, args, 1);
    const [file] = given.words;
    if (file === undefined)
      throw new ConfigurationError('verify needs a file of a certificate, or its folder');
    const key = given.values['key']?.at(-1);
    const points = await checkFiles(findFiles(file), key === undefined ? undefined : keyIn(key));
    for (const point of points) process.stdout.write(`${pointText(point)}\n`);
    const broken = points.filter(({ holds }) => holds === false).length;
    process.stdout.write(`\n${broken === 0 ? 'The certificate holds.' : 'The certificate does NOT hold.'}\n`);
    return broken === 0 ? exits.ok : exits.violates;
  },
};

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
