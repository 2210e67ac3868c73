import type { KeyObject } from 'node:crypto';
import { sha256 } from '../../reports/certificate/bundle.ts';
import { type Envelope, isSignedBy, keyId, publicKeyIn } from '../../reports/certificate/envelope.ts';
import { keyName, type Statement } from '../../reports/certificate/statement.ts';
import { names, subjects } from '../certificate/files.ts';
import type { Found } from './found.ts';
import type { Point } from './point.ts';

/** A statement as it was read, and what was found of it. */
export interface ReadStatement {
  readonly points: readonly Point[];
  /** The text of the statement itself, out of its envelope; `undefined` where there is none. */
  readonly payload: string | undefined;
  /** The key that the statement pins. */
  readonly pinned: string | undefined;
}

/** Checks form, signature and digests of the statement. @param given the key that the caller trusts */
export function checkStatement(found: Found, given: KeyObject | undefined): ReadStatement {
  const bytes = found.get(names.statement);
  if (bytes === undefined) {
    const text = 'there is no statement: nobody vouches for the digests';
    return {
      points: [{ holds: given === undefined ? undefined : false, text }],
      payload: undefined,
      pinned: undefined,
    };
  }
  const value = parse(bytes.toString('utf8'));
  const envelope = isEnvelope(value) ? value : undefined;
  const text = `${JSON.stringify(value, null, 1)}\n`;
  const isPlain = text === bytes.toString('utf8') && Buffer.from(text).equals(bytes);
  const payload = envelope ? Buffer.from(envelope.payload, 'base64').toString('utf8') : text;
  const statement = envelope ? parse(payload) : value;
  const isWhole =
    isPlain &&
    isStatement(statement) &&
    (!envelope || (isCanonical(envelope) && JSON.stringify(statement) === payload));
  if (!isWhole) {
    const words = 'the statement does not have the form in which `rollcall certify` writes it';
    return { points: [{ holds: false, text: words }], payload: undefined, pinned: undefined };
  }
  const pinned = pinnedIn(statement);
  return {
    points: [signaturePoint(envelope, given, pinned), ...digestPoints(statement, found)],
    payload,
    pinned,
  };
}

function signaturePoint(
  envelope: Envelope | undefined,
  given: KeyObject | undefined,
  pinned: string | undefined,
): Point {
  if (envelope === undefined)
    return {
      holds: given === undefined ? undefined : false,
      text: 'the statement is not signed: nobody vouches for it',
    };
  const own = pinned === undefined ? undefined : publicKeyIn(pinned);
  const key = given ?? own;
  if (key === undefined)
    return { holds: false, text: 'the statement is signed, and pins no key; give one with --key' };
  if (!isSignedBy(envelope, key))
    return {
      holds: false,
      text: given
        ? 'the signature is not one of the key that you gave over this statement'
        : 'the signature is not one of the key that the statement pins',
    };
  if (given)
    return { holds: true, text: `the statement is signed with the key that you gave, ${keyId(key)}` };
  return {
    holds: undefined,
    text: `the statement is signed with the key that it names itself, ${keyId(key)}: anybody could have made it. Give the key that you trust with --key`,
  };
}

function digestPoints({ subject }: Statement, found: Found): Point[] {
  const listed = new Map(subject.map(({ name, digest }) => [name, digest.sha256]));
  const missing = subjects.filter((name) => !listed.has(name));
  if (missing.length > 0 || listed.size !== subjects.length || subject.length !== subjects.length)
    return [{ holds: false, text: 'the statement is not about the files of a certificate' }];
  return subjects.map((name) => {
    const bytes = found.get(name);
    if (bytes === undefined) return { holds: undefined, text: `${name} is not here, and was not compared` };
    const holds = sha256(bytes) === listed.get(name);
    return {
      holds,
      text: holds
        ? `${name} has the digest that the statement names`
        : `${name} was changed: its digest is another`,
    };
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEnvelope(value: unknown): value is Envelope {
  if (!isRecord(value) || Object.keys(value).join() !== 'payloadType,payload,signatures') return false;
  const { payloadType: type, payload, signatures } = value;
  if (typeof type !== 'string' || typeof payload !== 'string' || !Array.isArray(signatures)) return false;
  return signatures.every(
    (one) =>
      isRecord(one) &&
      Object.keys(one).join() === 'keyid,sig' &&
      typeof one['keyid'] === 'string' &&
      typeof one['sig'] === 'string',
  );
}

/** Whether all base64 is the only one of its bytes. */
function isCanonical({ payload, signatures }: Envelope): boolean {
  return [payload, ...signatures.map(({ sig }) => sig)].every(
    (text) => Buffer.from(text, 'base64').toString('base64') === text,
  );
}

function isStatement(value: unknown): value is Statement {
  if (!isRecord(value) || value['_type'] !== 'https://in-toto.io/Statement/v1') return false;
  const { subject, predicate, predicateType } = value;
  if (predicateType !== 'https://in-toto.io/attestation/test-result/v0.1') return false;
  if (!Array.isArray(subject) || !isRecord(predicate) || !Array.isArray(predicate['configuration']))
    return false;
  return (
    predicate['configuration'].every(isRecord) &&
    subject.every(
      (one) =>
        isRecord(one) &&
        typeof one['name'] === 'string' &&
        isRecord(one['digest']) &&
        typeof one['digest']['sha256'] === 'string',
    )
  );
}

function pinnedIn({ predicate }: Statement): string | undefined {
  const content: unknown = predicate.configuration.find(({ name }) => name === keyName)?.content;
  return typeof content === 'string' ? Buffer.from(content, 'base64').toString('utf8') : undefined;
}
