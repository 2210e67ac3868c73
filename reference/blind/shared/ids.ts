import { fields, type Line, list, textAt, texts } from '../kit.ts';

/** The ids of the tests of a cohort. */
export function testsOf(cohort: unknown): string[] {
  return list(fields(cohort)['tests']).map((test) => textAt(test, 'testId'));
}

/** The ids of users that have sessions, most sessions first. */
export function usersOf(items: readonly unknown[]): string[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    const id = textAt(item, 'user', 'userId');
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([id]) => id);
}

/** So many made-up texts, and whatever comes after them. */
export function after(count: number, ...last: readonly string[]): string[] {
  return [...Array.from({ length: count }, (_, n) => `nobody-${n}`), ...last];
}

/** The ids that a request lists, in lower case. */
export function sentIds({ ask }: Pick<Line, 'ask'>, name: string): string[] {
  return texts(ask.body[name]).map((id) => id.toLowerCase());
}
