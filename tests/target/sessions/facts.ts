import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { attempt } from '../attempt.ts';
import { identity, idIn, itemsOf, type Json, object, type Page, pageOf, text } from '../body.ts';
import { minimal } from '../minimal.ts';
import { identifierOf } from '../pages/identifier.ts';
import { readExtent } from '../pages/largest.ts';
import { isPagedByName } from '../pages/paged-by-name.ts';
import { freshly, type Reader, shared } from '../pages/reader.ts';
import { askSessions } from './ask.ts';

/** What an item of a session list tells, as far as the contract and the profile say where to find it. */
export interface Facts {
  readonly item: Json;
  /** In lower case. */
  readonly id: string | undefined;
  /** Where it is a date-time; one that is a date says too little to compare with. */
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly status: string | undefined;
  readonly result: Json | null | undefined;
  readonly user: Json | undefined;
  readonly test: Json | undefined;
  readonly userId: string | undefined;
  readonly testId: string | undefined;
  readonly subject: string | undefined;
  readonly calculated: string | undefined;
  readonly level: string | undefined;
  readonly duration: string | undefined;
}

/** The clauses by which a profile marks, as `x-clause`, where an item of a session list shows something. */
const clauses = {
  id: 'session.session-id',
  user: 'session.user',
  test: 'session.test',
  testId: 'session-test.test-id',
  calculated: 'result.calculated-date',
  level: 'result.level',
  duration: 'result.duration',
} as const;

/** What a profile has to mark in the items of a session list. */
export type Marked = keyof typeof clauses;

/** Where an item shows what a clause is about. */
type Places = (clause: string) => readonly string[] | undefined;

function factsOf(item: Json, places: Places): Facts {
  const at = (clause: string) => valueAt(item, places(clause));
  const user = object(at(clauses.user));
  const test = object(at(clauses.test));
  const result = item['result'];
  return {
    item,
    id: identity(at(clauses.id)),
    start: dateTime(item['startDate']),
    end: dateTime(item['endDate']),
    status: text(item['status']),
    result: result === null ? null : object(result),
    user,
    test,
    userId: text(user?.['userId']),
    testId: text(at(clauses.testId)) ?? text(test?.['testId']),
    subject: text(test?.['subject']),
    calculated: text(at(clauses.calculated)),
    level: text(at(clauses.level) ?? at('result-levels.values')),
    duration: text(at(clauses.duration)),
  };
}

/** A date-time; a date without a time is no moment to compare with. */
function dateTime(value: unknown): string | undefined {
  const moment = text(value);
  return moment?.includes('T') ? moment : undefined;
}

/**
 * What the items of an answer tell.
 *
 * @param identifier the field that identifies the items, for lists whose profile doesn't mark it
 */
export function factsIn(
  context: Context,
  op: Operation,
  items: readonly Json[],
  identifier?: string,
): readonly Facts[] {
  const places = placesOf(context, op);
  return items.map((item) => {
    const facts = factsOf(item, places);
    return identifier === undefined ? facts : { ...facts, id: facts.id ?? idIn(item, identifier) };
  });
}

const most = 100;

/**
 * A sample of the sessions of a list: its first page, one from its middle and its last one, each of 100 at most, in
 * this order. A quick run takes the pages that it knows the list by in place of the last two. Read once in a run;
 * inconclusive when there is no session.
 */
export function sample(context: Context, op: Operation = context.op): Promise<readonly Facts[]> {
  return context.world.once(keyOf(op), async () => {
    const first = pageOf(context, await minimal(context, op));
    return needSome(context, op, await readFacts(context, op, first, shared({ ...context, op })));
  });
}

/** The sample that rows share now; `undefined` where none has looked at the list. */
export function sampled({ world }: Context, op: Operation): Promise<readonly Facts[]> | undefined {
  return world.shared(keyOf(op));
}

/** Reads the sample anew, for all rows from now on; empty where there is no session any more. */
export async function sampleAnew(context: Context, op: Operation): Promise<readonly Facts[]> {
  const now = await readNow(context, op);
  context.world.forget(keyOf(op));
  await attempt(() => context.world.once(keyOf(op), async () => needSome(context, op, now)));
  return now;
}

const keyOf = ({ id }: Operation) => `sessions of ${id}`;

/** The same, read anew. */
export async function freshSample(context: Context): Promise<readonly Facts[]> {
  return needSome(context, context.op, await readNow(context, context.op));
}

async function readNow(context: Context, op: Operation): Promise<readonly Facts[]> {
  const first = pageOf(context, await askSessions(context, {}, op));
  return readFacts(context, op, first, freshly({ ...context, op }));
}

function needSome({ need }: Context, op: Operation, sessions: readonly Facts[]): readonly Facts[] {
  return need(sessions.length > 0 && sessions, `a session in the answer of ${op.id}`);
}

async function readFacts(
  context: Context,
  op: Operation,
  first: Page,
  read: Reader,
): Promise<readonly Facts[]> {
  const further = op.paginated ? await furtherItems(context, op, first, read) : [];
  const facts = factsIn(context, op, [...first.items, ...further], await identifierOf(context, op));
  const seen = new Set<string>();
  // Pages may overlap. Where no field is known to tell sessions apart, all that they show has to.
  return facts.filter(({ id, item }) => isNew(seen, id ?? JSON.stringify(item)));
}

function isNew(seen: Set<string>, one: string): boolean {
  const { size } = seen;
  return seen.add(one).size > size;
}

async function furtherItems(
  context: Context,
  op: Operation,
  page: Page,
  read: Reader,
): Promise<readonly Json[]> {
  const total = page.total ?? page.items.length;
  if (context.effort === 'quick' && isPagedByName(op)) {
    if (total <= page.items.length) return [];
    const { first, last } = await readExtent({ ...context, op }, read);
    return [...first.page.items, ...(last?.page.items ?? [])];
  }
  const middle = total > 3 * most ? Math.floor(total / 2 - most / 2) : most;
  const offsets = new Set([middle, total - most].filter((offset) => offset >= most));
  const items: Json[] = [];
  for (const offset of offsets)
    items.push(...itemsOf(context, await askSessions(context, { limit: most, offset }, op)));
  return items;
}

/** Needs a profile that marks where an item of the operation's list shows something. */
export function needMark(context: Context, what: Marked): void {
  const clause = clauses[what];
  context.need(
    placeOf(context, context.op, clause),
    `a profile whose overlay marks the field with \`x-clause: ${clause}\``,
  );
}

/** Looks up each place once: a list has many items. */
function placesOf(context: Context, op: Operation): Places {
  const known = new Map<string, readonly string[] | undefined>();
  return (clause) => {
    if (!known.has(clause)) known.set(clause, placeOf(context, op, clause));
    return known.get(clause);
  };
}

/** Where an item shows what a clause is about, as keys from the item on; `undefined` while that is not known. */
function placeOf({ contract }: Context, op: Operation, clause: string): readonly string[] | undefined {
  const status = op.success ?? 200;
  const judged = contract.judges(op.id, status).find((each) => each.clause === clause);
  return judged?.pointer.startsWith('/data/*/') ? judged.pointer.split('/').slice(3) : undefined;
}

function valueAt(item: Json, keys: readonly string[] | undefined): unknown {
  return keys?.reduce<unknown>((value, key) => object(value)?.[key], item);
}
