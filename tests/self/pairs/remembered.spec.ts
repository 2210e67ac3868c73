import { expect } from '@playwright/test';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { memory } from '../../../reference/variants/kit/remembered.ts';
import { test } from '../plain-test.ts';

const base = 'http://reference.test/api/v1';

/** A service that numbers its answers, and a layer above it that asks for whatever it is told to. */
function numbered() {
  let asked = 0;
  const { of, forget } = memory();
  const layer = of(async () => {
    asked += 1;
    return Response.json({ number: asked });
  });
  const read = async (path: string, init: RequestInit = {}) =>
    ((await (await layer(new Request(`${base}${path}`, init))).json()) as { number: number }).number;
  return { read, forget };
}

const search = (body: string): RequestInit => ({ method: 'POST', body });

test('a read that a layer makes again is answered anew once more, and then as the second time', async () => {
  const { read } = numbered();

  expect([await read('/users'), await read('/users'), await read('/users'), await read('/users')]).toEqual([
    1, 2, 2, 2,
  ]);
});

test('reads are told apart by address, headers and, for a search, by what it looks for', async () => {
  const { read } = numbered();
  const all = [
    () => read('/users'),
    () => read('/users?limit=1'),
    () => read('/users', { headers: { 'x-api-key': 'another' } }),
    () => read('/users/search', search('{"search":{}}')),
    () => read('/users/search', search('{"search":{"role":"teacher"}}')),
  ];
  const numbers: number[] = [];
  for (const one of [...all, ...all, ...all]) numbers.push(await one());

  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 6, 7, 8, 9, 10]);
});

for (const [what, between] of [
  ['a write', ({ read }: ReturnType<typeof numbered>) => read('/classes', { method: 'POST', body: '{}' })],
  ['a request from outside', async ({ forget }: ReturnType<typeof numbered>) => forget()],
] as const)
  test(`${what} has everything asked anew`, async () => {
    const service = numbered();
    for (let time = 1; time <= 3; time += 1) await service.read('/users');
    await between(service);
    const before = await service.read('/users');

    expect(before).toBeGreaterThan(2);
    expect(await service.read('/users')).toBe(before + 1);
  });

test('whoever reads an answer and changes it changes nobody else’s', async () => {
  const { of } = memory();
  const layer: Service = of(async () => Response.json({ data: [1, 2, 3] }));
  const lists: unknown[][] = [];
  for (let time = 1; time <= 4; time += 1) {
    const { data } = (await (await layer(new Request(`${base}/users`))).json()) as { data: unknown[] };
    lists.push([...data]);
    data.pop();
  }

  expect(lists).toEqual(Array.from({ length: 4 }, () => [1, 2, 3]));
});
