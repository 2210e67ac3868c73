import type { Row } from '../harness/judging/row.ts';

/** A choice that the interface leaves to the target, with the values that the target took, by operation. */
export interface Choice {
  readonly choice: string;
  readonly taken: readonly { readonly way: string; readonly operations: readonly string[] }[];
}

/** The choices sheet: every choice that the target made, in alphabetical order. */
export function choicesSheet(rows: readonly Row[]): Choice[] {
  const sheet = new Map<string, Map<string, Set<string>>>();
  for (const { choices = [], operation } of rows) {
    for (const [choice, value] of choices) {
      const values = sheet.get(choice) ?? new Map<string, Set<string>>();
      sheet.set(choice, values);
      values.set(value, (values.get(value) ?? new Set()).add(operation));
    }
  }
  return [...sheet]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([choice, values]) => ({
      choice,
      taken: [...values].map(([way, operations]) => ({ way, operations: [...operations] })),
    }));
}
