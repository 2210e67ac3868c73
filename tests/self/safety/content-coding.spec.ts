import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, request } from '@playwright/test';
import { openLine } from '../../../harness/http/transport.ts';
import { always, huge, raw } from '../../../reference/hostile/manners.ts';
import { openHostile } from '../../../reference/hostile/server.ts';
import { test } from '../plain-test.ts';
import { buffersInUse } from './buffers.ts';

const text = '{"data": [], "total": 0}';
const mebibyte = 2 ** 20;

const codings: readonly (readonly [coding: string, body: Buffer])[] = [
  ['gzip', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  ['GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['deflate, gzip', gzipSync(deflateSync(text))],
  ['br , GZIP', gzipSync(brotliCompressSync(text))],
  ['gzip, gzip, gzip, gzip, gzip', Buffer.from(text)],
  ['identity', Buffer.from(text)],
  ['a coding of the future', Buffer.from(text)],
];

for (const [nth, [coding, body]] of codings.entries()) {
  test(`${nth + 1}: a body in ${coding} is read, and no other client in this process is troubled`, async () => {
    const server = await openHostile(always(raw(body, '200 OK', { 'content-encoding': coding })));
    const line = openLine(() => request.newContext());
    const client = await request.newContext();
    const url = `${server.origin}/api/v1/tests?limit=1&subject=a%20b`;

    const sent = { url, method: 'GET', headers: {}, body: undefined };
    const other = await openHostile(always(raw(gzipSync(text), '200 OK', { 'content-encoding': 'gzip' })));
    const [mine, again, theirs] = await Promise.all([
      line.transport(sent, 5_000),
      line.transport(sent, 5_000),
      client.get(`${other.origin}/elsewhere`),
    ]);
    expect(new TextDecoder().decode(mine.body)).toBe(text);
    expect(new TextDecoder().decode(again.body)).toBe(text);
    expect(mine.headers['content-encoding']).toBe(coding);
    expect(await theirs.text()).toBe(text);

    await client.dispose();
    await other.close();
    await line.close();
    await server.close();
  });
}

test('a few hundred bytes that would become 256 megabytes cost no more than the bound, ten times over', async () => {
  const server = await openHostile(huge['a brotli bomb']());
  const line = openLine(() => request.newContext(), { body: mebibyte });
  const sent = { url: `${server.origin}/`, method: 'GET', headers: {}, body: undefined };
  const before = buffersInUse();
  let most = 0;
  for (let nth = 0; nth < 10; nth += 1) {
    await expect(line.transport(sent, 5_000)).rejects.toMatchObject({ fault: 'too-large' });
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(most).toBeLessThan(64 * mebibyte);
  await line.close();
  await server.close();
});
