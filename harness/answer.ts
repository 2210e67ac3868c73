/** One request as it left us. Bodies are text; `undefined` means that none was sent. */
export interface Sent {
  readonly operation: string;
  readonly method: string;
  /** Path and query below the base address, as they went over the wire. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Which key went with it. */
  readonly key: KeyRole;
}

/** Which credential a request carries. `none` sends no header, `empty` an empty one, `wrong` an invented one. */
export type KeyRole = 'full' | 'restricted' | 'none' | 'empty' | 'wrong';

/** One answer of the target to one request. */
export interface Answer {
  readonly sent: Sent;
  readonly status: number;
  /** Header names in lower case; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, `''` when there was none. */
  readonly text: string;
  /** The parsed body, `undefined` when it is not JSON. */
  readonly json: unknown;
  /** Milliseconds from sending to the last byte. */
  readonly ms: number;
}
