import { generateKeyPairSync } from 'node:crypto';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { names } from '../../../bin/certificate/files.ts';
import { checkFiles } from '../../../bin/verify/check.ts';
import { checkStatement } from '../../../bin/verify/statement.ts';
import { test } from '../plain-test.ts';
import { certificateOf } from './finished.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
let files: Map<string, Buffer>;
let unsigned: Map<string, Buffer>;

test.beforeAll(() => {
  files = certificateOf(test.info().outputPath('signed'), undefined, privateKey).files;
  unsigned = certificateOf(test.info().outputPath('unsigned')).files;
});

const broken = (points: readonly { holds: boolean | undefined }[]) =>
  points.filter(({ holds }) => holds === false).length;

/** The files with one byte of one of them changed. */
function flipped(
  all: ReadonlyMap<string, Buffer>,
  name: string,
  at: number,
  by: number,
): Map<string, Buffer> {
  const bytes = Buffer.from(all.get(name) ?? '');
  const place = at % bytes.length;
  bytes[place] = (bytes[place] ?? 0) ^ by;
  return new Map([...all, [name, bytes]]);
}

const flip = fc.record({
  name: fc.constantFrom(...Object.values(names)),
  at: fc.nat(10_000_000),
  by: fc.integer({ min: 1, max: 255 }),
});

test('a certificate that nobody changed holds, with the key that was given and without one', async () => {
  const points = await checkFiles(files, publicKey);

  expect(points.filter(({ holds }) => holds !== true).map(({ text }) => text)).toEqual([
    'it is about Rollcall reference service 1.7.0 at http://reference.test/api/v1',
    'the exchanges were not recorded: no row was judged again',
  ]);
  const alone = await checkFiles(files, undefined);
  expect(broken(alone)).toBe(0);
  expect(alone.map(({ text }) => text).join('\n')).toContain('anybody could have made it');
});

test('a byte changed anywhere in a signed certificate is found by digest or signature', () => {
  fc.assert(
    fc.property(flip, ({ name, at, by }) => {
      expect(broken(checkStatement(flipped(files, name, at, by), publicKey).points)).toBeGreaterThan(0);
      expect(broken(checkStatement(flipped(files, name, at, by), undefined).points)).toBeGreaterThan(0);
    }),
    { numRuns: 400, seed: 1 },
  );
});

test('a byte changed anywhere is found without any statement: all files come out of the bundle, and it out of itself', async () => {
  const bare = new Map(unsigned);
  bare.delete(names.statement);
  expect(broken(await checkFiles(bare, undefined))).toBe(0);
  const parts = flip.filter(({ name }) => name !== names.statement);
  await fc.assert(
    fc.asyncProperty(parts, async ({ name, at, by }) => {
      expect(broken(await checkFiles(flipped(bare, name, at, by), undefined))).toBeGreaterThan(0);
    }),
    { numRuns: 12, seed: 1 },
  );
});

test('a byte changed in a statement that nobody signed is found', async () => {
  await fc.assert(
    fc.asyncProperty(flip, async ({ at, by }) => {
      const changed = flipped(unsigned, names.statement, at, by);
      expect(broken(await checkFiles(changed, undefined))).toBeGreaterThan(0);
    }),
    { numRuns: 6, seed: 2 },
  );
});

test('the signature of another key, and a key where nobody signed, do not hold', async () => {
  expect(broken(checkStatement(files, stranger.publicKey).points)).toBe(1);
  expect(broken(checkStatement(unsigned, publicKey).points)).toBe(1);
});

test('a certificate made of other rows, signed by its maker, does not pass for one of these', async () => {
  const { files: other } = certificateOf(test.info().outputPath('other'), undefined, stranger.privateKey);

  expect(broken(await checkFiles(other, publicKey))).toBe(1);
});
