import { hash } from '../data/random.ts';
import { Refusal } from './refusal.ts';

/** The two API keys of a service. */
export interface Keys {
  /** May use every operation. */
  readonly full: string;
  /** May read academic years and nothing else. */
  readonly restricted: string;
}

/** Keys made from a seed: no secrets, but long enough to be found wherever they leak. */
export function keysOf(seed: number): Keys {
  const digits = (name: string) =>
    ['a', 'b', 'c'].map((part) => hash(`${seed} ${name} ${part}`).toString(36).padStart(7, '0')).join('');
  return { full: `reference-full-${digits('full')}`, restricted: `reference-restricted-${digits('less')}` };
}

/**
 * Whose key a request carries (Authentication 1 and 2).
 * Throws a Refusal with 401 for a missing, empty or unknown key.
 */
export function keyOf(headers: Headers, keys: Keys): keyof Keys {
  const sent = headers.get('x-api-key');
  if (sent === keys.full) return 'full';
  if (sent === keys.restricted) return 'restricted';
  throw new Refusal(401, 'The header x-api-key must hold a valid API key.', {
    'www-authenticate': 'ApiKey realm="roster"',
  });
}
