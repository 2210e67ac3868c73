import { expect } from '@playwright/test';
import type { Answer } from '../../../harness/http/answer.ts';
import { ToldThings } from '../../../harness/judging/told.ts';
import { test } from '../plain-test.ts';

const id = 'aaaaaaaa-0000-4000-8000-000000000001';
const answered = (status: number, json?: unknown) => ({ status, json }) as Answer;
const itself = (answer: Answer) => answer;

test('of each operation the last success is kept, in the order of sending, and refusals change nothing', async () => {
  const told = new ToldThings();
  const [first, second, again] = [answered(200, {}), answered(204), answered(200, {})];
  await told.note('rename', [id], async () => first, itself);
  await told.note('enable', [id], async () => second, itself);
  await told.note('rename', [id], async () => again, itself);
  await told.note('disable', [id], async () => answered(404), itself);

  const { answers, isUncertain } = told.of(id.toUpperCase()) ?? {};
  expect([...(answers ?? [])]).toEqual([
    ['enable', undefined],
    ['rename', again],
  ]);
  expect(isUncertain).toBe(false);
});

test('what nothing was sent to has been told nothing', () => {
  expect(new ToldThings().of(id)).toBeUndefined();
});

for (const [what, send] of [
  ['fails on the server', async () => answered(500)],
  ['has no answer', () => Promise.reject(new Error('cut off'))],
] as const)
  test(`after a write that ${what}, nobody knows`, async () => {
    const told = new ToldThings();
    await told.note('rename', [id], send, itself).catch(() => undefined);

    expect(told.of(id)?.isUncertain).toBe(true);
  });

test('of two writes at once, nobody knows which came last', async () => {
  const told = new ToldThings();
  await Promise.all([
    told.note('rename', [id, id], async () => answered(200), itself),
    told.note('rename', [id], async () => answered(200), itself),
  ]);

  expect(told.of(id)?.isUncertain).toBe(true);
});
