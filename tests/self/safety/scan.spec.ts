import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { openScan, secretsOf, withoutSecrets } from '../../../harness/privacy/scan.ts';
import { scanFolder } from '../../../harness/privacy/scan-folder.ts';
import { test } from '../plain-test.ts';

const secret = fc
  .string({ minLength: 8, maxLength: 40, unit: 'grapheme-ascii' })
  .filter((text) => text.trim().length >= 8);
/** Any text. To make it takes a second, which the process that only lists the tests is spared. */
const around = () => {
  anyText ??= fc.string({ unit: 'binary' });
  return anyText;
};
let anyText: fc.Arbitrary<string> | undefined;
const ways: readonly [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['in capitals', (text) => text.toUpperCase()],
  ['percent-encoded', encodeURIComponent],
  ['in hexadecimal', (text) => Buffer.from(text).toString('hex')],
  ['in JSON', (text) => JSON.stringify({ text })],
];

for (const [way, write] of ways) {
  test(`a secret ${way} is found anywhere in a text`, () => {
    fc.assert(
      fc.property(secret, around(), around(), (text, before, after) => {
        const scan = openScan([{ what: 'the full key', text }]);
        expect(scan(before + write(text) + after)).not.toEqual([]);
      }),
    );
  });
}

test('a secret in base64 is found at each alignment, with what stands around it', () => {
  fc.assert(
    fc.property(
      secret,
      around(),
      around(),
      fc.constantFrom<BufferEncoding>('base64', 'base64url'),
      (text, before, after, way) => {
        const scan = openScan([{ what: 'the full key', text }]);
        expect(scan(Buffer.from(before + text + after).toString(way))).not.toEqual([]);
      },
    ),
  );
});

test('a hit says what and where, and never the secret itself', () => {
  const scan = openScan(secretsOf({ full: 'kx-90210-full', restricted: undefined }, ['Canary-Pupil']));
  expect(scan('abc kx-90210-full')).toEqual([{ what: 'the full key', how: 'as it is', at: 4 }]);
  expect(JSON.stringify(scan('abc canary-pupil'))).not.toMatch(/pupil/i);
  expect(scan('nothing here')).toEqual([]);
});

test('a row that holds a secret becomes an error of Rollcall that says where', () => {
  const row = {
    id: 'a @ b',
    clause: 'a',
    check: 'a',
    operation: 'b',
    verdict: 'fail',
    reason: 'x',
    requests: 1,
  } as const;
  const scan = openScan([{ what: 'canary 1', text: 'canary-ada' }]);
  const leaky = { ...row, evidence: [], actual: 'the name was Canary-Ada' };
  expect(withoutSecrets(row, scan)).toBe(row);
  expect(withoutSecrets(leaky, scan)).toMatchObject({
    verdict: 'suiteError',
    reason: expect.stringContaining('`actual`'),
  });
  expect(JSON.stringify(withoutSecrets(leaky, scan))).not.toMatch(/canary-ada/i);
});

test('a folder is searched through compression, archives and embedded base64', () => {
  const text = `x${'.'.repeat(100)}canary-ada${'.'.repeat(100)}`;
  const folder = test.info().outputPath('found');
  mkdirSync(path.join(folder, 'deep'), { recursive: true });
  const files: Record<string, string | Buffer> = {
    'plain.txt': text,
    'deep/page.html': `<script>load("${Buffer.from(text).toString('base64')}")</script>`,
    'deep/data.gz': gzipSync(text),
    'deep/packed.html': `d("${gzipSync(text.repeat(3)).toString('base64')}")`,
    'archive.zip': zip(text),
    'canary-ada.txt': '',
    'clean.txt': 'a canary, and Ada',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);

  const hits = scanFolder(folder, openScan([{ what: 'canary 1', text: 'canary-ada' }]));
  expect(hits.map(({ file }) => path.relative(folder, file)).sort()).toEqual(
    Object.keys(files)
      .filter((name) => name !== 'clean.txt')
      .sort(),
  );
});

function zip(text: string): Buffer {
  const data = deflateRawSync(text);
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04', 'latin1');
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt16LE(1, 26);
  return Buffer.concat([head, Buffer.from('a'), data]);
}
