import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { idIn, itemsOf, type Json, object, withId } from '../body.ts';
import { eventually } from '../eventually.ts';
import { minimal } from '../minimal.ts';
import type { Read } from '../pages/reader.ts';
import { differingFields, fieldsThatDiffer } from '../same-fields.ts';
import { isWhole, knownPage, latePage } from './late-page.ts';
import { markedFields, othersAmong } from './others.ts';

/** A list whose entries are read one by one as well. */
export interface Entries {
  readonly list: string;
  readonly get: string;
  readonly id: string;
  readonly wrapper: string;
  /** The fields that hold one value each, and those that hold lists. */
  readonly fields: readonly string[];
  readonly lists?: readonly string[];
}

/** How many reads of one look are enough. */
const mostReads = 4;

/** What a look at a list shows otherwise than expected, in words, and the answers that show it. */
interface Look {
  readonly wrong: readonly string[];
  readonly answers: readonly Answer[];
}

/**
 * Judges that a list still holds what it held when the run first asked for it. What somebody else has changed or removed
 * is not there when it is read by its id either; so a difference counts where that read shows another, or where it holds
 * what only this run writes.
 */
export async function judgeEntries(context: Context, entries: Entries): Promise<void> {
  const op = context.operation(entries.list);
  const start = await minimal(context, op);
  const others = othersAmong(context, itemsOf(context, start), entries.id);
  context.need(others.length > 0, `something in ${entries.list} that the run neither made nor was lent`);
  const look = async (page: Read) => lookAt(context, entries, op, others, page);
  let next = knownPage;
  const read = async () => {
    const page = next;
    next = latePage;
    return look(await page(context, op));
  };
  const { wrong, answers } = await eventually(context, read, (seen) => seen.wrong.length === 0);
  context.must.hold(wrong.length === 0, {
    expected: `${others.length} of ${entries.list} as they were, or as a read by the id shows them`,
    actual: [...new Set(wrong)].join(', '),
    in: [start, ...answers],
  });
}

async function lookAt(
  context: Context,
  entries: Entries,
  op: Operation,
  others: readonly Json[],
  read: Read,
): Promise<Look> {
  const wrong: string[] = [];
  const answers = [read.answer];
  let reads = 0;
  for (const before of others) {
    const entry = withId(read.page.items, entries.id, idIn(before, entries.id) ?? '');
    if (entry === undefined ? !isWhole(read, op) : differing(entries, before, entry).length === 0) continue;
    const marked = entry === undefined ? [] : markedFields(context, before, entry);
    wrong.push(...marked.map((name) => `\`${name}\` with what this run wrote elsewhere`));
    if (marked.length > 0 || reads === mostReads) continue;
    reads += 1;
    const answer = await context.send(entries.get, { [entries.id]: before[entries.id] });
    const contradicted = contradiction(entries, entry, answer);
    if (contradicted === undefined) continue;
    wrong.push(contradicted);
    answers.push(answer);
  }
  return { wrong, answers };
}

/** In what a read by the id shows another than the list; `undefined` where it does not. */
function contradiction(entries: Entries, entry: Json | undefined, answer: Answer): string | undefined {
  const thing = object(object(answer.json)?.[entries.wrapper]);
  if (answer.status !== 200 || thing === undefined) return undefined;
  if (entry === undefined) return 'a list without one that is there';
  const fields = differing(entries, thing, entry);
  return fields.length === 0 ? undefined : `another ${fields.join(', ')} in the list`;
}

function differing({ fields, lists = [] }: Entries, one: Json, other: Json): readonly string[] {
  return [...differingFields(one, other, fields), ...fieldsThatDiffer(one, other, lists)];
}
