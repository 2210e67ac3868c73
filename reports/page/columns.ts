import type { BookOperation } from '../book.ts';
import type { ColumnGroup } from './matrix.ts';

/** The operations in groups by the resource that their path begins with, in the order of the interface. */
export function operationGroups(operations: readonly BookOperation[]): ColumnGroup[] {
  const groups = new Map<string, string[]>();
  for (const { id, path } of operations) {
    const [, first = '', second = ''] = path.split('/');
    const title = first === 'smart-ia' ? `${first} ${second}` : first;
    groups.set(title, [...(groups.get(title) ?? []), id]);
  }
  return [...groups].map(([title, ids]) => ({ title, operations: ids }));
}
