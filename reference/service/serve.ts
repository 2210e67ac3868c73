import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fromNode, toNode, writeRefusal } from './http/node.ts';
import type { Service } from './http/service.ts';

/** Where a service listens: the given port, or any free one for 0; loopback only. */
export interface ServeOptions {
  readonly port?: number;
  readonly host?: '127.0.0.1';
}

/** A service that listens. */
export interface Served {
  /** `http://127.0.0.1:PORT/api/v1`. */
  readonly baseUrl: string;
  /** Stops listening and drops open connections. */
  readonly close: () => Promise<void>;
}

/** Longest header block in bytes: addresses up to the service's own limit have to fit. */
const maxHeaderSize = 65_536;

/** Serves over HTTP/1.1 on loopback; rejects with node's own error when the port is taken. */
export async function serve(service: Service, options: ServeOptions = {}): Promise<Served> {
  const { port = 0, host = '127.0.0.1' } = options;
  const server = createServer({ maxHeaderSize }, (incoming, outgoing) => {
    exchange(service, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on('clientError', writeRefusal);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    baseUrl: `http://${host}:${taken}/api/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function exchange(service: Service, incoming: IncomingMessage, outgoing: ServerResponse) {
  const request = await fromNode(incoming);
  await toNode(await service(request), outgoing);
}
