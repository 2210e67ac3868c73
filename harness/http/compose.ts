import type { Operation } from '../../spec/contract.ts';
import { Inconclusive } from '../judging/outcome.ts';
import type { Keys } from '../run/settings.ts';
import type { KeyRole, Sent } from './answer.ts';
import { type Params, place } from './place.ts';

/** What a request may have besides its parameters. */
export interface SendOptions {
  /** The key that the request carries; `full` by default. */
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

/** Composes a request as it will go over the wire. @throws Inconclusive when the run lacks the key that it needs */
export function compose(op: Operation, params: Params, options: SendOptions, keys: Keys): Sent {
  const placed = place(op, params);
  const key = options.key ?? 'full';
  const body = options.rawBody ?? textOf(options.body ?? placed.body);
  const separator = placed.path.includes('?') ? '&' : '?';
  return {
    operation: op.id,
    method: options.method ?? op.method,
    path: options.rawQuery === undefined ? placed.path : `${placed.path}${separator}${options.rawQuery}`,
    headers: {
      accept: 'application/json, application/problem+json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...keyHeader(key, keys, options.keyName),
      ...options.headers,
    },
    body,
    key,
  };
}

function keyHeader(key: KeyRole, keys: Keys, name = 'x-api-key'): Record<string, string> {
  if (key === 'none') return {};
  if (key === 'empty') return { [name]: '' };
  if (key === 'wrong') return { [name]: 'rollcall-not-a-key' };
  const value = keys[key === 'restricted' ? key : 'full'];
  if (value === undefined) throw new Inconclusive(`no ${key} key was given`, 'configuration');
  if (key === 'shortened') return { [name]: value.slice(0, -1) };
  return { [name]: key === 'lengthened' ? `${value}0` : value };
}

function textOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}
