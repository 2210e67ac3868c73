import { createHash } from 'node:crypto';
import { unzipSync, zipSync } from 'fflate';

/** The texts of a bundle by their names. */
export type Entries = ReadonlyMap<string, string>;

/** The bounds of a bundle that is read, in bytes; `entries` and `ratio` are numbers. */
export const bounds = {
  file: 64 * 2 ** 20,
  entry: 192 * 2 ** 20,
  whole: 256 * 2 ** 20,
  entries: 64,
  ratio: 200,
} as const;

/** Why a file is not a bundle, in words that quote nothing of it. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

const manifest = 'manifest.json';
/** The names that a bundle may hold: nothing that could lead out of a folder, whoever unpacks it. */
const known = /^(?:[a-z]{1,20}\.(?:json|txt)|(?:rows|exchanges)\/\d{1,9}\.ndjson)$/;
/** The earliest time that a ZIP archive can hold: a bundle's bytes depend on its entries alone. */
const mtime = new Date(1980, 0, 1);

/**
 * Packs texts into a ZIP archive with a manifest of their digests. The same texts give the same bytes.
 *
 * @throws BundleError when nobody could unpack it within the bounds
 */
export function pack(entries: Entries): Uint8Array {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const bytes = sorted.map(([name, text]) => [name, Buffer.from(text)] as const);
  const whole = bytes.reduce((sum, [, data]) => sum + data.length, 0);
  if (whole > bounds.whole || bytes.some(([, data]) => data.length > bounds.entry))
    throw new BundleError(`it would hold more than ${bounds.whole} bytes`);
  const listed = bytes.map(([name, data]) => ({ name, size: data.length, sha256: sha256(data) }));
  const list = Buffer.from(`${JSON.stringify({ format: 'rollcall-bundle/1', entries: listed }, null, 1)}\n`);
  return zipSync(Object.fromEntries([[manifest, list], ...bytes]), { level: 6, mtime, os: 3, attrs: 0 });
}

/**
 * Reads a bundle that anybody may have made. Nothing is written; sizes, ratios, names and the number of entries are
 * bounded before anything is unpacked.
 *
 * @throws BundleError
 */
export function unpack(file: Uint8Array): Entries {
  if (file.length > bounds.file) throw new BundleError(`it is larger than ${bounds.file} bytes`);
  const data = unzipped(file);
  const list = data[manifest];
  if (list === undefined) throw new BundleError('it has no manifest');
  const listed = manifestIn(textOf(list));
  const names = Object.keys(data).filter((name) => name !== manifest);
  if (names.length !== listed.length) throw new BundleError('its manifest and its entries differ');
  const entries = new Map<string, string>();
  for (const { name, size, sha256: digest } of listed) {
    const bytes = Object.hasOwn(data, name) ? data[name] : undefined;
    if (bytes === undefined || bytes.length !== size || sha256(bytes) !== digest)
      throw new BundleError('an entry is not what the manifest says');
    entries.set(name, textOf(bytes));
  }
  if (sha256(pack(entries)) !== sha256(file)) throw new BundleError('its bytes are not those of its entries');
  return entries;
}

function unzipped(file: Uint8Array): Record<string, Uint8Array> {
  const seen = new Set<string>();
  let whole = 0;
  try {
    return unzipSync(file, {
      filter: ({ name, size, originalSize }) => {
        whole += originalSize;
        if (!known.test(name) || seen.has(name)) throw new BundleError('it holds an entry of a strange name');
        seen.add(name);
        if (seen.size > bounds.entries) throw new BundleError(`it holds more than ${bounds.entries} entries`);
        if (originalSize > bounds.entry || whole > bounds.whole)
          throw new BundleError('it would unpack to more than the bound');
        if (originalSize > 2 ** 20 && originalSize > size * bounds.ratio)
          throw new BundleError(`an entry would unpack to more than ${bounds.ratio} times its size`);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof BundleError) throw error;
    throw new BundleError('it is no whole ZIP archive');
  }
}

interface Listed {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

function manifestIn(text: string): Listed[] {
  const value = parsed(text);
  const isListed = (one: unknown): one is Listed =>
    isRecord(one) &&
    typeof one['name'] === 'string' &&
    typeof one['size'] === 'number' &&
    typeof one['sha256'] === 'string';
  const entries = isRecord(value) && value['format'] === 'rollcall-bundle/1' ? value['entries'] : undefined;
  if (Array.isArray(entries) && entries.every(isListed)) return entries;
  throw new BundleError('its manifest is none of a bundle that this version reads');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BundleError('an entry is not UTF-8');
  }
}

/** The SHA-256 of bytes or of a text, in hexadecimal. */
export function sha256(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}
