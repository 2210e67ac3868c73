import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import type { Hit, Scan } from './scan.ts';

/** A secret that was found in a file. */
export interface FileHit extends Hit {
  readonly file: string;
}

/** A file that is scanned. */
interface Scanned {
  readonly file: string;
  readonly bytes: Buffer;
}

/**
 * Scans every file below a folder for secrets, including its name and its compressed or base64-encoded parts.
 *
 * @param isSought takes a path below the folder; by default, every file is scanned
 */
export function scanFolder(
  folder: string,
  scan: Scan,
  isSought: (name: string) => boolean = () => true,
): FileHit[] {
  const files = filesBelow(folder).filter((file) => isSought(path.relative(folder, file)));
  const hits: FileHit[] = [];
  for (const batch of batchesOf(files)) {
    const isClean =
      firstIn(joined(batch.map(({ bytes }) => bytes)), scan) === undefined &&
      scan(batch.map(({ file }) => path.relative(folder, file)).join('\n')).length === 0;
    // Which file it is, and where, is asked for only where there is something.
    if (!isClean) hits.push(...batch.flatMap((one) => hitsIn(one, folder, scan)));
  }
  return hits;
}

function hitsIn({ file, bytes }: Scanned, folder: string, scan: Scan): FileHit[] {
  const name = scan(path.relative(folder, file)).map((hit) => ({
    ...hit,
    how: `${hit.how}, in its name`,
    file,
  }));
  const first = firstIn(bytes, scan);
  return first ? [...name, { ...first, file }] : name;
}

/** How many bytes of files are scanned at once: a run leaves thousands of small files, and each text has its price. */
const batchSize = 1 << 20;

/** Reads files, small ones together. What is compressed stays alone, since its first bytes tell that it is. */
function* batchesOf(files: readonly string[]): Generator<readonly Scanned[]> {
  let batch: Scanned[] = [];
  let size = 0;
  for (const file of files) {
    const bytes = readFileSync(file);
    if (isPacked(bytes)) {
      yield [{ file, bytes }];
      continue;
    }
    batch.push({ file, bytes });
    size += bytes.length;
    if (size < batchSize) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  yield batch;
}

/** Puts parts into lines of their own. Nothing that is sought goes over the end of a line. */
function joined(parts: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = parts;
  return parts.length < 2 ? first : Buffer.concat(parts.flatMap((part) => [part, lineEnd]));
}

const lineEnd = Buffer.from('\n');

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, file: path.join(entry.parentPath, entry.name) }))
    .filter(({ entry, file }) => {
      if (!entry.isSymbolicLink()) return entry.isFile();
      return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
    })
    .map(({ file }) => file);
}

const deepest = 3;

/** The first secret in the texts of a file. */
function firstIn(bytes: Buffer, scan: Scan): Hit | undefined {
  for (const text of layersOf(bytes)) {
    const [first] = scan(text);
    if (first) return first;
  }
  return undefined;
}

/**
 * The text of a file, and the texts of what is compressed or base64-encoded in it, up to three levels deep. One after the
 * other: together, those of a page are many times as large as the page.
 */
function* layersOf(bytes: Buffer, depth = 0): Generator<string> {
  yield bytes.toString('utf8');
  if (depth >= deepest) return;
  for (const part of unpacked(bytes)) yield* layersOf(part, depth + 1);
  for (const part of fromBase64(bytes)) yield* layersOf(part, depth + 1);
}

/**
 * Decodes the long runs of base64 in a file: a self-contained HTML page embeds its data so. An identifier looks like
 * one, too, so what is not compressed comes back together.
 */
function fromBase64(bytes: Buffer): Buffer[] {
  const parts = base64Runs(bytes).map((run) => Buffer.from(run, 'base64'));
  const unpacked = parts.filter((part) => !isPacked(part));
  return [...parts.filter(isPacked), ...(unpacked.length > 0 ? [joined(unpacked)] : [])];
}

/** Which bytes are letters of base64, in either of its alphabets. */
const inBase64 = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** The shortest run that is decoded. */
const shortestRun = 32;

/** The long runs of base64 in a file. Where a run would end, its last letter is looked at first, so most is skipped. */
function base64Runs(bytes: Buffer): string[] {
  const runs: string[] = [];
  const isLetter = (at: number) => inBase64[bytes[at] ?? 0] === 1;
  for (let start = 0; start + shortestRun <= bytes.length; ) {
    let at = start + shortestRun - 1;
    while (at >= start && isLetter(at)) at -= 1;
    if (at < start) {
      let end = start + shortestRun;
      while (end < bytes.length && isLetter(end)) end += 1;
      runs.push(bytes.toString('latin1', start, end));
      at = end;
    }
    start = at + 1;
  }
  return runs;
}

function isGzip(bytes: Buffer): boolean {
  return bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04';
}

function isPacked(bytes: Buffer): boolean {
  return isGzip(bytes) || isZip(bytes);
}

function unpacked(bytes: Buffer): Buffer[] {
  if (isGzip(bytes)) return attempt(() => [gunzipSync(bytes)]);
  return isZip(bytes) ? zipEntries(bytes) : [];
}

/** Reads the entries of a ZIP archive by their local headers. */
function zipEntries(bytes: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = bytes.indexOf('PK\x03\x04'); at >= 0; at = bytes.indexOf('PK\x03\x04', at + 4)) {
    if (at + 30 > bytes.length) break;
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const data = bytes.subarray(start);
    const stored = bytes.readUInt16LE(at + 8) === 0;
    entries.push(
      ...(stored ? [data.subarray(0, bytes.readUInt32LE(at + 18))] : attempt(() => [inflateRawSync(data)])),
    );
  }
  return entries;
}

/** Data that cannot be decompressed is passed over: nobody could read it. */
function attempt(unpack: () => Buffer[]): Buffer[] {
  try {
    return unpack();
  } catch {
    return [];
  }
}
