import { createReference, type Keys, serve as listen, type Service } from '../reference/service/index.ts';

/** What may be chosen about the reference service. */
export interface ServeOptions {
  /** A port on 127.0.0.1; any free one when left out. */
  readonly port?: number | undefined;
  /** The seed of the data and the keys; 1 when left out. */
  readonly seed?: number | undefined;
  /** How many users there are; 300 when left out. */
  readonly users?: number | undefined;
  /** How long each answer is held back, in milliseconds; 0 when left out. */
  readonly latencyMs?: number | undefined;
}

/** The reference service, listening. */
export interface Served {
  /** `http://127.0.0.1:PORT/api/v1`. */
  readonly baseUrl: string;
  readonly keys: Keys;
  /** The same service without the network. */
  readonly fetch: Service;
  /** Stops listening and drops open connections. */
  readonly close: () => Promise<void>;
}

/**
 * Serves the reference service, which keeps every clause of the interface, with made-up data: to write a client against.
 *
 * @throws node's own error when the port is taken
 */
export async function serve({ port, seed, users, latencyMs }: ServeOptions = {}): Promise<Served> {
  const { fetch, keys } = createReference({
    ...(seed === undefined ? {} : { seed }),
    ...(users === undefined ? {} : { users }),
    ...(latencyMs === undefined ? {} : { latencyMs }),
  });
  const { baseUrl, close } = await listen(fetch, port === undefined ? {} : { port });
  return { baseUrl, keys, fetch, close };
}
