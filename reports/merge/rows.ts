import type { Row } from '../../harness/judging/row.ts';
import type { Verdict } from '../../harness/judging/verdict.ts';

/** Which of several verdicts counts for a row that each shard has judged on its own answers, the first before others. */
const precedence: readonly Verdict[] = ['suiteError', 'fail', 'pass', 'inconclusive', 'notApplicable'];

/**
 * Makes one row of those that several shards have of it: each looked back on its own answers. One that failed has found
 * what the whole run would have found; one that passed has seen what the others did not.
 */
export function oneOf([first, ...others]: readonly [Row, ...Row[]]): Row {
  const all = [first, ...others];
  const rank = ({ verdict }: Row) => precedence.indexOf(verdict);
  const decisive = all.reduce((best, row) => (rank(row) < rank(best) ? row : best), first);
  const choices = new Map(
    all.flatMap(({ choices: taken = [] }) => taken).map((choice) => [choice.join(' '), choice]),
  );
  return {
    ...decisive,
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    ...(choices.size > 0 ? { choices: [...choices.values()] } : {}),
  };
}
