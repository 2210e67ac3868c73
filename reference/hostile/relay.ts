import type { Socket } from 'node:net';
import type { Service } from '../service/http/service.ts';
import type { HostileRequest, Manner } from './server.ts';

/** Answers as a service does. */
export function relayed(service: Service): Manner {
  return spoiled(service, (body) => body);
}

/** Answers as a service does, with the body of each success changed on its way. */
export function spoiled(service: Service, spoil: (body: Buffer) => Buffer): Manner {
  return (socket, request) => {
    relay(service, spoil, socket, request).catch(() => socket.destroy());
  };
}

/** Answers every `count`th request in one manner, and all others in another. */
export function every(count: number, bad: Manner, good: Manner): Manner {
  return (socket, request) => (request.nth % count === 0 ? bad : good)(socket, request);
}

/** Headers that belong to one connection, or that the bytes themselves decide. */
const ownHeaders = ['content-length', 'connection', 'host', 'transfer-encoding'];

async function relay(
  service: Service,
  spoil: (body: Buffer) => Buffer,
  socket: Socket,
  { head, body }: HostileRequest,
): Promise<void> {
  const [line = '', ...lines] = head.split('\r\n');
  const [method = 'GET', target = '/'] = line.split(' ');
  const headers = lines
    .map((text): [string, string] => [
      text.slice(0, text.indexOf(':')),
      text.slice(text.indexOf(':') + 1).trim(),
    ])
    .filter(([name]) => !ownHeaders.includes(name.toLowerCase()));
  const bodiless = body === '' || method === 'GET' || method === 'HEAD';
  const request = new Request(`http://localhost${target}`, {
    method,
    headers,
    ...(bodiless ? {} : { body }),
  });
  const response = await service(request);
  const bytes = Buffer.from(await response.arrayBuffer());
  const spoils = response.status === 200 && bytes.length > 0;
  socket.write(wire(response, spoils ? spoil(bytes) : bytes, method === 'HEAD'));
}

/** An answer as bytes; a 204 has no length, and what HEAD gets has the one that it was given. */
function wire(response: Response, body: Buffer, isHead: boolean): Buffer {
  const said = Object.fromEntries(response.headers);
  const sized = response.status === 204 || isHead ? said : { ...said, 'content-length': String(body.length) };
  const lines = Object.entries(sized).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${response.status} Relayed\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}
