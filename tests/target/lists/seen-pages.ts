import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Listed } from '../../../harness/judging/listed.ts';
import { Failure, Inconclusive } from '../../../harness/judging/outcome.ts';
import type { World } from '../../../harness/judging/world.ts';
import { idIn, pageOf } from '../body.ts';
import { searchedFor } from '../sessions/ask.ts';
import { judgePage, lawOf, type Seen, type Shown } from './claims.ts';
import type { Known } from './known.ts';
import { type ReadBack, type ReadsBack, readingBack } from './read-back.ts';
import type { Subject } from './subject.ts';
import { byDefault, wholePage } from './whole-page.ts';

/** A page that the run has seen: what it was asked for, and where it lies. */
export interface SeenPage {
  readonly params: Params;
  readonly readBack: ReadBack;
  readonly shown: Shown;
  readonly epoch: number;
  readonly from: Origin | undefined;
  /** How many requests lead to it, itself included. */
  readonly depth: number;
}

/** The page whose cursor leads to another. */
interface Origin {
  readonly page: SeenPage;
  readonly by: 'nextCursor' | 'previousCursor';
}

/** What was seen of a question in one epoch. */
interface Book {
  readonly seen: Seen;
  readonly pages: SeenPage[];
}

/** What a law says of the pages that a list has shown in a run. */
export interface Looked {
  /** How many pages it could judge. */
  readonly judged: number;
  /** Pages that break it, each with some that were seen before and say something about it. */
  readonly suspects: readonly (readonly SeenPage[])[];
}

/** So many other pages of the same question are asked for again with one that breaks a law. */
const mostBefore = 3;

/** A page that takes more requests is not asked for again. */
const deepest = 6;

/** Judges all pages of a list that the run has seen and whose requests can be read back. Nothing is sent. */
export function lookAtSeen(context: Context, subject: Subject, known: Known): Looked {
  const law = lawOf(context, subject, unchanged(context.world, known));
  const books = new Map<string, Book>();
  const suspects = new Map<string, readonly SeenPage[]>();
  const all = pagesSeen(context, subject, law.known);
  for (const page of all) {
    const { asked, question } = page.readBack;
    const name = `${page.epoch} ${question}`;
    const book: Book = books.get(name) ?? { seen: { places: new Map() }, pages: [] };
    books.set(name, book);
    const { seen, pages } = book;
    if (!holds(() => judgePage(law, asked, seen, page.shown)) && page.depth <= deepest)
      suspects.set(question, suspects.get(question) ?? [...pages.slice(-mostBefore), page]);
    if (page.depth <= deepest) pages.push(page);
  }
  return { judged: all.length, suspects: [...suspects.values()] };
}

/** The pages of a list that the run has seen and whose requests can be read back, in their order. Nothing is sent. */
export function pagesSeen(context: Context, subject: Subject, known: Known): readonly SeenPage[] {
  const { world } = context;
  const readBack = readingBack(world, subject, known);
  const origins = new Map<string, Origin>();
  return world.listed(context.op.id).flatMap((listed) => {
    const page = placed(context, listed, origins, readBack);
    if (page === undefined) return [];
    const { nextCursor, previousCursor } = page.shown.page;
    if (nextCursor !== null) origins.set(nextCursor, { page, by: 'nextCursor' });
    if (previousCursor !== null && !isPastTheEnd(page.shown))
      origins.set(previousCursor, { page, by: 'previousCursor' });
    return [page];
  });
}

/** What stands before a page past the end is left open: the last page of the list, or the results before its offset. */
function isPastTheEnd({ start, page }: Shown): boolean {
  return start > 0 && start >= page.total;
}

/** What is known of the items that the run can't have changed; of its own, there may have been fewer when a page was seen. */
function unchanged(world: World, known: Known): Known {
  const items = known.items.filter((item) => !world.isMadeOrLent(idIn(item, known.identifier) ?? ''));
  const others = known.others + known.items.length - items.length + world.made.length;
  return { ...known, items, others };
}

/** What an answer shows and where it lies; `undefined` where that is left open, or the answer is no whole page. */
function placed(
  context: Context,
  { params: sent, answer, epoch }: Listed,
  origins: ReadonlyMap<string, Origin>,
  readBack: ReadsBack,
): SeenPage | undefined {
  const params = searchedFor(answer) ?? sent;
  const asks = params && readBack(params);
  if (params === undefined || asks === undefined) return undefined;
  const from = asks.cursor === undefined ? undefined : origins.get(asks.cursor);
  const isLost = asks.cursor !== undefined && !(from && from.page.epoch === epoch && leadsOn(asks, from));
  if (isLost) return undefined;
  const shown = shownIn(context, asks, answer, from?.by, from?.page.shown);
  return shown && { params, readBack: asks, shown, epoch, from, depth: 1 + (from?.page.depth ?? 0) };
}

/** Whether a cursor leads on in the same question, to a place that is known. */
function leadsOn({ question, offset, limit }: ReadBack, { page, by }: Origin): boolean {
  if (offset !== undefined || page.readBack.question !== question) return false;
  const { shown } = page;
  return by === 'nextCursor' || (limit === shown.page.limit && shown.start >= limit);
}

/** The page in an answer at its place; `undefined` where it is no whole page. */
export function shownIn(
  context: Context,
  { limit, offset = 0 }: ReadBack,
  answer: Answer,
  by?: Origin['by'],
  before?: Shown,
): Shown | undefined {
  let page: Shown['page'];
  try {
    page = wholePage(context, pageOf(context, answer));
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
  // Whether a cursor without a limit has kept that of its page is left open.
  const limits = [limit ?? byDefault, ...(limit === undefined && before ? [before.page.limit] : [])];
  const start = before === undefined ? offset : startBeside(before, by, page.limit);
  return { answer, page, start, offset: before ? 0 : offset, limit, limits };
}

function startBeside({ start, page }: Shown, by: Origin['by'] | undefined, limit: number): number {
  return by === 'previousCursor' ? start - limit : start + page.items.length;
}

/** Whether a law holds. */
export function holds(judge: () => void): boolean {
  try {
    judge();
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
