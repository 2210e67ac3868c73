import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, request } from '@playwright/test';
import { takeBody } from '../../../harness/http/kept-body.ts';
import { test } from '../plain-test.ts';

test("a body is taken once from the client's keep, where this version of Playwright has it", async () => {
  const server = createServer((_, answer) => answer.end('a body')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const client = await request.newContext();
  try {
    const response = await client.fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(Buffer.from(takeBody(client, response) ?? []).toString()).toBe('a body');
    expect(takeBody(client, response)).toBeUndefined();
  } finally {
    await client.dispose();
    server.close();
  }
});
