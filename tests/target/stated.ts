import type { Context } from '../../harness/judging/context.ts';
import type { Contract } from '../../spec/contract.ts';
import { ofFrozen } from '../../spec/of-frozen.ts';
import { comparable, type Page } from './body.ts';

const known = new WeakMap<Contract, ReadonlySet<string>>();

/** What writes values as text, by the contract that names their parts: many rows compare the same parts of answers. */
const writers = new WeakMap<Contract, (value: unknown) => string>();
const writerFor = (stated: ReadonlySet<string>) => ofFrozen((value) => textOf(value, stated));

/**
 * The names of the fields that the contract has, in whatever answer. A target may show others, and may give them another
 * value in each answer: what two readings of a thing are compared by has to be one of these.
 */
export function statedNames({ contract }: Pick<Context, 'contract'>): ReadonlySet<string> {
  const names = known.get(contract) ?? gather(contract);
  known.set(contract, names);
  return names;
}

/**
 * What the contract names of a value as text: the same text for the same value, in whatever order its fields and the items
 * of its lists come. What is empty is as good as left out.
 */
export function statedText(context: Pick<Context, 'contract'>, value: unknown): string {
  const write = writers.get(context.contract) ?? writerFor(statedNames(context));
  writers.set(context.contract, write);
  return write(value);
}

/** What has to stay as it is while a law compares pages: the total, and the items in their order. */
export function measured(
  context: Pick<Context, 'contract'>,
  { total, items }: Pick<Page, 'total' | 'items'>,
): unknown {
  return [total, items.map((item) => statedText(context, item))];
}

function textOf(value: unknown, stated: ReadonlySet<string>): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => textOf(item, stated));
    return items.length === 0 ? '' : `[${items.sort().join()}]`;
  }
  if (typeof value !== 'object' || value === null)
    return value === null || value === undefined || value === '' ? '' : JSON.stringify(comparable(value));
  const named = Object.entries(value).filter(([name]) => stated.has(name));
  const parts = named.map(([name, part]) => [name, textOf(part, stated)] as const);
  const held = parts.filter(([, part]) => part !== '').map(([name, part]) => `${name}:${part}`);
  return `{${held.sort().join()}}`;
}

function gather(contract: Contract): ReadonlySet<string> {
  const pointers = contract.operations.flatMap(({ id, statuses }) =>
    statuses.flatMap((status) => [...contract.places(id, status).keys()]),
  );
  return new Set(pointers.flatMap((pointer) => pointer.split('/').slice(1)));
}
