import type { Context } from '../../../harness/judging/context.ts';
import { idIn, type Json, object } from '../body.ts';
import { judgeSameStretch, type Placed } from '../order.ts';
import { ask } from '../pages/reader.ts';
import type { Shown } from './claims.ts';
import { type Known, lastKnown } from './known.ts';
import type { Asked } from './resolve.ts';
import { holds, pagesSeen, type SeenPage, shownIn } from './seen-pages.ts';
import type { Subject } from './subject.ts';

/** A list, or its search: what it can be asked for, and what is known of its items. */
export interface Side {
  readonly context: Context;
  readonly subject: Subject;
  readonly known: Known;
}

/** What the list and its search showed where they were asked for the same. */
export interface Both<Page> {
  readonly listed: Page;
  readonly found: Page;
}

/** A list, or its search, as the run knows it by now. */
export async function sideOf(context: Context, subjectOf: (context: Context) => Subject): Promise<Side> {
  return { context, subject: subjectOf(context), known: await lastKnown(context) };
}

/**
 * Pages that a list and its search have shown to one question, of the same place where there are such. Nothing is sent.
 * What cursors led to is left out: a cursor of one says nothing to the other.
 */
export function askedOfBoth(list: Side, search: Side): readonly Both<SeenPage>[] {
  const listed = new Map<string, SeenPage[]>();
  for (const page of begun(list)) listed.set(nameOf(page), [...(listed.get(nameOf(page)) ?? []), page]);
  return begun(search).flatMap((found) => {
    const all = listed.get(nameOf(found)) ?? [];
    const one = all.find(({ shown }) => isSameStretch(shown, found.shown)) ?? all[0];
    return one === undefined ? [] : [{ listed: one, found }];
  });
}

function begun({ context, subject, known }: Side): readonly SeenPage[] {
  return pagesSeen(context, subject, known).filter(({ from }) => from === undefined);
}

/** The same for pages between which the run has changed nothing. */
function nameOf({ epoch, readBack: { question } }: SeenPage): string {
  return `${epoch} ${question}`;
}

function isSameStretch(one: Shown, other: Shown): boolean {
  return one.start === other.start && one.page.limit === other.page.limit;
}

/** Whether both show as much, and on pages of one place the same items in the same order. */
export function agree({ context, known }: Side, { listed, found }: Both<SeenPage>): boolean {
  const shown = { listed: listed.shown, found: found.shown };
  return holds(() => judgeBoth(context, known, found.readBack.asked, shown));
}

/** Asks both again, and judges what comes now. Inconclusive where one is refused now: that is another row's matter. */
export async function askBothAgain(list: Side, search: Side, pages: Both<SeenPage>): Promise<void> {
  const listed = await again(list, pages.listed);
  const found = await again(search, pages.found);
  const both = search.context.need(listed && found && { listed, found }, 'both to answer once more');
  judgeBoth(search.context, search.known, pages.found.readBack.asked, both);
}

async function again({ context }: Side, { params, readBack }: SeenPage): Promise<Shown | undefined> {
  const answer = await ask(context, params);
  return answer.status === 200 ? shownIn(context, readBack, answer) : undefined;
}

function judgeBoth(
  context: Context,
  { identifier }: Known,
  { order, params, under }: Asked,
  { listed, found }: Both<Shown>,
): void {
  const where = under && `, ${under}`;
  context.must.equal(
    found.page.total,
    listed.page.total,
    `\`pagination.total\` of the search${where}`,
    found.answer,
  );
  if (!isSameStretch(listed, found)) return;
  const placed = (items: readonly Json[]): readonly Placed[] =>
    items.map((item) => ({ id: idIn(item, identifier), key: order?.keyOf(item) }));
  const [first, second] = [placed(listed.page.items), placed(found.page.items)];
  const whole = listed.page.items.length === listed.page.total;
  const answers = [listed.answer, found.answer];
  const field = object(params['sort'])?.['field'] ?? order?.sort?.field;
  judgeSameStretch(context, { first, second, whole }, String(field), answers);
}
