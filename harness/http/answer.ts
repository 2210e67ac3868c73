import type { KeyRole } from './key-role.ts';
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

/** A place where no key belongs: headers, by their names with what stands before the key, or parameters of the query. */
export type KeyPlace =
  | { readonly headers: Readonly<Record<string, string>> }
  | { readonly query: readonly string[] };

/** The target's answer to one request. */
export interface Answer {
  readonly sent: Sent;
  /** {@link noAnswer} where no whole answer came. */
  readonly status: number;
  /** Header names are in lower case. Repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; `''` when there was none. Long JSON is written anew from what was parsed of it. */
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
