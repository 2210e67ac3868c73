import type { Row } from '../../harness/judging/row.ts';
import type { ObservedAnswer, Shapes } from '../../harness/privacy/shapes.ts';

/** A choice that the interface leaves to a target, and that two runs saw taken differently. */
export interface ChangedChoice {
  readonly choice: string;
  readonly before: string;
  readonly after: string;
  readonly operations: readonly string[];
}

/** The ways in which a target takes each choice, by choice and then by operation, ascending. */
export type Choices = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** The choice that only the shape of an answer shows: which of the two formats an error has. */
export const errorFormat = 'errors.which-format';

/** The choices of a run: those that its checks recorded, and the format of errors. */
export function choicesOf(rows: readonly Row[], shapes: Shapes): Choices {
  const found = new Map<string, Map<string, Set<string>>>();
  const add = (choice: string, operation: string, way: string) => {
    const operations = found.get(choice) ?? new Map<string, Set<string>>();
    found.set(choice, operations.set(operation, (operations.get(operation) ?? new Set()).add(way)));
  };
  for (const { choices = [], operation } of rows)
    for (const [choice, way] of choices) add(choice, operation, way);
  for (const answer of shapes) {
    const format = formatOf(answer);
    if (format !== undefined) add(errorFormat, answer.operation, `${answer.status} ${format}`);
  }
  return new Map(
    [...found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([choice, operations]) => [
        choice,
        new Map([...operations].map(([operation, ways]) => [operation, [...ways].sort()])),
      ]),
  );
}

/** The format of the errors that an answer showed; undefined for a success, and for an error without a known body. */
export function formatOf({ status, places }: ObservedAnswer): string | undefined {
  if (status < 400) return undefined;
  const has = (...names: string[]) => places.some(({ place }) => names.includes(place.slice(1)));
  const formats = [
    ...(has('message') ? ['basic error'] : []),
    ...(has('type', 'title', 'detail', 'instance') ? ['problem details'] : []),
  ];
  return formats.length > 0 ? formats.join(' and ') : undefined;
}

/** The choices that both runs saw on an operation, and saw taken differently. */
export function compareChoices(before: Choices, after: Choices): ChangedChoice[] {
  const changes = new Map<string, ChangedChoice>();
  for (const [choice, operations] of after) {
    for (const [operation, ways] of operations) {
      const was = before.get(choice)?.get(operation);
      if (was === undefined) continue;
      const [old, now] = choice === errorFormat ? onBoth(was, ways) : [was, ways];
      if (old.join() === now.join()) continue;
      const one = { choice, before: old.join(', '), after: now.join(', ') };
      const key = JSON.stringify(one);
      changes.set(key, { ...one, operations: [...(changes.get(key)?.operations ?? []), operation] });
    }
  }
  return [...changes.values()];
}

/** The error formats of the statuses that both runs saw, and saw differ. */
function onBoth(was: readonly string[], is: readonly string[]): [readonly string[], readonly string[]] {
  const statusOf = (way: string) => way.slice(0, 3);
  const both = (ways: readonly string[], others: readonly string[]) =>
    ways.filter((way) => !others.includes(way) && others.some((other) => statusOf(other) === statusOf(way)));
  return [both(was, is), both(is, was)];
}
