import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { ConfigurationError } from '../judging/outcome.ts';
import type { RunConfig } from '../run/config.ts';
import { readText } from '../run/profile.ts';
import type { Trust } from './browser.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const trusted = new Set<string>();

/**
 * The options of Playwright's `newContext` for certificates. The client verifies certificates against the authorities
 * of Node and the profile's `ca`. With `--insecure`, it verifies nothing.
 *
 * @throws ConfigurationError when `ca` is no certificate, or when only the environment turns verification off
 */
export function tlsFor(
  config: Pick<RunConfig, 'options' | 'profile'>,
  env: Environment,
): { ignoreHTTPSErrors: boolean } {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && !config.options.insecure) {
    throw new ConfigurationError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 would turn the verification of certificates off unseen; take it away, give the ' +
        'profile a `ca`, or use --insecure',
    );
  }
  if (config.profile.ca !== undefined) trust(config.profile.ca, env);
  return { ignoreHTTPSErrors: config.options.insecure };
}

/** The same for a browser, which has to be told of the profile's `ca`. @throws ConfigurationError as {@link tlsFor} */
export function browserTrustFor(config: Pick<RunConfig, 'options' | 'profile'>, env: Environment): Trust {
  return { ...tlsFor(config, env), ownAuthority: config.profile.ca !== undefined };
}

/**
 * Makes this process trust one more authority. Playwright's client has no option for that, so Node's default is set.
 */
function trust(file: string, env: Environment): void {
  if (trusted.has(file)) return;
  const certificate = readText(file);
  if (!/-----BEGIN CERTIFICATE-----/.test(certificate)) {
    throw new ConfigurationError(
      `${file} holds no certificate as PEM (-----BEGIN CERTIFICATE-----); give the authority's`,
    );
  }
  trusted.add(file);
  const extra = env['NODE_EXTRA_CA_CERTS'] ? [readFileSync(env['NODE_EXTRA_CA_CERTS'], 'utf8')] : [];
  const create = tls.createSecureContext;
  const authorities = [...tls.rootCertificates, ...extra, certificate];
  Object.defineProperty(tls, 'createSecureContext', {
    value: (options: tls.SecureContextOptions = {}) =>
      create(options.ca === undefined ? { ...options, ca: authorities } : options),
  });
}
