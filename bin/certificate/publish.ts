import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openScan, type Secret } from '../../harness/privacy/scan.ts';
import { stored } from '../../harness/run/storage.ts';
import { unpack } from '../../reports/certificate/bundle.ts';
import { names } from './files.ts';
import type { Files } from './make.ts';

/** Deletes the certificate that an earlier certification left, so that it is not taken for that of this one. */
export function clearCertificate(out: string): void {
  for (const name of Object.values(names)) rmSync(path.join(out, name), { force: true });
}

/**
 * Writes the files of a certificate, unless one of them holds a secret.
 *
 * @returns a line for each file that holds one; empty when all are written
 */
export function publish(out: string, files: Files, secrets: readonly Secret[]): string[] {
  const scan = openScan(secrets);
  const leaks = [...files].flatMap(([name, data]) => {
    const texts = name === names.bundle ? [...unpack(Buffer.from(data)).values()] : [String(data)];
    const [first] = texts.flatMap((text) => scan(text));
    return first ? [`${name} would hold ${first.what} (${first.how})`] : [];
  });
  if (leaks.length > 0) return leaks;
  for (const [name, data] of files) {
    const file = path.join(out, name);
    stored(file, () => writeFileSync(file, data));
  }
  return [];
}
