import type { Row } from '../harness/judging/row.ts';
import type { Book } from './book.ts';
import { type FailureGroup, groupFailures } from './groups.ts';
import {
  askedBy,
  familyOf,
  neededBy,
  operationsOf,
  patternOf,
  type Symptom,
  shownIn,
  symptomOf,
  symptoms,
} from './symptoms.ts';

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
  /** The names of all that was asked for in reading. */
  readonly asked: ReadonlySet<string>;
  /** Those that each row of it asked its own operation for: without them, nothing goes wrong as far as is known. */
  readonly needed: ReadonlySet<string>;
  /** How many rows name one of these as their reason. */
  readonly blamed: number;
  /** Whether the interface states it; else it only follows. */
  readonly isStated: boolean;
  /** Whether it holds for every operation, or compares two: one that goes wrong in its own way breaks it as well. */
  readonly isOfAll: boolean;
  /** The place of the clause in the interface. */
  readonly place: number;
}

type Weights = ReadonlyMap<Traits, number>;
type Order = (a: Traits, b: Traits) => number;

/** Tells failed rows as stories: the failure that explains most first, each with those that it explains. */
export function storiesOf(rows: readonly Row[], book: Book): Story[] {
  const kept = rows.filter(({ verdict, because }) => verdict === 'inconclusive' && because !== undefined);
  const places = new Map([...book.clauses.keys()].map((clause, place) => [clause, place]));
  const all = groupFailures(rows).map((group) => traitsOf(group, kept, book, places));
  const weights = weightsOf(all);
  const origin = byOrigin(all, weights);
  const open = new Set(all.sort(byWeight(weights, origin)));
  const stories: Story[] = [];
  for (const lead of open) {
    open.delete(lead);
    const also = [...open].filter((one) => explains(lead, one));
    for (const one of also) open.delete(one);
    // What was not done where it was asked for is missing wherever it is looked for.
    const missing = [...open].filter((one) =>
      also.some((other) => isSeenIn(other, one) && asksFor(other, one.needed)),
    );
    for (const one of missing) open.delete(one);
    const [first = lead, ...others] = [lead, ...also, ...missing].sort(origin);
    stories.push(storyOf(first, others, kept));
  }
  return stories.sort((a, b) => b.rows.length + b.kept.length - a.rows.length - a.kept.length);
}

function storyOf(lead: Traits, others: readonly Traits[], kept: readonly Row[]): Story {
  const also = [...others].sort((a, b) => a.place - b.place).map(({ group }) => group);
  const told = { ...lead.group, rows: shortestFirst(lead.group.rows) };
  const rows = [...told.rows, ...also.flatMap((group) => group.rows)] as const;
  const ids = new Set(rows.map(({ id }) => id));
  return {
    lead: told,
    also,
    rows: [told.rows[0], ...rows.slice(1)],
    kept: kept.filter(({ because = '' }) => ids.has(because)),
  };
}

/** The rows of one cause, the one first that takes least to show: the fewest characters to paste. */
function shortestFirst(rows: FailureGroup['rows']): FailureGroup['rows'] {
  const lengthOf = ({ evidence = [] }: Row) =>
    evidence.length === 0 ? Infinity : evidence.reduce((sum, { curl }) => sum + curl.length, 0);
  const shortest = rows.reduce((best, row) => (lengthOf(row) < lengthOf(best) ? row : best));
  return [shortest, ...rows.filter((row) => row !== shortest)];
}

function traitsOf(
  group: FailureGroup,
  kept: readonly Row[],
  book: Book,
  places: ReadonlyMap<string, number>,
): Traits {
  const ids = new Set(group.rows.map(({ id }) => id));
  return {
    group,
    symptom: symptomOf(group),
    pattern: patternOf(group),
    check: group.rows[0].check,
    family: familyOf(group.clause),
    topic: group.clause.split('.')[0] ?? '',
    operations: operationsOf(group.rows),
    behind: new Set(group.rows.flatMap(shownIn).map(({ operation }) => operation)),
    asked: askedBy(group.rows),
    needed: neededBy(group.rows),
    requests: new Set(
      group.rows.flatMap(({ evidence = [] }) =>
        evidence.filter(({ part }) => part === undefined).map(({ request }) => request),
      ),
    ),
    blamed: kept.filter(({ because = '' }) => ids.has(because)).length,
    isStated: book.clauses.get(group.clause)?.level !== 'inferred',
    isOfAll: ofAll.has(group.clause.split('.')[0] ?? '') || group.clause.includes('.same-as-'),
    place: places.get(group.clause) ?? -1,
  };
}

/** What is said of every answer or refusal, and breaks with whatever an operation gets wrong. */
const ofAll: ReadonlySet<string> = new Set([
  'conventions',
  'errors',
  'authentication',
  'limits',
  'versioning',
]);

/** Who explains the most others comes first, for it gathers them; then the order in which causes come. */
function byWeight(weights: Weights, origin: Order): Order {
  return (a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0) || origin(a, b);
}

/**
 * What is nearest to the cause comes first. Wrong contents of a plain success explain a missing refusal, never the other
 * way; what is said of one operation explains what is said of all, or compares two; a plain check explains one of a
 * combination. Then: the clause that fails on more operations, with those
 * that refine it; the one that the interface states, who explains more,
 * fewer requests.
 */
function byOrigin(all: readonly Traits[], weights: Weights): Order {
  const rank = ({ symptom }: Traits) => symptoms.indexOf(symptom);
  const aspects = ({ check }: Traits) => check.split('/').length;
  const plain = operationsOn(all, (clause, { check }) => check === clause);
  const refined = operationsOn(all, (clause, { group }) => `${group.clause}-`.startsWith(`${clause}-`));
  return (a, b) =>
    rank(a) - rank(b) ||
    Number(a.isOfAll) - Number(b.isOfAll) ||
    aspects(a) - aspects(b) ||
    plain(b) - plain(a) ||
    refined(b) - refined(a) ||
    Number(b.isStated) - Number(a.isStated) ||
    (weights.get(b) ?? 0) - (weights.get(a) ?? 0) ||
    b.operations.size - a.operations.size ||
    a.requests.size - b.requests.size ||
    a.place - b.place;
}

/** On how many operations the failures stand that belong to a clause; counted once for each clause. */
function operationsOn(
  all: readonly Traits[],
  belongs: (clause: string, one: Traits) => boolean,
): (of: Traits) => number {
  const counted = new Map<string, number>();
  return ({ group: { clause } }) => {
    const known = counted.get(clause);
    if (known !== undefined) return known;
    const sum = all.reduce((so, one) => (belongs(clause, one) ? so + one.operations.size : so), 0);
    counted.set(clause, sum);
    return sum;
  };
}

/** How much each failure explains: failures, and rows that name it as their reason. */
function weightsOf(all: readonly Traits[]): Weights {
  return new Map(all.map((one) => [one, all.filter((other) => explains(one, other)).length + one.blamed]));
}

/** Whether what a failure shows is reason enough for another one. */
function explains(one: Traits, other: Traits): boolean {
  if (one.group.clause === other.group.clause && one.pattern === other.pattern) return true;
  if (one.check === other.check && one.symptom === other.symptom && one.symptom !== 'form') return true;
  if (one.family === other.family && one.pattern === other.pattern) return true;
  if (other.check.startsWith(`${one.check}/`)) return true;
  if (isSeenIn(one, other) || isSameAnswer(one, other)) return true;
  if (other.family.includes(one.topic)) return true;
  if (!meets(one.operations, other.operations)) return false;
  if (one.topic === other.topic || meets(one.requests, other.requests)) return true;
  if (one.symptom === other.symptom && one.symptom !== 'form') return asksFor(other, laterPages(one));
  if (one.symptom === 'contents' && other.symptom === 'not-refused' && other.isOfAll) return true;
  if (one.symptom === 'contents' && other.symptom === 'form' && other.isOfAll && !one.isOfAll)
    return other.operations.size === 1;
  return one.symptom === 'trouble' || one.symptom === 'refused';
}

/** Whether it is the answer of one operation that another one comes upon: the clause is the same, or what came. */
function isSameAnswer(one: Traits, other: Traits): boolean {
  const isSame =
    one.group.clause === other.group.clause ||
    (one.group.actual === other.group.actual && /^status \d+$/.test(one.group.actual));
  return isSame && (meets(one.operations, other.behind) || meets(other.operations, one.behind));
}

/** Whether what one operation got wrong stands behind what another one shows, which has asked for it in the same way. */
function isSeenIn(one: Traits, other: Traits): boolean {
  if (one.symptom !== 'contents' || other.symptom !== 'contents') return false;
  return meets(one.operations, other.behind) && asksFor(other, one.needed);
}

/** What takes one to a later page, where a failure shows itself nowhere else. */
function laterPages({ needed }: Traits): ReadonlySet<string> {
  return new Set(['cursor', 'offset'].filter((name) => needed.has(name)));
}

function asksFor({ asked }: Traits, names: ReadonlySet<string>): boolean {
  return [...names].every((name) => asked.has(name));
}

function meets<T>(some: ReadonlySet<T>, others: ReadonlySet<T>): boolean {
  for (const one of some) if (others.has(one)) return true;
  return false;
}
