import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { corsHeaders } from './cors.ts';

const bodiless = new Set(['GET', 'HEAD']);

/** Methods that the web's Request forbids; under another unknown name they are 405 all the same. */
const forbidden = new Set(['TRACE', 'TRACK', 'CONNECT']);

/** The web's Request for a request that node received. Rejects when the client breaks off. */
export async function fromNode(incoming: IncomingMessage): Promise<Request> {
  const method = incoming.method ?? 'GET';
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const body = await readAll(incoming);
  return new Request(addressOf(incoming.url ?? '/'), {
    method: forbidden.has(method) ? `X-${method}` : method,
    headers,
    ...(body.length > 0 && !bodiless.has(method) && { body }),
  });
}

/** The origin is of no account to a service; one that can be parsed has to stand there. */
function addressOf(target: string): string {
  return target.startsWith('/') ? `http://localhost${target}` : 'http://localhost/';
}

/** Five mebibytes: a little more than what the service takes before it answers 413. */
const readAtMost = 5 * 1024 * 1024;

async function readAll(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    // The rest is read and dropped, so that the client gets to the answer.
    if (size <= readAtMost) chunks.push(chunk);
    size += chunk.length;
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

/** Says who answers: a suite that knows this service can then read its choices without being told. */
const server = 'rollcall-reference/1.7.0';

/** Writes the web's Response through node, whole. */
export async function toNode(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = { server, ...Object.fromEntries(response.headers) };
  const sized = response.status === 204 ? headers : { ...headers, 'content-length': String(body.length) };
  outgoing.writeHead(response.status, outgoing.req.method === 'HEAD' ? headers : sized);
  outgoing.end(body);
}

/** Answers what node could not read as HTTP: 431 for too many headers, else 400, as a basic error. */
export function writeRefusal(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (!socket.writable) return;
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const body = JSON.stringify({ status, message: 'The request could not be read.' });
  const lines = Object.entries({
    ...corsHeaders,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const phrase = status === 431 ? 'Request Header Fields Too Large' : 'Bad Request';
  socket.end(`HTTP/1.1 ${status} ${phrase}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
