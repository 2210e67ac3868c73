import type { Prerequisite } from '../../../harness/judging/check.ts';
import { check } from '../../../harness/judging/check.ts';
import { whyNotApplicable } from '../../../harness/judging/judge.ts';
import { openContext } from '../../../harness/judging/open-context.ts';
import { Inconclusive, UnfitBody } from '../../../harness/judging/outcome.ts';
import type { Planned } from '../../../harness/judging/plan.ts';
import { inScope, openScope } from '../../../harness/judging/scope.ts';
import type { Run } from '../../../harness/run/run.ts';
import { createdFixture } from './fixture.ts';
import { groupKinds, isGroup, type Kind, prerequisiteOf, resources } from './resources.ts';

/** What the creations before the first row showed. */
export interface FirstCreations {
  /** What the target refuses although the profile describes it, in words, with the lines that do. */
  readonly refused: readonly string[];
  readonly requests: number;
}

/** A context needs a check; this one judges nothing. */
const noCheck = check('conventions.json', { access: 'write', on: () => false, run: async () => undefined });

const kinds: readonly Kind[] = [...groupKinds, 'student', 'teacher'];

/** For so few rows nothing is tried beforehand: they tell it themselves. */
const few = 2;

/**
 * Creates one thing of each kind that the rows need, which they then share. Where the target refuses the body that the
 * profile describes, it is said before the first row and not only by each of them. Nobody is accused of anything here.
 */
export async function createFirst(run: Run, rows: readonly Planned[]): Promise<FirstCreations> {
  const refused: string[] = [];
  const scope = openScope('before the first row');
  await inScope(scope, async () => {
    for (const kind of kinds) {
      const waiting = rows.filter((row) => needs(row, kind, run)).length;
      const refusal = waiting < few ? undefined : await refusalOf(run, kind);
      if (refusal !== undefined)
        refused.push(`needs ${refusal}. Until then, ${waiting} rows that need a ${kind} can’t be judged.`);
    }
  });
  return { refused, requests: scope.bill.requests };
}

/** Whether a row can be judged and needs a thing of a kind that this run creates. */
function needs({ check: { access, needs: own }, check: one, op }: Planned, kind: Kind, run: Run): boolean {
  const { contract, settings } = run;
  const { gap } = prerequisiteOf(kind);
  const names = (need: Prerequisite) => (typeof need === 'string' ? need : need.gap) === gap;
  return (
    access(op) === 'write' &&
    own(op).some(names) &&
    whyNotApplicable(one, op, contract, settings) === undefined
  );
}

/** Why the target refuses a creation as the profile describes it; `undefined` where it takes it, or for any other reason. */
async function refusalOf(run: Run, kind: Kind): Promise<string | undefined> {
  const { create } = resources[kind];
  if (run.contract.later.has(create)) return undefined;
  const { context } = openContext(run, noCheck, run.contract.operation(create));
  try {
    await createdFixture(context, kind, isGroup(kind) ? undefined : 'account');
  } catch (error) {
    if (error instanceof UnfitBody) return error.refusal;
    if (!(error instanceof Inconclusive)) throw error;
  }
  return undefined;
}
