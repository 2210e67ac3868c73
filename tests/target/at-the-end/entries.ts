import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { idIn, idsIn, itemsOf, type Json, listOf, object, withId } from '../body.ts';
import { eventually } from '../eventually.ts';
import { minimal } from '../minimal.ts';
import type { Read } from '../pages/reader.ts';
import { differingFields, inTicks } from '../same-fields.ts';
import { isWhole, knownPage, latePage } from './late-page.ts';
import { markedFields, othersAmong } from './others.ts';

/** A list whose entries are read one by one as well. */
export interface Entries {
  readonly list: string;
  readonly get: string;
  readonly id: string;
  readonly wrapper: string;
  readonly fields: readonly string[];
  /** Another read that shows what the list has to hold, if there is one for it. */
  readonly witness: (before: Json) => readonly [op: string, params: Params] | undefined;
}

/** How many reads of one look are enough. */
const mostReads = 4;

/** What a look at a list shows otherwise than expected, in words, and the answers that show it. */
interface Look {
  readonly wrong: readonly string[];
  readonly answers: readonly Answer[];
}

/**
 * Judges that a list still holds what it held when the run first asked for it, and nothing twice. Somebody else may have
 * changed or removed it, or put it away; so a difference counts where another read shows it as it was, or where it holds
 * what only this run writes.
 */
export async function judgeEntries(context: Context, entries: Entries): Promise<void> {
  const op = context.operation(entries.list);
  const start = await minimal(context, op);
  const others = othersAmong(context, itemsOf(context, start), entries.id);
  context.need(others.length > 0, `something in ${entries.list} that the run neither made nor was lent`);
  let next = knownPage;
  const read = async () => {
    const page = next;
    next = latePage;
    return lookAt(context, entries, others, await page(context, op), op);
  };
  const { wrong, answers } = await eventually(context, read, (seen) => seen.wrong.length === 0);
  context.must.hold(wrong.length === 0, {
    expected: `${others.length} of ${entries.list} as they were, or as another read shows them, and nothing twice`,
    actual: [...new Set(wrong)].join(', '),
    in: [start, ...answers],
  });
}

async function lookAt(
  context: Context,
  entries: Entries,
  others: readonly Json[],
  read: Read,
  op: Operation,
): Promise<Look> {
  const { items } = read.page;
  const ids = idsIn(items, entries.id);
  const wrong = ids.length > new Set(ids).size ? ['one of them twice'] : [];
  const answers = [read.answer];
  let reads = 0;
  for (const before of others) {
    const entry = withId(items, entries.id, idIn(before, entries.id) ?? '');
    const fields = entry === undefined ? [] : differingFields(before, entry, entries.fields);
    if (entry === undefined ? !isWhole(read, op) : fields.length === 0) continue;
    if (entry && markedFields(context, before, entry).length > 0) {
      wrong.push(`${inTicks(fields)} with what this run wrote elsewhere`);
      continue;
    }
    if (reads === mostReads) break;
    reads += 1;
    const answer = await (entry === undefined
      ? missing(context, entries, before)
      : contradicting(context, entries, before, fields));
    if (answer === undefined) continue;
    wrong.push(
      entry === undefined ? 'a list without one that is there' : `another ${inTicks(fields)} in the list`,
    );
    answers.push(answer);
  }
  return { wrong, answers };
}

/** The answer that shows by its id what a list shows otherwise: as it was before. */
async function contradicting(
  context: Context,
  { get, id, wrapper }: Entries,
  before: Json,
  fields: readonly string[],
): Promise<Answer | undefined> {
  const answer = await context.send(get, { [id]: before[id] });
  const thing = object(object(answer.json)?.[wrapper]);
  const isAsBefore =
    thing && fields.every((name) => name in thing) && differingFields(before, thing, fields).length === 0;
  return answer.status === 200 && isAsBefore ? answer : undefined;
}

/** The answer that shows what is missing in a list. */
async function missing(context: Context, entries: Entries, before: Json): Promise<Answer | undefined> {
  const [op, params] = entries.witness(before) ?? [];
  if (op === undefined) return undefined;
  const answer = await context.send(op, params);
  const body = object(answer.json);
  const shown = [object(body?.[entries.wrapper]) ?? [], listOf(body?.['data']) ?? []].flat();
  const isThere = withId(shown, entries.id, idIn(before, entries.id) ?? '') !== undefined;
  return answer.status === 200 && isThere ? answer : undefined;
}
