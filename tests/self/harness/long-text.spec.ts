import { expect } from '@playwright/test';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Gate } from '../../../harness/http/gate.ts';
import { openWire } from '../../../harness/http/wire.ts';
import { test } from '../plain-test.ts';

const gate: Gate = { pass: (_, task) => task(), close: async () => undefined, requests: 0 };
const sent = {
  operation: 'listUsers',
  method: 'GET',
  path: '/users',
  headers: {},
  body: undefined,
  key: 'full',
} as const;

/** The answer to one request, as a run keeps it. */
function answerOf(text: string, type = 'application/json'): Promise<Answer> {
  const incoming = { status: 200, headers: { 'content-type': type }, body: Buffer.from(text) };
  const wire = openWire(
    'http://wire.test',
    async () => incoming,
    gate,
    () => undefined,
  );
  return wire(sent, 'read', 1_000, 'usual');
}

/** Whether an answer holds its text, and does not write it anew. */
const isKept = (answer: Answer) => Object.getOwnPropertyDescriptor(answer, 'text')?.get === undefined;

const long = { data: Array.from({ length: 200 }, (_, at) => ({ at, name: 'Łódź "quoted"\n  at home' })) };

test('a long text of JSON is not kept, and written anew with the same value', async () => {
  const answer = await answerOf(JSON.stringify(long, undefined, 2));

  expect(isKept(answer)).toBe(false);
  expect(answer.json).toEqual(long);
  expect(JSON.parse(answer.text)).toEqual(long);
});

test('a short text, and a long one that is no JSON, stay letter for letter', async () => {
  const short = '{ "data" : [] }';
  const page = `<html>${'x'.repeat(5_000)}</html>`;

  for (const [text, type] of [
    [short, 'application/json'],
    [page, 'text/html'],
    [page, 'application/json'],
  ] as const) {
    const answer = await answerOf(text, type);
    expect(isKept(answer)).toBe(true);
    expect(answer.text).toBe(text);
  }
});
