import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { conflict } from '../../../reference/variants/combine.ts';
import { variants } from '../../../reference/variants/index.ts';
import type { Variant } from '../../../reference/variants/kit/variant.ts';

/** Variants that no service combines, and why: what the data of the variants doesn't show. */
export interface Incompatible {
  readonly why: string;
  /** None of these goes with any of those. */
  readonly these: readonly string[];
  readonly those: readonly string[];
}

/** Every such entry there is. */
export function readIncompatible(): readonly Incompatible[] {
  const text = readFileSync(path.join(import.meta.dirname, 'incompatible.yaml'), 'utf8');
  return (parse(text) ?? []) as Incompatible[];
}

/** What is wrong with the entries, a line each. */
export function faultsOf(entries: readonly Incompatible[], variants: readonly Variant[]): string[] {
  const known = new Map(variants.map((one) => [one.id, one]));
  return entries.flatMap(({ these, those }) =>
    [...these, ...those].flatMap((id) => (known.has(id) ? [] : [`there is no variant ${id}`])),
  );
}

/** Why two variants are not combined; `undefined` when they are. */
export function whyNot(one: Variant, other: Variant, entries: readonly Incompatible[]): string | undefined {
  const stated = entries.find(
    ({ these, those }) =>
      (these.includes(one.id) && those.includes(other.id)) ||
      (these.includes(other.id) && those.includes(one.id)),
  );
  return stated?.why ?? conflict(one, other);
}

const entries = readIncompatible();

/** Whether one service can use the freedoms of both. */
export function isCompatible(one: Variant, other: Variant): boolean {
  return one !== other && whyNot(one, other, entries) === undefined;
}

/** Whether two variants, by their places in the list of all, can be used by one service. */
export function goTogether(one: number, other: number): boolean {
  const [first, second] = [variants[one], variants[other]];
  return !!first && !!second && isCompatible(first, second);
}
