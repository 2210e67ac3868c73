import type { Row } from '../harness/judging/row.ts';
import type { Book } from './book.ts';
import { type FailureGroup, groupFailures } from './groups.ts';
import { familyOf, operationsOf, patternOf, type Symptom, symptomOf, symptoms } from './symptoms.ts';

/** What is probably one bug: the failure that explains the others, those, and the rows that it kept from being judged. */
export interface Story {
  readonly lead: FailureGroup;
  /** The failures that the first one explains, in the order of the interface. */
  readonly also: readonly FailureGroup[];
  /** Every failed row of the story. */
  readonly rows: readonly [Row, ...Row[]];
  /** The rows that name one of these as the reason why they are inconclusive. */
  readonly kept: readonly Row[];
}

/** A group of failures with what says whether another one has the same reason. */
interface Traits {
  readonly group: FailureGroup;
  readonly symptom: Symptom;
  readonly pattern: string;
  readonly check: string;
  readonly family: string;
  readonly topic: string;
  readonly operations: ReadonlySet<string>;
  readonly requests: ReadonlySet<string>;
  /** The operations that led to what is accused. */
  readonly behind: ReadonlySet<string>;
  /** How many rows name one of these as their reason. */
  readonly blamed: number;
  /** The place of the clause in the interface. */
  readonly place: number;
}

/** Tells failed rows as stories: the failure that explains most first, each with those that it explains. */
export function storiesOf(rows: readonly Row[], book: Book): Story[] {
  const kept = rows.filter(({ verdict, because }) => verdict === 'inconclusive' && because !== undefined);
  const all = groupFailures(rows).map((group) => traitsOf(group, kept, book));
  const open = new Set(all.sort(byWeight(all)));
  const stories: Story[] = [];
  for (const lead of open) {
    open.delete(lead);
    const also = [...open].filter((one) => explains(lead, one));
    for (const one of also) open.delete(one);
    // What was not done where it was asked for is missing wherever it is looked for.
    const missing = [...open].filter((one) => also.some((other) => isSeenIn(other, one)));
    for (const one of missing) open.delete(one);
    also.push(...missing);
    stories.push(storyOf(lead, also, kept));
  }
  return stories.sort((a, b) => b.rows.length + b.kept.length - a.rows.length - a.kept.length);
}

function storyOf(lead: Traits, others: readonly Traits[], kept: readonly Row[]): Story {
  const also = [...others].sort((a, b) => a.place - b.place).map(({ group }) => group);
  const rows = [...lead.group.rows, ...also.flatMap((group) => group.rows)] as const;
  const ids = new Set(rows.map(({ id }) => id));
  return {
    lead: lead.group,
    also,
    rows: [lead.group.rows[0], ...rows.slice(1)],
    kept: kept.filter(({ because = '' }) => ids.has(because)),
  };
}

function traitsOf(group: FailureGroup, kept: readonly Row[], book: Book): Traits {
  const ids = new Set(group.rows.map(({ id }) => id));
  return {
    group,
    symptom: symptomOf(group),
    pattern: patternOf(group),
    check: group.rows[0].check,
    family: familyOf(group.clause),
    topic: group.clause.split('.')[0] ?? '',
    operations: operationsOf(group.rows),
    behind: new Set(
      group.rows.flatMap(({ evidence = [] }) =>
        evidence.filter(({ part }) => part !== 'set-up').map(({ operation }) => operation),
      ),
    ),
    requests: new Set(
      group.rows.flatMap(({ evidence = [] }) =>
        evidence.filter(({ part }) => part === undefined).map(({ request }) => request),
      ),
    ),
    blamed: kept.filter(({ because = '' }) => ids.has(because)).length,
    place: [...book.clauses.keys()].indexOf(group.clause),
  };
}

/** Who explains the most others comes first; then the plainer symptom, more operations, the plainer check, fewer requests. */
function byWeight(all: readonly Traits[]): (a: Traits, b: Traits) => number {
  const weights = new Map(
    all.map((one) => [one, all.filter((other) => explains(one, other)).length + one.blamed]),
  );
  const rank = ({ symptom }: Traits) => symptoms.indexOf(symptom);
  const aspects = ({ group }: Traits) => group.rows[0].check.split('/').length;
  return (a, b) =>
    (weights.get(b) ?? 0) - (weights.get(a) ?? 0) ||
    rank(a) - rank(b) ||
    b.operations.size - a.operations.size ||
    aspects(a) - aspects(b) ||
    a.requests.size - b.requests.size ||
    a.place - b.place;
}

/** Whether what a failure shows is reason enough for another one. */
function explains(one: Traits, other: Traits): boolean {
  if (one.group.clause === other.group.clause && one.pattern === other.pattern) return true;
  if (one.family === other.family && one.pattern === other.pattern) return true;
  if (other.check.startsWith(`${one.check}/`)) return true;
  if (isSeenIn(one, other)) return true;
  if (!meets(one.operations, other.operations)) return false;
  if (one.topic === other.topic || meets(one.requests, other.requests)) return true;
  if (one.symptom === other.symptom && one.symptom !== 'form') return true;
  return one.symptom === 'trouble' || one.symptom === 'refused';
}

/** Whether what one operation got wrong stands behind what another one shows. */
function isSeenIn(one: Traits, other: Traits): boolean {
  return one.symptom === 'contents' && other.symptom === 'contents' && meets(one.operations, other.behind);
}

function meets<T>(some: ReadonlySet<T>, others: ReadonlySet<T>): boolean {
  for (const one of some) if (others.has(one)) return true;
  return false;
}
