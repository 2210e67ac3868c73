import type { Check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Must } from '../../../harness/judging/must.ts';
import { Failure, Inconclusive } from '../../../harness/judging/outcome.ts';
import type { Planned } from '../../../harness/judging/plan.ts';
import { placeIn, type Site, siteAt } from './call-sites.ts';

/** What a watched check tells: the sites that fired, and those that gave way. */
export type Note = (site: Site) => void;

/** Rows whose checks tell where they assert in vain, whatever comes of it. */
export function watched(rows: readonly Planned[], sites: readonly Site[], note: Note): Planned[] {
  return rows.map((row) => ({ ...row, check: watchedCheck(row.check, sites, note) }));
}

function watchedCheck(check: Check, sites: readonly Site[], note: Note): Check {
  const seen = (kind: Site['kind'], error: unknown) => {
    const ofKind = kind === 'must' ? error instanceof Failure : error instanceof Inconclusive;
    if (!ofKind) return;
    const place = placeIn((error as Error).stack ?? '');
    const site = place && siteAt(sites, kind, place);
    if (site) note(site);
  };
  return {
    ...check,
    run: async (context) => {
      await check.run(watchedContext(context, seen)).catch((error: unknown) => {
        // What fails without `must`, such as a schema, tells its place as well.
        seen('must', error);
        throw error;
      });
    },
  };
}

type Seen = (kind: Site['kind'], error: unknown) => void;

function watchedContext(context: Context, seen: Seen): Context {
  const { must } = context;
  const watch =
    <Args extends readonly unknown[], Result>(kind: Site['kind'], call: (...args: Args) => Result) =>
    (...args: Args): Result => {
      try {
        return call(...args);
      } catch (error) {
        seen(kind, error);
        throw error;
      }
    };
  const ofAnswer: (...args: Parameters<Must>) => ReturnType<Must> = (answer) => {
    const { have, be } = must(answer);
    return {
      have: {
        status: watch('must', have.status),
        header: watch('must', have.header),
        noBody: watch('must', have.noBody),
      },
      be: { refused: watch('must', be.refused), accepted: watch('must', be.accepted) },
    };
  };
  const watchedMust: Must = Object.assign(ofAnswer, {
    hold: watch('must', must.hold),
    equal: watch('must', must.equal),
    every: watch('must', must.every) as Must['every'],
  });
  const { need } = context;
  // The type holds that none is forgotten: a check that asks for what is not there tells nothing.
  const watchedNeed: Context['need'] = Object.assign(
    watch('need', need) as <T>(value: T, what: string) => Exclude<T, undefined | null | false>,
    {
      accepted: watch('need', need.accepted),
      answered: watch('need', need.answered),
      described: watch('need', need.described),
    },
  );
  return { ...context, must: watchedMust, need: watchedNeed };
}
