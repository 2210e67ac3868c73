import { readFileSync } from 'node:fs';
import { readSource, type Source } from './source.ts';

/** The texts of the contract's files, where a caller brings its own instead of the ones beside this module. */
export interface ContractFiles {
  readonly openapi?: string;
  readonly clauses?: string;
  readonly gaps?: string;
}

const read = new Map<string, Source>();

/** The file of the contract, from the text given or from beside this module, where it is read once. */
export function sourceOf(name: keyof ContractFiles, text: string | undefined): Source {
  const file = `spec/${name}.yaml`;
  if (text !== undefined) return readSource(file, text);
  const known =
    read.get(name) ?? readSource(file, readFileSync(new URL(`${name}.yaml`, import.meta.url), 'utf8'));
  read.set(name, known);
  return known;
}
