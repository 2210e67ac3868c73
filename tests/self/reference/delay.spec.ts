import { expect } from '@playwright/test';
import { delayed } from '../../../reference/service/http/delay.ts';
import { test } from '../plain-test.ts';
import { client } from './client.ts';

test('an answer is held back for as long as was asked', async () => {
  const { ask } = client({ latencyMs: (request) => (request.url.endsWith('/current') ? 60 : 0) });
  const before = performance.now();
  expect((await ask('GET /academic-years/current')).status).toBe(200);
  expect(performance.now() - before).toBeGreaterThan(50);
});

test('a request that runs too long is terminated with 504 and does nothing', async () => {
  const { fetch: service, keys, store } = client();
  const classes = store.classes.list().length;
  const request = new Request('http://reference.example/api/v1/classes', {
    method: 'POST',
    headers: { 'x-api-key': keys.full, 'content-type': 'application/json' },
    body: '{"class":{"name":"Late"}}',
  });
  const response = await delayed(service, 60_000, 20)(request);
  expect(response.status).toBe(504);
  expect(await response.json()).toMatchObject({ status: 504 });
  expect(store.classes.list()).toHaveLength(classes);
});
