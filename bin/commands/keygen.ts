import { generateKeyPairSync } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { stored } from '../../harness/run/storage.ts';
import { keyId } from '../../reports/certificate/envelope.ts';
import type { Command } from '../command.ts';
import { readFlags } from '../flags.ts';

const flags = {
  out: { value: 'NAME', help: 'The name of the two files, NAME.key and NAME.pub; rollcall unless given.' },
} as const;

/** `rollcall keygen`: makes a pair of keys to sign certificates with. */
export const keygen: Command = {
  usage: 'rollcall keygen [--out NAME]',
  about:
    'Makes an Ed25519 key pair: NAME.key signs certificates and stays with you, NAME.pub is for those who verify them. No file is overwritten.',
  flags,
  run: async (args) => {
    const name = readFlags(flags, args).values['out']?.at(-1) ?? 'rollcall';
    const files = { private: `${name}.key`, public: `${name}.pub` };
    for (const file of Object.values(files))
      if (existsSync(file)) throw new ConfigurationError(`${file} is there already; choose another --out`);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const open = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    write(files.private, secret, 0o600);
    write(files.public, open, 0o644);
    process.stdout.write(
      `Private key  ${files.private}: keep it secret\nPublic key   ${files.public}: give it to those who verify\nKey id       ${keyId(publicKey)}\n`,
    );
    return exits.ok;
  },
};

function write(file: string, text: string, mode: number): void {
  try {
    stored(file, () => writeFileSync(file, text, { mode, flag: 'wx' }));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
    throw new ConfigurationError(`${file} can't be written (${code}); choose another --out`);
  }
}
