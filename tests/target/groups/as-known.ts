import type { Answer } from '../../../harness/http/answer.ts';
import type { Check, Context } from '../../../harness/judging/check.ts';
import type { World } from '../../../harness/judging/world.ts';
import { comparable, idIn, itemsOf } from '../body.ts';
import { judgedAgain } from '../judged-again.ts';
import { minimal } from '../minimal.ts';
import { forgetShared } from '../shared-answer.ts';
import { groupOf } from './group.ts';
import { adoptEnds, bothEnds, endsNow } from './samples.ts';
import { yearIn } from './years.ts';

/*
 * What rows share was so when it was read. Since then somebody may have put a class away, or given it another name, and
 * once a year another academic year becomes the current one. A law that breaks is judged again on what is so now.
 */

/** Checks of listed classes or cohorts that fail only while the list shows those as the run knows them. */
export function onListedGroups(all: readonly Check[]): readonly Check[] {
  return all.map((check) => ({
    ...check,
    async run(context) {
      let known = entriesIn(context, await bothEnds(context));
      await judgedAgain(context, check.run, async () => {
        const ends = await endsNow(context);
        const now = entriesIn(context, ends);
        const hasMoved = [...known].some(([id, said]) => now.get(id) !== said);
        if (hasMoved) await adoptEnds(context, ends);
        known = now;
        return hasMoved;
      });
    },
  }));
}

/** Checks that rest on which academic year is the current one, and fail only while it is still the same. */
export function inOneYear(all: readonly Check[]): readonly Check[] {
  return all.map((check) => ({ ...check, run: (context) => duringOneYear(context, check.run) }));
}

/** Judges a law that fails only while the same academic year is the current one. */
export function duringOneYear(context: Context, run: Check['run']): Promise<void> {
  return judgedAgain(context, run, () => isAnotherYear(context));
}

/** What each of the listed ones is called, and the year that it is of, by its id. */
function entriesIn(context: Context, ends: readonly Answer[]): ReadonlyMap<string, string> {
  const { id: idName } = groupOf(context.op);
  const items = ends.flatMap((answer) => itemsOf(context, answer));
  return new Map(
    items.map((item) => [
      idIn(item, idName) ?? '',
      JSON.stringify([item['name'], idIn(item, 'academicYearId')]),
    ]),
  );
}

/** The year that a run took for the current one at first: some of what it made and read is of that year for good. */
const firstYears = new WeakMap<World, string>();

/** Whether the current year is another one than at first. */
async function isAnotherYear(context: Context): Promise<boolean> {
  const { world, send } = context;
  const op = context.operation('getCurrentAcademicYear');
  const known = yearIn(await minimal(context, op));
  const first = firstYears.get(world) ?? known;
  const answer = await send(op);
  const now = yearIn(answer);
  // Between two years there is none.
  if (first === undefined || (now === undefined && answer.status !== 404)) return false;
  firstYears.set(world, first);
  if (comparable(now) !== comparable(known)) forgetShared(context, op);
  return comparable(now) !== comparable(first);
}
