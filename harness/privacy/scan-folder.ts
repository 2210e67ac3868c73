import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import type { Hit, Scan } from './scan.ts';

/** A secret that was found in a file. */
export interface FileHit extends Hit {
  readonly file: string;
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
  return files.flatMap((file) => {
    const name = scan(path.relative(folder, file)).map((hit) => ({
      ...hit,
      how: `${hit.how}, in its name`,
      file,
    }));
    const [first] = layersOf(readFileSync(file)).flatMap(scan);
    return first ? [...name, { ...first, file }] : name;
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false);
}

const deepest = 3;

/** The text of a file, and the texts of what is compressed or base64-encoded in it, up to three levels deep. */
function layersOf(bytes: Buffer, depth = 0): string[] {
  const text = bytes.toString('utf8');
  if (depth >= deepest) return [text];
  const inner = [...unpacked(bytes), ...fromBase64(text)];
  return [text, ...inner.flatMap((part) => layersOf(part, depth + 1))];
}

/** Decodes the long runs of base64 in a text: a self-contained HTML page embeds its data so. */
function fromBase64(text: string): Buffer[] {
  return [...text.matchAll(/[A-Za-z0-9+/_-]{32,}={0,2}/g)].map(([run]) => Buffer.from(run, 'base64'));
}

function unpacked(bytes: Buffer): Buffer[] {
  if (bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b) return attempt(() => [gunzipSync(bytes)]);
  return bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04' ? zipEntries(bytes) : [];
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
