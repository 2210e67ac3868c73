import { connect } from 'node:net';
import { expect } from '@playwright/test';
import { createReference } from '../../../reference/service/reference.ts';
import { serve } from '../../../reference/service/serve.ts';
import { test } from '../plain-test.ts';

test('over a socket the service answers as it does in process', async () => {
  const { fetch: service, keys } = createReference();
  const { baseUrl, close } = await serve(service);
  try {
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    const headers = { 'x-api-key': keys.full, 'content-type': 'application/json' };
    for (const [method, path, body] of [
      ['GET', '/users?name=%E5%B1%B1&limit=3', undefined],
      ['GET', '/nowhere', undefined],
      ['HEAD', '/classes', undefined],
      ['OPTIONS', '/classes', undefined],
      ['POST', '/users/search', '{"search":{"name":"Łuk"}}'],
      ['DELETE', '/smart-ia/cohorts/x/students', '{"userIds":[]}'],
    ] as const) {
      const init = { method, headers, ...(body !== undefined && { body }) };
      const [there, here] = [
        await fetch(`${baseUrl}${path}`, init),
        await service(new Request(`${baseUrl}${path}`, init)),
      ];
      expect(there.status).toBe(here.status);
      expect(await there.text()).toBe(await here.text());
      expect(there.headers.get('content-type')).toBe(here.headers.get('content-type'));
    }
  } finally {
    await close();
  }
});

test('what is not HTTP is answered in JSON, and the service lives on', async () => {
  const { fetch: service, keys } = createReference();
  const { baseUrl, close } = await serve(service);
  try {
    const text = await new Promise<string>((resolve, reject) => {
      const chunks: string[] = [];
      const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () =>
        socket.write('nonsense\r\n\r\n'),
      );
      socket.on('data', (chunk) => chunks.push(String(chunk)));
      socket.on('end', () => resolve(chunks.join('')));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request.*\{"status":400,/s);
    const long = await fetch(`${baseUrl}/classes?search=${'x'.repeat(70_000)}`);
    expect(long.status).toBe(431);
    const answer = await fetch(`${baseUrl}/academic-years`, { headers: { 'x-api-key': keys.restricted } });
    expect(answer.status).toBe(200);
  } finally {
    await close();
  }
});

test('a taken port is an error', async () => {
  const { fetch: service } = createReference();
  const { baseUrl, close } = await serve(service);
  await expect(serve(service, { port: Number(new URL(baseUrl).port) })).rejects.toThrow(/EADDRINUSE/);
  await close();
});
