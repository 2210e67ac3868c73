import { originOf } from '../http/address.ts';
import { withHeaders } from '../http/extra-headers.ts';
import { explain, type Finding, probe } from '../http/reach.ts';
import type { Transport } from '../http/transport.ts';
import { ConfigurationError } from '../judging/outcome.ts';
import type { Settings } from './settings.ts';

/** The result of a preflight in which the service answered. */
export interface Reached {
  /** Requests that the preflight sent. */
  readonly requests: number;
  /** The target says that it is this project's own reference service. */
  readonly reference: boolean;
}

/** Cheap reads, the cheapest first. One of them that the service answers is enough. */
const paths = ['/academic-years', '/classes?limit=1', '/users?limit=1'];

/**
 * Checks before a run that the address and the key are right, and that the service answers.
 *
 * @throws ConfigurationError that says what is wrong and how to correct it; it never accuses the target
 */
export async function preflight(
  settings: Pick<Settings, 'baseUrl' | 'keys' | 'headers'>,
  transport: Transport,
): Promise<Reached> {
  const line = withHeaders(transport, settings.headers);
  const { baseUrl } = settings;
  const origin = originOf(baseUrl);
  const key = keyOf(settings);
  let requests = 0;
  const ask = (url: string): Promise<Finding> => {
    requests += 1;
    return probe(url, key, line);
  };

  let first: Finding | undefined;
  for (const path of paths) {
    const finding = await ask(baseUrl + path);
    if (finding.kind === 'service') return { requests, reference: finding.reference };
    first ??= finding;
    if (finding.kind === 'no-answer' || finding.kind === 'limited') break;
  }
  const isFinal = first?.kind === 'no-answer' || first?.kind === 'limited';
  const elsewhere = isFinal ? undefined : await findService(baseUrl, origin, ask);
  throw new ConfigurationError(explain(first ?? { kind: 'not-found' }, baseUrl, elsewhere));
}

/**
 * Looks for the service where the version prefix of the given address is missing or wrong; returns its base address.
 */
async function findService(
  baseUrl: string,
  origin: string,
  ask: (url: string) => Promise<Finding>,
): Promise<string | undefined> {
  const candidates = new Set(
    [`${baseUrl}/api/v1`, `${origin}/api/v1`].filter((address) => address !== baseUrl),
  );
  if (baseUrl.endsWith('/api/v1')) candidates.delete(`${baseUrl}/api/v1`);
  for (const candidate of candidates) {
    const finding = await ask(`${candidate}/academic-years`);
    if (finding.kind === 'service') return candidate;
  }
  return undefined;
}

function keyOf({ keys }: Pick<Settings, 'keys'>): string {
  const key = keys.full ?? '';
  if (key.trim() === '') {
    throw new ConfigurationError(
      'there is no API key: set ROLLCALL_API_KEY to the key of the target (never on the command line)',
    );
  }
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new ConfigurationError(
    'the key in ROLLCALL_API_KEY has a space, a line end or a letter that no header can carry; copy it again',
  );
}
