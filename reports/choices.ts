import type { Row } from '../harness/judging/row.ts';

/** One freedom of the interface, and which ways the target took on which operations. */
export interface Choice {
  readonly choice: string;
  readonly taken: readonly { readonly way: string; readonly operations: readonly string[] }[];
}

/** The choices sheet: what the target decided where the interface leaves the choice, in alphabetical order. */
export function choicesSheet(rows: readonly Row[]): Choice[] {
  const sheet = new Map<string, Map<string, Set<string>>>();
  for (const { choices = [], operation } of rows) {
    for (const [choice, way] of choices) {
      const ways = sheet.get(choice) ?? new Map<string, Set<string>>();
      sheet.set(choice, ways);
      ways.set(way, (ways.get(way) ?? new Set()).add(operation));
    }
  }
  return [...sheet]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([choice, ways]) => ({
      choice,
      taken: [...ways].map(([way, operations]) => ({ way, operations: [...operations] })),
    }));
}
