import type { Certificate } from './certificate.ts';

/** A file that a statement is about. */
export interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

/** An in-toto statement (v1) with the test-result predicate (v0.1). */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly Subject[];
  readonly predicateType: 'https://in-toto.io/attestation/test-result/v0.1';
  readonly predicate: {
    readonly result: 'PASSED' | 'WARNED' | 'FAILED';
    readonly configuration: readonly Descriptor[];
    readonly passedTests: readonly string[];
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
  };
}

/** An in-toto resource descriptor: it has a digest, an address or its content. */
export interface Descriptor {
  readonly name: string;
  readonly digest?: { readonly sha256: string };
  readonly uri?: string;
  readonly mediaType?: string;
  /** In base64. */
  readonly content?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** The name of the descriptor that holds the public key of the signer. */
export const keyName = 'public-key';

/**
 * Makes the statement of a certificate. What a profile could have had judged, and was not, is a warning.
 *
 * @param publicKey the key of the signer as PEM, which the statement pins; left out where nobody signs
 */
export function statementOf(
  certificate: Certificate,
  subject: readonly Subject[],
  publicKey?: string,
): Statement {
  const { rows, limits, unjudged } = certificate;
  const of = (verdict: string) => rows.filter((row) => row.verdict === verdict).map(({ id }) => id);
  const warned = new Set([...of('inconclusive'), ...limits.flatMap((one) => one.rows)]);
  const failed = [...of('fail'), ...of('suiteError')];
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: failed.length > 0 ? 'FAILED' : warned.size + limits.length > 0 ? 'WARNED' : 'PASSED',
      configuration: [...configurationOf(certificate, unjudged.length), ...pinned(publicKey)],
      passedTests: of('pass'),
      warnedTests: rows.flatMap(({ id }) => (warned.has(id) ? [id] : [])),
      failedTests: failed,
    },
  };
}

function configurationOf(certificate: Certificate, unjudged: number): Descriptor[] {
  const { tool, interface: version, digests, target, implementation, level, date, runs } = certificate;
  return [
    {
      name: tool.name,
      uri: `pkg:npm/${tool.name}@${tool.version}`,
      annotations: { version: tool.version, level, date, unjudged },
    },
    { name: 'target', uri: target.origin + target.basePath, annotations: { ...implementation } },
    { name: 'interface', digest: { sha256: digests.interface }, annotations: { version } },
    { name: 'contract', digest: { sha256: digests.contract } },
    { name: 'profile', digest: { sha256: digests.profile } },
    ...runs.map(({ seed, effort, write, startedAt, finishedAt, digest }) => ({
      name: `run-${seed}`,
      digest: { sha256: digest },
      annotations: { seed, effort, write, startedAt, finishedAt },
    })),
  ];
}

function pinned(publicKey: string | undefined): Descriptor[] {
  if (publicKey === undefined) return [];
  const content = Buffer.from(publicKey).toString('base64');
  return [{ name: keyName, mediaType: 'application/x-pem-file', content }];
}
