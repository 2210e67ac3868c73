import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A place in the source where a check asserts something, or asks for what it needs. */
export interface Site {
  /** What it is called wherever it is kept: its file and its own text. Lines may move without changing it. */
  readonly key: string;
  readonly kind: 'must' | 'need';
  readonly file: string;
  /** From 1, both. */
  readonly line: number;
  readonly column: number;
}

/** A place in a file, as a stack has it. */
export type Place = Pick<Site, 'file' | 'line' | 'column'>;

/** The folders whose files assert, below the root. */
export const folders = ['tests/checks', 'tests/target'] as const;

const root = path.join(import.meta.dirname, '../../..');
const call = /\b(?:must(?:\.(?:every|equal|hold))?|need|new Failure)\(/g;
const longest = 80;

/** Every call site of `must`, `need` and their kin in the checks, and in what they share. */
export function callSites(): readonly Site[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => path.join(folder, name))
      .flatMap((file) => sitesIn(file, readFileSync(path.join(root, file), 'utf8'))),
  );
}

/** The call sites of one file. */
export function sitesIn(file: string, text: string): readonly Site[] {
  const met = new Map<string, number>();
  return text.split('\n').flatMap((line, at) => {
    if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) return [];
    return [...line.matchAll(call)].map(({ index, 0: name }): Site => {
      const own = `${file} ${line.slice(index, index + longest).trim()}`;
      const number = (met.get(own) ?? 0) + 1;
      met.set(own, number);
      const key = number === 1 ? own : `${own} #${number}`;
      return { key, kind: name === 'need(' ? 'need' : 'must', file, line: at + 1, column: index + 1 };
    });
  });
}

/** The site of a kind that a place in the source belongs to: the last that begins at it or before. */
export function siteAt(sites: readonly Site[], kind: Site['kind'], place: Place): Site | undefined {
  return sites.findLast(
    (site) =>
      site.kind === kind &&
      site.file === place.file &&
      (site.line < place.line || (site.line === place.line && site.column <= place.column)),
  );
}

/** The innermost place of a stack that stands in one of the folders. */
export function placeIn(stack: string): Place | undefined {
  const pattern = new RegExp(`(?:${folders.join('|')})/[^\\s:()?]+\\.ts`);
  for (const frame of stack.split('\n')) {
    const [file] = pattern.exec(frame) ?? [];
    const [, line, column] = /:(\d+):(\d+)\)?$/.exec(frame) ?? [];
    if (file !== undefined && /^\s+at /.test(frame))
      return { file, line: Number(line), column: Number(column) };
  }
  return undefined;
}
