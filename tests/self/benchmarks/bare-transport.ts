import { Agent, request } from 'node:http';
import { type Incoming, type Transport, TransportError } from '../../../harness/http/transport.ts';

/** Node's own client with connections that are kept: the least that a request over a socket can cost. */
export function openBare(): { readonly transport: Transport; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true });

  const transport: Transport = ({ url, method, headers, body }, deadlineMs) =>
    new Promise<Incoming>((resolve, reject) => {
      // Node counts the bytes of a body itself, but not for DELETE.
      const counted = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const options = { method, headers: { ...headers, ...counted }, agent, timeout: deadlineMs };
      const sent = request(url, options, (answer) => {
        const parts: Buffer[] = [];
        const names = Object.entries(answer.headers).map(([name, value]) => [
          name,
          [value].flat().join(', '),
        ]);
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: Object.fromEntries(names),
            body: Buffer.concat(parts),
          }),
        );
      });
      sent.on('error', () => reject(new TransportError('reset'))).end(body);
    });

  return { transport, close: () => agent.destroy() };
}
