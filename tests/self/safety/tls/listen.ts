import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** The path of a key or a certificate of the tests. */
export const tlsFile = (name: string): string => path.join(import.meta.dirname, name);

/** A server on loopback whose certificate the authority of the tests has signed, or that has signed its own as a stranger. */
export async function listenWithTls(
  name: 'server' | 'stranger',
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const file = (type: string) => readFileSync(tlsFile(`${name}.${type}`));
  const server = createServer({ key: file('key'), cert: file('pem') }, (_, answer) => {
    answer
      .setHeader('access-control-allow-origin', '*')
      .setHeader('content-type', 'application/json')
      .end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/`,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
