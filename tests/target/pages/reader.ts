import type { Answer } from '../../../harness/http/answer.ts';
import type { SendOptions } from '../../../harness/http/compose.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { idIn, type Page, pageOf } from '../body.ts';
import { minimal, minimalParams } from '../minimal.ts';
import { askSessions } from '../sessions/ask.ts';
import { withSharedReads } from '../shared-reads.ts';
import { onStableData } from '../stable-data.ts';
import { measured } from '../stated.ts';
import { identifierOf } from './identifier.ts';

/** One page that was read. */
export interface Read {
  readonly answer: Answer;
  readonly page: Page;
  /** The field that tells its items apart, where there is one. */
  readonly identifier: string | undefined;
}

/** Asks for a page with the minimal parameters of the operation and these. */
export interface Reader {
  /** Inconclusive when the answer is no page. */
  (params: Params): Promise<Read>;
  /** The answer, whatever it is. */
  answer(params: Params): Promise<Answer>;
}

/** Sends the minimal request of the operation with these parameters added. */
export async function ask(context: Context, params: Params, options: SendOptions = {}): Promise<Answer> {
  const { op } = context;
  // Where filters and sort stand in the body of the session search, and how they are called, only a profile tells.
  if (op.id === 'searchSessions') return askSessions(context, params, op, options);
  return context.send(op, { ...(await minimalParams(context, op)), ...params }, options);
}

/** Reads pages from the target each time. */
export function freshly(context: Context): Reader {
  return readerOf(context, (params) => ask(context, params));
}

/** Reads each page once in a run, for all checks that look at it. */
export function shared(context: Context): Reader {
  const sharing = withSharedReads(context);
  return readerOf(context, (params) => ask(sharing, params));
}

function readerOf(context: Context, answer: Reader['answer']): Reader {
  const read = async (params: Params) => {
    const got = await answer(params);
    return { answer: got, page: pageOf(context, got), identifier: await identifierOf(context) };
  };
  return Object.assign(read, { answer });
}

/**
 * Judges a law over pages of one list. When the law breaks it is judged again on fresh pages, while the page asked for
 * by `window` does not change.
 *
 * @param first what the law reads its pages with at first
 */
export function onStablePages(
  context: Context,
  window: Params,
  law: (read: Reader) => Promise<void>,
  first: Reader = shared(context),
): Promise<void> {
  const fresh = freshly(context);
  const measure = async () => {
    const { page } = await fresh(window);
    return measured(context, page);
  };
  let next = first;
  return onStableData(context, measure, async () => {
    const read = next;
    next = fresh;
    await law(read);
  });
}

/**
 * How many results the operation's list has, read once in a run; where the run does not write, its minimal answer says so,
 * which is read anyway. Inconclusive for an empty list: it shows nothing.
 */
export async function totalOf(context: Context): Promise<number> {
  const answer = context.writes
    ? await shared(context).answer({ limit: 3, offset: 0 })
    : await minimal(context, context.op);
  const { total } = pageOf(context, answer);
  return context.need(total || undefined, `a \`total\` of at least 1 in the answer of ${context.op.id}`);
}

/** What the profile says of an offset of 0 beside a cursor: `refused`, `no offset`, or nothing. */
export function readingOfZero(context: Context): unknown {
  return context.reading('pagination.offset-zero-with-cursor');
}

/** The identifiers of the items on some pages of one list, in their order and in lower case. */
export function idsOf(context: Context, ...reads: readonly Read[]): readonly string[] {
  const field = context.need(reads[0]?.identifier, `a field that tells the items of ${context.op.id} apart`);
  const items = reads.flatMap(({ page }) => page.items);
  return items.map((item) =>
    context.need(idIn(item, field), `\`${field}\` in each item of ${context.op.id}`),
  );
}

/** Whether two pages show the same results in the same order. */
export function showSame(context: Context, one: Read, other: Read): boolean {
  return idsOf(context, one).join() === idsOf(context, other).join();
}
