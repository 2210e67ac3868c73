import type { Operation } from '../../spec/contract.ts';
import { Inconclusive } from '../judging/outcome.ts';
import type { Keys } from '../run/settings.ts';
import type { KeyRole, Sent } from './answer.ts';
import { type Params, place } from './place.ts';

/** What a request may have besides its parameters. */
export interface SendOptions {
  /** Which key goes with it; the full one unless said otherwise. */
  readonly key?: KeyRole;
  /** A JSON body in place of the one made from the parameters. */
  readonly body?: unknown;
  /** A body as text, sent as it is. */
  readonly rawBody?: string;
  /** Query text appended as it is, without `?` or `&`. */
  readonly rawQuery?: string;
  /** A method in place of the operation's own. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The name of the key's header in another spelling. */
  readonly keyName?: string;
  /**
   * Statuses that the check judges itself although they usually make a row inconclusive: 429 and the five hundreds.
   * Such an answer is given at its first sight, without a repetition.
   */
  readonly sees?: readonly number[];
  /**
   * The request is so odd that a server in front may refuse it before the service sees it: a refusal that is no JSON is
   * then held to no schema.
   */
  readonly odd?: boolean;
}

/** Puts a request together as it will go over the wire. @throws Inconclusive when the key that it needs was not given */
export function compose(op: Operation, params: Params, options: SendOptions, keys: Keys): Sent {
  const placed = place(op, params);
  const key = options.key ?? 'full';
  const body = options.rawBody ?? textOf(options.body ?? placed.body);
  const joint = placed.path.includes('?') ? '&' : '?';
  return {
    operation: op.id,
    method: options.method ?? op.method,
    path: options.rawQuery === undefined ? placed.path : `${placed.path}${joint}${options.rawQuery}`,
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
