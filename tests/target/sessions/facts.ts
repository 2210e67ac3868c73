import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { itemsOf, type Json, object, type Page, pageOf, text } from '../body.ts';
import { minimal } from '../minimal.ts';
import { identifierOf } from '../pages/identifier.ts';
import { askSessions } from './ask.ts';

/** What an item of a session list tells, as far as the contract and the profile say where it stands. */
export interface Facts {
  readonly item: Json;
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

/** Reads the facts of one item of an operation's list. */
export function factsOf(context: Context, op: Operation, item: Json): Facts {
  const at = (clause: string) => valueAt(item, placeOf(context, op, clause));
  const user = object(at('session.user'));
  const test = object(at('session.test'));
  const result = item['result'];
  return {
    item,
    id: text(at('session.session-id')),
    start: dateTime(item['startDate']),
    end: dateTime(item['endDate']),
    status: text(item['status']),
    result: result === null ? null : object(result),
    user,
    test,
    userId: text(user?.['userId']),
    testId: text(at('session-test.test-id')) ?? text(test?.['testId']),
    subject: text(test?.['subject']),
    calculated: text(at('result.calculated-date')),
    level: text(at('result.level') ?? at('result-levels.values')),
    duration: text(at('result.duration')),
  };
}

/** A date-time; a date without a time is no moment to compare with. */
function dateTime(value: unknown): string | undefined {
  const moment = text(value);
  return moment?.includes('T') ? moment : undefined;
}

/**
 * The facts of the items of an answer.
 *
 * @param identifier the field that tells items apart, for lists whose profile doesn't mark it
 */
export function factsIn(
  context: Context,
  op: Operation,
  items: readonly Json[],
  identifier?: string,
): readonly Facts[] {
  return items.map((item) => {
    const facts = factsOf(context, op, item);
    return identifier === undefined || facts.id !== undefined
      ? facts
      : { ...facts, id: text(item[identifier]) };
  });
}

const most = 100;

/**
 * Sessions of a list to take values from: those of the first, a middle and the last page of 100 at most, in this
 * order, whatever the size of the list. Read once in a run; inconclusive when there is none.
 */
export function sample(context: Context, op: Operation = context.op): Promise<readonly Facts[]> {
  return context.world.once(`sessions of ${op.id}`, async () =>
    readSample(context, op, pageOf(context, await minimal(context, op))),
  );
}

async function readSample(context: Context, op: Operation, first: Page): Promise<readonly Facts[]> {
  const total = first.total ?? first.items.length;
  const middle = total > 3 * most ? Math.floor(total / 2 - most / 2) : most;
  const offsets = new Set([middle, total - most].filter((offset) => offset >= most));
  const items = [...first.items];
  for (const offset of op.paginated ? offsets : []) {
    items.push(...itemsOf(context, await askSessions(context, { limit: most, offset }, op)));
  }
  const known = new Set<string>();
  const fresh = factsIn(context, op, items, await identifierOf(context, op)).filter(
    ({ id }) => id === undefined || (!known.has(id) && known.add(id)),
  );
  return context.need(fresh.length > 0 && fresh, `a session in the answer of ${op.id}`);
}

/** Sees to it that the profile tells where an item shows what a clause is about; inconclusive where it doesn't. */
export function mark(context: Context, clause: string, op: Operation = context.op): void {
  context.need(
    placeOf(context, op, clause),
    `a profile whose overlay marks the field with \`x-clause: ${clause}\``,
  );
}

/** The place of what a clause is about in an item, as keys from the item on; undefined while it is not known. */
function placeOf({ contract }: Context, op: Operation, clause: string): readonly string[] | undefined {
  const status = op.success ?? 200;
  const judged = contract.judges(op.id, status).find((each) => each.clause === clause);
  return judged?.pointer.startsWith('/data/*/') ? judged.pointer.split('/').slice(3) : undefined;
}

function valueAt(item: Json, keys: readonly string[] | undefined): unknown {
  return keys?.reduce<unknown>((value, key) => object(value)?.[key], item);
}
