import type { Row } from '../harness/judging/row.ts';
import type { Evidence } from '../harness/privacy/evidence.ts';
import type { FailureGroup } from './groups.ts';

/**
 * What kind of thing is wrong, the one that explains most first: no answer of the service itself, a refusal of what has
 * to be accepted, what an answer holds, another refusal than the one due or none, the form of an answer.
 */
export const symptoms = ['trouble', 'refused', 'contents', 'not-refused', 'form'] as const;

/** The kind of a failure. */
export type Symptom = (typeof symptoms)[number];

/** The kind of a failure, read off what was expected and what came. */
export function symptomOf({ rows: [{ check }], expected, actual }: FailureGroup): Symptom {
  if (/\b(?:status|answered with) 5\d\d\b|^each time\b|\bno answer\b/.test(actual)) return 'trouble';
  if (/^status 4\d\d\b|refus|rejec|\b4\d\d for the others\b/.test(expected)) return 'not-refused';
  if (/\bstatus 4\d\d\b/.test(actual)) return 'refused';
  return isOfForm(check) ? 'form' : 'contents';
}

/** Whether a check looks at the form of answers: it judges each of them, or what surrounds their contents. */
function isOfForm(check: string): boolean {
  return /\/(?:schema|every-(?:answer|status|body|header|value|response))$|^conventions\.(?!filters-)/.test(
    check,
  );
}

/** What a failure says, without the things in which the rows of one bug differ: numbers, names in backticks, amounts. */
export function patternOf({ expected, actual }: FailureGroup): string {
  return [expected, actual]
    .map((text) =>
      text
        .replaceAll(/`[^`]*`/g, '`…`')
        .replaceAll(/\d+/g, '0')
        .replaceAll(/\b(item|result|session|user)s\b/g, '$1'),
    )
    .join(' | ');
}

/** The last word of the clause, which clauses of one kind share: `exists` in `add-student-classes.exists`. */
export function familyOf(clause: string): string {
  return clause.slice(clause.indexOf('.') + 1);
}

/** The operations of a group, and those that its evidence shows. */
export function operationsOf(rows: readonly Row[]): ReadonlySet<string> {
  return new Set(rows.map(({ operation }) => operation));
}

/** The exchanges of a failure but those that made what it needs. */
export function shownIn({ evidence = [] }: Row): Evidence[] {
  return evidence.filter(({ part }) => part !== 'set-up');
}

/** What each of some rows asked its own operation for. */
export function neededBy(rows: readonly Row[]): ReadonlySet<string> {
  const [first = [], ...others] = rows.map((row) =>
    shownIn(row).flatMap((one) => (one.operation === row.operation ? namesIn(one) : [])),
  );
  return new Set(first.filter((name) => others.every((names) => names.includes(name))));
}

/** The names of all that some rows asked for in reading. */
export function askedBy(rows: readonly Row[]): ReadonlySet<string> {
  return new Set(rows.flatMap(shownIn).flatMap(namesIn));
}

/** The names of what is asked for in reading, in the address or the body of a search; the size of a page is none. */
function namesIn({ request, curl }: Evidence): string[] {
  const inAddress = [...request.matchAll(/[?&](\w+)=/g)];
  const inBody = /^POST \S*\/search\b/.test(request) ? [...curl.matchAll(/"(\w+)":/g)] : [];
  return [...inAddress, ...inBody].flatMap(([, name = '']) => (name === 'limit' ? [] : name));
}
