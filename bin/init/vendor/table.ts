import { labelled, plural, wrap } from '../../../reports/terminal/layout.ts';
import type { Contradiction } from './compare.ts';

/** The contradictions as a table. Contradictions that differ only in the operation are one row. */
export function contradictionTable(list: readonly Contradiction[]): string {
  const groups = new Map<string, { readonly first: Contradiction; readonly operations: string[] }>();
  for (const one of list.map(shortened)) {
    const key = JSON.stringify([one.where, one.stated, one.described]);
    const group = groups.get(key) ?? { first: one, operations: [] };
    group.operations.push(one.operation);
    groups.set(key, group);
  }
  const head = `The description contradicts the interface in ${plural(list.length, 'place')}:`;
  return [
    ...wrap(head, 80),
    '',
    row('where', 'interface', 'description'),
    ...[...groups.values()].flatMap(({ first, operations }) => [
      row(first.where, first.stated, first.described),
      ...labelled('', operations.join(', '), 4, 4),
    ]),
  ].join('\n');
}

/** Gives all missing operations the same words, so that they are one row. */
function shortened(one: Contradiction): Contradiction {
  return one.where === 'operation' && one.described === 'missing' ? { ...one, stated: 'there' } : one;
}

function row(where: string, stated: string, described: string): string {
  return `  ${where.padEnd(34)} ${stated.padEnd(20)} ${described}`.trimEnd();
}
