import type { TransportFault } from './transport.ts';

/** Stands for the status where no whole answer came: beyond every status that the interface has. */
export const noAnswer = 599;

/** One request as it was sent. */
export interface Sent {
  readonly operation: string;
  readonly method: string;
  /** Path and query below the base address, encoded as they went over the wire. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; `undefined` when the request had none. */
  readonly body: string | undefined;
  readonly key: KeyRole;
  /** Where the key stands instead of in its header. */
  readonly keyAs?: KeyPlace;
}

/**
 * The key that a request carries (chapter Authentication). `none` sends no header, `empty` an empty header, and `wrong`
 * a text that is no key. Six are nearly the full key: `shortened` lacks its last character, `lengthened` has one more,
 * `prefixed` has one before it, `recased` has each letter in the other case, and `otherEnd` and `otherStart` have other
 * letters and digits in place of the last four and the first four characters.
 */
export type KeyRole = 'full' | 'restricted' | 'none' | 'empty' | 'wrong' | NearKey;

/** A text that is nearly the full key. */
export type NearKey = 'shortened' | 'lengthened' | 'prefixed' | 'recased' | 'otherEnd' | 'otherStart';

/** A place where no key belongs: headers that begin with some text, or parameters of the query. */
export type KeyPlace =
  | { readonly headers: readonly string[]; readonly after?: string }
  | { readonly query: readonly string[] };

/** The target's answer to one request. */
export interface Answer {
  readonly sent: Sent;
  /** {@link noAnswer} where no whole answer came. */
  readonly status: number;
  /** Header names are in lower case. Repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; `''` when there was none. */
  readonly text: string;
  /** The parsed body; `undefined` when it is not JSON. */
  readonly json: unknown;
  /** What is wrong with a body that is declared as JSON and is not JSON, in words. */
  readonly broken?: string;
  /** Why a body that is JSON can't be judged, in words. */
  readonly unjudged?: string;
  /** The body begins with a byte-order mark, which JSON must not have (RFC 8259); it is read without it. */
  readonly marked?: true;
  /** How the connection failed each time, where that is all that the request gets. */
  readonly fault?: TransportFault;
  /** Milliseconds from sending the request to the last byte of the answer. */
  readonly ms: number;
}
