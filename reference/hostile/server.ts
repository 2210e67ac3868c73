import { createServer, type Server, type Socket } from 'node:net';

/** A request on a raw connection. `nth` counts requests from 1. */
export interface HostileRequest {
  /** Everything before the blank line. */
  readonly head: string;
  readonly body: string;
  readonly nth: number;
}

/** Speaks on a raw connection once a request has arrived. */
export type Manner = (socket: Socket, request: HostileRequest) => void;

/** A server on loopback that misbehaves. */
export interface Hostile {
  /** Origin without a path: `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly port: number;
  /** The heads of all requests so far, in order. */
  readonly heads: readonly string[];
  close(): Promise<void>;
}

/** Opens a server that answers each request on each connection in the given manner. */
export function openHostile(manner: Manner, port = 0): Promise<Hostile> {
  const heads: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // Clients hang up on servers like this one.
    socket.on('error', () => socket.destroy());
    readRequests(socket, (head, body) => manner(socket, { head, body, nth: heads.push(head) }));
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const bound = portOf(server);
      const origin = `http://127.0.0.1:${bound}`;
      resolve({ origin, port: bound, heads, close: () => close(server, open) });
    });
  });
}

function close(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  for (const socket of open) socket.destroy();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/** Tells of each request whose head and announced body have arrived. */
function readRequests(socket: Socket, tell: (head: string, body: string) => void): void {
  let seen = '';
  socket.on('data', (chunk) => {
    seen += chunk.toString('latin1');
    // A TLS greeting: what a plain server makes of it.
    if (seen.startsWith('\x16')) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    for (let end = endOf(seen); end > 0; end = endOf(seen)) {
      const headEnd = seen.indexOf('\r\n\r\n');
      const [head, body] = [seen.slice(0, headEnd), seen.slice(headEnd + 4, end)];
      seen = seen.slice(end);
      tell(head, Buffer.from(body, 'latin1').toString());
    }
  });
}

/** Where the first whole request ends, or -1. */
function endOf(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return -1;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  const end = head + 4 + length;
  return end <= text.length ? end : -1;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
