import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Site } from './call-sites.ts';

/** Why sites never fire, rightly. */
export interface Excuse {
  readonly why: string;
  readonly sites: readonly string[];
}

/** Every excuse there is. */
export function readExcused(): readonly Excuse[] {
  return (parse(readFileSync(path.join(import.meta.dirname, 'excused.yaml'), 'utf8')) ?? []) as Excuse[];
}

/** What is wrong with the excuses, a line each. */
export function faultsOf(
  excuses: readonly Excuse[],
  sites: readonly Site[],
  fired: ReadonlySet<string>,
): string[] {
  const known = new Set(sites.map(({ key }) => key));
  const keys = excuses.flatMap((excuse) => excuse.sites);
  return [
    ...keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `excused twice: ${key}`),
    ...keys.filter((key) => !known.has(key)).map((key) => `excused, and there is no such site: ${key}`),
    ...keys.filter((key) => fired.has(key)).map((key) => `excused, and it has fired: ${key}`),
  ];
}
