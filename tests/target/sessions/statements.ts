import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { minimal } from '../minimal.ts';
import { latestIn } from './duration.ts';
import { type Facts, type Marked, needMark, sample } from './facts.ts';
import { statusIn } from './kinds.ts';

/** What holds of each session, of either kind or of one, in the whole list and in the lists of the kinds. */
export interface Statement {
  readonly id: string;
  /** The list of the kind, where it holds of one kind only. */
  readonly kind?: string;
  readonly needs: readonly string[];
  /** What the profile has to mark first. */
  readonly mark?: Marked;
  /** The sessions of which it holds, in words. */
  readonly what: string;
  /** Whether it holds of one; `latest` is the latest moment that any of them shows, in milliseconds. */
  readonly holds: (facts: Facts, latest: number) => boolean;
  /** What the sessions have to show together before it can be asked of each. */
  readonly given?: { readonly of: (sessions: readonly Facts[]) => boolean; readonly what: string };
}

/** The check of a statement. */
export function checkEach({ id, kind, needs, mark, what, holds, given }: Statement): Check {
  return check(id, {
    needs,
    async run(context) {
      if (mark !== undefined) needMark(context, mark);
      const sessions = kind === undefined ? await sample(context) : await ofKind(context, kind);
      if (given) context.need(given.of(sessions), given.what);
      const latest = latestIn(sessions);
      const each = (facts: Facts) => holds(facts, latest);
      context.must.every(sessions, each, what, await minimal(context, context.op));
    },
  });
}

/** The sampled sessions of one kind: all of its own list, and those with its status in the whole list. */
async function ofKind(context: Context, list: string): Promise<readonly Facts[]> {
  const sessions = await sample(context);
  if (context.op.id === list) return sessions;
  const word = await statusIn(context, list);
  const found = sessions.filter(({ status }) => status === word);
  return context.need(found.length > 0 && found, 'a session of this kind');
}
