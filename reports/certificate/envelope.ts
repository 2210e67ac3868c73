import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** A DSSE envelope (v1). */
export interface Envelope {
  readonly payloadType: string;
  /** In base64. */
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** The type of the payload of an in-toto statement. */
export const payloadType = 'application/vnd.in-toto+json';

/** Signs a statement with Ed25519. */
export function signed(payload: string, key: KeyObject): Envelope {
  const bytes = Buffer.from(payload);
  return {
    payloadType,
    payload: bytes.toString('base64'),
    signatures: [
      { keyid: keyId(createPublicKey(key)), sig: sign(null, encoding(bytes), key).toString('base64') },
    ],
  };
}

/** Whether an envelope carries exactly one signature, and this key made it. */
export function isSignedBy({ payload, signatures, payloadType: type }: Envelope, key: KeyObject): boolean {
  const [one, ...others] = signatures;
  if (one === undefined || others.length > 0 || type !== payloadType || one.keyid !== keyId(key))
    return false;
  return verify(null, encoding(Buffer.from(payload, 'base64')), key, Buffer.from(one.sig, 'base64'));
}

/** The pre-authentication encoding of DSSE: what a signature is made of. */
function encoding(payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** The id of a public key: the SHA-256 of its DER form. */
export function keyId(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** Reads a private Ed25519 key from PEM; `undefined` for anything else. */
export function privateKeyIn(pem: string): KeyObject | undefined {
  return edwards(() => createPrivateKey(pem));
}

/** Reads a public Ed25519 key from PEM; `undefined` for anything else, a private key included. */
export function publicKeyIn(pem: string): KeyObject | undefined {
  if (pem.includes('PRIVATE')) return undefined;
  return edwards(() => createPublicKey(pem));
}

function edwards(read: () => KeyObject): KeyObject | undefined {
  try {
    const key = read();
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
