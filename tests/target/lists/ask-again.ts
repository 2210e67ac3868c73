import { ask } from '../pages/reader.ts';
import { judgePage, type Law, notePlaces, type Seen, type Shown } from './claims.ts';
import { readingBack } from './read-back.ts';
import { type SeenPage, shownIn } from './seen-pages.ts';

/** Asks for some pages of one question again, and judges what comes now. */
export async function askAgain(law: Law, pages: readonly SeenPage[]): Promise<void> {
  const { context, subject, known } = law;
  const readBack = readingBack(context.world, subject, known);
  const seen: Seen = { places: new Map() };
  const again = new Map<SeenPage, Promise<Shown | undefined>>();
  for (const page of pages) await once(page);

  function once(page: SeenPage): Promise<Shown | undefined> {
    const shown = again.get(page) ?? look(page);
    again.set(page, shown);
    return shown;
  }

  async function look({ params, from }: SeenPage): Promise<Shown | undefined> {
    const asks = readBack(params);
    const before = from && (await once(from.page));
    const cursor = from && before?.page[from.by];
    // What is known by now may be something else.
    if (asks === undefined || (from && typeof cursor !== 'string')) return undefined;
    const answer = await ask(context, { ...params, ...(from && { cursor }) });
    // A request that is refused now is another row's matter.
    if (answer.status !== 200) return undefined;
    const shown = shownIn(context, asks, answer, from?.by, before);
    if (shown === undefined) return undefined;
    const isPlain = asks.asked.criteria.length === 0 && asks.asked.isExact;
    if (isPlain && seen.places.size === 0) notePlaces(seen, asks.asked, known, known.largest.page.items);
    judgePage(law, asks.asked, seen, shown);
    return shown;
  }
}
