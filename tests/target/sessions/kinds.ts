import type { Context } from '../../../harness/judging/context.ts';
import { sample } from './facts.ts';

/** The list of Completed sessions. */
export const completedList = 'listCompletedSessions';
/** The list of In Progress sessions. */
export const inProgressList = 'listInProgressSessions';

/** The word that most sessions of a list have for their status. */
export async function statusIn(context: Context, list: string): Promise<string> {
  const words = (await sample(context, context.operation(list))).map(({ status }) => status);
  const countOf = (word: string | undefined) => words.filter((each) => each === word).length;
  const [word] = [...new Set(words)].sort((a, b) => countOf(b) - countOf(a));
  return context.need(word, `a \`status\` in the sessions of ${list}`);
}
