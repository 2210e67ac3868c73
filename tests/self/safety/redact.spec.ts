import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { Answer, Sent } from '../../../harness/http/answer.ts';
import { openAliases } from '../../../harness/privacy/aliases.ts';
import { Redactor } from '../../../harness/privacy/redact.ts';
import { openScan } from '../../../harness/privacy/scan.ts';
import { memoryJournal } from '../../../harness/run/journal.ts';
import { test } from '../plain-test.ts';
import { contract } from './hostile-session.ts';

const ours = new Set(['rollcall class 1']);
/** A redactor of a run of its own: aliases are counted from one. */
const redactorOf = (journal = memoryJournal()) =>
  new Redactor(contract, (text) => ours.has(text.toLowerCase()), openAliases(journal, 'a key'));
const redactor = redactorOf();
const pupil = 'Zoë Öztürk-Ní Bhriain';
const id = '6f1c0a52-9d6e-4f0b-8a7e-0a5d1c2b3e4f';

function answerOf(json: unknown, part: Partial<Answer> = {}, sent: Partial<Sent> = {}): Answer {
  return {
    sent: {
      operation: 'listUsers',
      method: 'GET',
      path: '/users',
      headers: { 'x-api-key': 'secret-key-9' },
      body: undefined,
      key: 'full',
      ...sent,
    },
    status: 200,
    headers: {},
    text: 'x',
    json,
    ms: 1.5,
    ...part,
  };
}

test('arbitrary data of a target never shows, wherever it stands', () => {
  const data = fc.string({ minLength: 8, maxLength: 30 }).filter((text) => /^[^"\\\s]{8,}$/.test(text));
  fc.assert(
    fc.property(data, fc.jsonValue({ maxDepth: 3 }), (secret, filler) => {
      const scan = openScan([{ what: 'data', text: secret }]);
      const body = {
        data: [{ userId: id, fullName: secret, [secret]: filler, deep: { emails: [secret] } }],
        [secret]: secret,
        filler,
      };
      const query = `name=${encodeURIComponent(secret)}&${encodeURIComponent(secret)}=1&sort[${encodeURIComponent(secret)}]=asc`;
      const sent = {
        path: `/users/${encodeURIComponent(secret)}?${query}`,
        method: 'POST',
        body: JSON.stringify(body),
      };
      const headers = {
        'content-type': `text/plain; x=${secret}`,
        [`x-${secret}`]: secret,
        location: secret,
        allow: secret,
        'retry-after': secret,
      };
      for (const part of [
        { headers },
        { headers, status: 400 },
        { headers, json: undefined, text: secret },
      ]) {
        expect(scan(JSON.stringify(redactor.evidence(answerOf(body, part, sent))))).toEqual([]);
      }
      expect(
        scan(redactor.show(secret) + redactor.show(body) + redactor.text(`{"name":"${secret}"}`)),
      ).toEqual([]);
    }),
  );
});

test('neither the key nor any header of the request is part of the evidence', () => {
  const text = JSON.stringify(redactor.evidence(answerOf({ data: [] })));
  expect(text).not.toContain('secret-key-9');
  expect(text).toContain('$ROLLCALL_API_KEY');
});

test('the story stays readable: shapes, aliases, bounds, words of the interface, and what is ours', () => {
  const body = {
    data: [{ userId: id, fullName: pupil, classIds: [id], gender: null }],
    pagination: { total: 240, limit: 2, offset: 0, nextCursor: 'abc' },
  };
  const path = `/users?userId=${id}&limit=2&name=${encodeURIComponent(pupil)}&sort[field]=createdAt`;
  const fresh = redactorOf();
  expect(fresh.evidence(answerOf(body, {}, { path }))).toEqual({
    operation: 'listUsers',
    request: 'GET /users?userId=user#1&limit=2&name=name#2&sort[field]=createdAt',
    status: 200,
    headers: {},
    body: {
      data: [{ userId: 'user#1', fullName: 'a string of 21 characters', classIds: ['user#1'], gender: null }],
      pagination: { total: 240, limit: 2, offset: 0, nextCursor: 'a string of 3 characters' },
    },
    ms: 2,
    curl: `curl -sSi -g -H "x-api-key: $ROLLCALL_API_KEY" "$BASE"'/users?userId=user#1&limit=2&name=name#2&sort[field]=createdAt'`,
  });
  expect(redactor.path('/classes?search=Rollcall%20class%201&startDate[gt]=2024-02-29T23:59:59.999Z')).toBe(
    '/classes?search=Rollcall%20class%201&startDate[gt]=2024-02-29T23:59:59.999Z',
  );
});

test('a key in an address is shown by its name, and the shell puts it in', () => {
  const path = '/users?limit=1&key=secret-key-9';
  const { request, curl } = redactorOf().evidence(
    answerOf({}, {}, { path, key: 'restricted', keyAs: { query: ['key'] } }),
  );

  expect(request).toBe('GET /users?limit=1&key={restricted key}');
  expect(curl).toBe(`curl -sSi -g "$BASE"'/users?limit=1&key='"$ROLLCALL_RESTRICTED_KEY"''`);
});

test('a key in another header is shown there', () => {
  const keyAs = { headers: { authorization: 'Bearer ' } };
  const { curl } = redactorOf().evidence(answerOf({}, {}, { keyAs }));

  expect(curl).toBe(`curl -sSi -g -H "authorization: Bearer $ROLLCALL_API_KEY" "$BASE"'/users'`);
});

test('an alias is the same in every worker of the run, and the journal does not give the value away', () => {
  const journal = memoryJournal();
  const first = redactorOf(journal).path(`/users?userId=${id}`);
  expect(first).toBe('/users?userId=user#1');
  expect(redactorOf(journal).show(id)).toBe('user#1');
  expect(JSON.stringify(journal.read('alias'))).not.toContain(id.slice(0, 8));
});

test('odd paths and deep bodies are redacted without a crash', () => {
  let deep: unknown = pupil;
  for (let level = 0; level < 5_000; level += 1) deep = level % 2 ? [deep] : { a: deep };
  expect(
    JSON.stringify(redactor.evidence(answerOf(deep, {}, { path: '/users?%=%zz&=&&a[=b' }))),
  ).not.toContain(pupil);
  expect(redactor.show(JSON.parse('{"__proto__": {"a": 1}}'))).toContain('name#');
});
