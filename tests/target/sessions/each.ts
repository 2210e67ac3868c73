import type { Context } from '../../../harness/judging/context.ts';
import { minimal } from '../minimal.ts';
import { type Facts, sample } from './facts.ts';

/** Judges that something holds of each of some sessions; `what` follows "in each session". */
export async function judgeEach(
  context: Context,
  sessions: readonly Facts[],
  what: string,
  holds: (facts: Facts) => boolean,
): Promise<void> {
  const strays = sessions.filter((facts) => !holds(facts)).length;
  context.must.hold(strays === 0, {
    expected: `in each session ${what}`,
    actual: `${strays} of ${sessions.length} sessions without`,
    in: await minimal(context, context.op),
  });
}

/** The word that most sessions of a list have for their status. */
export async function wordOf(context: Context, list: string): Promise<string> {
  const words = (await sample(context, context.operation(list))).map(({ status }) => status);
  const often = (word: string | undefined) => words.filter((each) => each === word).length;
  const [word] = [...new Set(words)].sort((a, b) => often(b) - often(a));
  return context.need(word, `a \`status\` in the sessions of ${list}`);
}
