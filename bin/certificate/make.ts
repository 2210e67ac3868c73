import { createPublicKey, type KeyObject } from 'node:crypto';
import { badgeJson, badgeSvg } from '../../reports/certificate/badge.ts';
import { pack, sha256 } from '../../reports/certificate/bundle.ts';
import { bundleTexts } from '../../reports/certificate/bundle-texts.ts';
import { type Certificate, type Certified, certify } from '../../reports/certificate/certificate.ts';
import { signed } from '../../reports/certificate/envelope.ts';
import type { Scope } from '../../reports/certificate/levels.ts';
import { certificatePage } from '../../reports/certificate/page.ts';
import { statementOf } from '../../reports/certificate/statement.ts';
import type { Contract } from '../../spec/contract.ts';
import { names, subjects } from './files.ts';

/** The files of a certificate by name. */
export type Files = ReadonlyMap<string, Uint8Array | string>;

/** Makes every file of a certificate that its bundle determines: all but the statement. */
export function filesOf(
  certified: Certified,
  {
    scope,
    contract,
    bundle,
  }: { readonly scope: Scope; readonly contract: Contract; readonly bundle: Uint8Array },
): { readonly certificate: Certificate; readonly files: Files } {
  const certificate = certify(certified, scope, sha256(bundle));
  const files = new Map<string, Uint8Array | string>([
    [names.page, certificatePage(certificate, contract)],
    [names.json, `${JSON.stringify(certificate, null, 1)}\n`],
    [names.bundle, bundle],
    [names.badge, badgeSvg(certificate)],
    [names.badgeJson, badgeJson(certificate)],
  ]);
  return { certificate, files };
}

/** Makes a bundle of what was certified. */
export function bundleOf(certified: Certified, exchanges?: ReadonlyMap<number, string>): Uint8Array {
  return pack(bundleTexts(certified, exchanges));
}

/** The text of the statement about these files: in a signed envelope with a key, and as it is without one. */
export function statementText(certificate: Certificate, files: Files, key?: KeyObject): string {
  const about = subjects.map((name) => ({ name, digest: { sha256: sha256(files.get(name) ?? '') } }));
  if (key === undefined) return `${JSON.stringify(statementOf(certificate, about), null, 1)}\n`;
  const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  const payload = JSON.stringify(statementOf(certificate, about, pem));
  return `${JSON.stringify(signed(payload, key), null, 1)}\n`;
}
