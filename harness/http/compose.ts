import type { Operation } from '../../spec/contract.ts';
import { Inconclusive } from '../judging/outcome.ts';
import type { Keys } from '../run/settings.ts';
import type { KeyPlace, Sent } from './answer.ts';
import { givenKey, isGiven, type KeyRole, type NearKey, nameOfRole, roleNamed } from './key-role.ts';
import { type Params, place } from './place.ts';

/** What a request may have besides its parameters. */
export interface SendOptions {
  /** The key that the request carries; left out, the full one, or another where the profile denies it the operation. */
  readonly key?: KeyRole;
  /** A JSON body that replaces the one made from the parameters. */
  readonly body?: unknown;
  /** A body as text, sent unchanged. */
  readonly rawBody?: string;
  /** Text that is appended to the query unchanged; without `?` or `&`. */
  readonly rawQuery?: string;
  /** A method that replaces the operation's own. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another spelling for the name of the key's header. */
  readonly keyName?: string;
  /** A place for the key in which it does not belong, in place of its header. */
  readonly keyAs?: KeyPlace;
  /**
   * Statuses that the check judges itself, although they usually make a row inconclusive: 429 and 5xx. An answer with
   * such a status is returned without a retry.
   */
  readonly sees?: readonly number[];
  /**
   * The request is a fuzz case that a gateway may refuse before the service gets it. A refusal that is not JSON is then
   * not held to any schema.
   */
  readonly fuzzed?: boolean;
}

/** What a request accepts, where its check does not choose. */
export const usualAccept = 'application/json, application/problem+json';

/** Composes a request as it will go over the wire. @throws Inconclusive when the run lacks the key that it needs */
export function compose(op: Operation, params: Params, options: SendOptions, keys: Keys): Sent {
  const placed = place(op, params);
  const key = options.key ?? roleNamed(keys.instead?.[op.id] ?? 'full');
  const body = options.rawBody ?? textOf(options.body ?? placed.body);
  const { headers: keyHeaders, query: keyQuery } = placeOfKey(key, keys, options);
  const added = [options.rawQuery, keyQuery].filter((part) => part !== undefined).join('&');
  const separator = placed.path.includes('?') ? '&' : '?';
  return {
    operation: op.id,
    method: options.method ?? op.method,
    path: added === '' ? placed.path : `${placed.path}${separator}${added}`,
    headers: {
      accept: usualAccept,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...keyHeaders,
      ...options.headers,
    },
    body,
    key,
    ...(options.keyAs === undefined ? {} : { keyAs: options.keyAs }),
  };
}

/** The headers, or the part of the query, that hold the key. */
function placeOfKey(
  role: KeyRole,
  keys: Keys,
  { keyName = 'x-api-key', keyAs = { headers: { [keyName]: '' } } }: SendOptions,
): { readonly headers: Readonly<Record<string, string>>; readonly query?: string } {
  const key = textOfKey(role, keys);
  if (key === undefined) return { headers: {} };
  if ('query' in keyAs) {
    // An address is written into logs. The restricted key can do the least there.
    if (role !== 'restricted') throw new Error('only the restricted key may stand in an address');
    return { headers: {}, query: keyAs.query.map((name) => `${name}=${encodeURIComponent(key)}`).join('&') };
  }
  const headers = Object.entries(keyAs.headers).map(([name, before]) => [name, before + key]);
  return { headers: Object.fromEntries(headers) };
}

function textOfKey(role: KeyRole, keys: Keys): string | undefined {
  if (role === 'none') return undefined;
  if (role === 'empty') return '';
  if (role === 'wrong') return keyOfNobody(keys.full);
  const key = givenKey(isGiven(role) ? role : 'full', keys);
  if (key === undefined) throw new Inconclusive(`no ${nameOfRole(role)} key was given`, 'configuration');
  return isGiven(role) ? key : nearKeys[role](key);
}

const notAKey = 'rollcall-not-a-key';

/** A key that nobody has. It is as long as the valid one: a server that looks at no more than the length lets it in. */
function keyOfNobody(valid = ''): string {
  const times = Math.max(1, Math.ceil(valid.length / notAKey.length));
  return notAKey.repeat(times).slice(0, Math.max(notAKey.length, valid.length));
}

/** What a longer key ends with. A server that decodes keys may pass over fewer signs, which are no whole byte in Base64 or hex. */
export const addedSigns = '0000';

const nearKeys: Readonly<Record<NearKey, (key: string) => string>> = {
  shortened: (key) => key.slice(0, -1),
  lengthened: (key) => key + addedSigns,
  prefixed: (key) => `0${key}`,
  recased,
  otherEnd: (key) => key.slice(0, -4) + nextSigns(key.slice(-4)),
  otherStart: (key) => nextSigns(key.slice(0, 4)) + key.slice(4),
  listed: (key) => `0, ${key}`,
};

/** Whether the full key has letters or digits where a near miss replaces them; else it would be the key itself. */
export function differsNearby(key: string, role: NearKey): boolean {
  return nearKeys[role](key) !== key;
}

/** A text with each letter from A to Z and each digit replaced by the next one. */
function nextSigns(text: string): string {
  return text.replace(/[a-z0-9]/gi, (sign) => {
    const [first, last] = /\d/.test(sign) ? '09' : /[a-z]/.test(sign) ? 'az' : 'AZ';
    return sign === last ? String(first) : String.fromCharCode(sign.charCodeAt(0) + 1);
  });
}

/** A text with each letter from A to Z in the other case. */
export function recased(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

function textOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}
