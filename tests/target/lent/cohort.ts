import type { Answer } from '../../../harness/http/answer.ts';
import type { Check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, type Json, listOf, text } from '../body.ts';
import { fromStandard } from '../effort.ts';
import { eventually } from '../eventually.ts';
import { testIds } from '../groups/fields.ts';
import { cohortGroup } from '../groups/group.ts';
import { readGroup, unchangedGroup } from '../groups/read.ts';
import { change } from '../members/change.ts';
import { changeOf, cohortTests, type Does } from '../members/membership.ts';
import type { Pool } from '../members/pool.ts';
import { changedInGroup } from '../members/snapshot.ts';
import { minimal } from '../minimal.ts';
import { mustBeUnchanged } from '../must-eventually.ts';
import { needTaken } from './keeps-the-rest.ts';

/** A change of the tests of a lent cohort: the answer, and what else is otherwise after it. */
interface Turn {
  readonly answer: Answer;
  readonly changed: readonly string[];
}

/** Leaves a check out where the profile lends no cohort, and out of quick runs. */
export const unlessCohortLent: Check['unless'] = (op, settings) =>
  (settings.lentThings?.['cohorts'] ?? []).length > 0
    ? fromStandard(op, settings)
    : 'the profile lends no cohort';

/** Judges that a test that comes to a lent cohort, or goes again, leaves all else of it as it was. */
export async function judgeTestsOfLent(context: Context): Promise<void> {
  const { does } = changeOf(context.op);
  const turns = await context.world.once('a test into the lent cohort and out of it', () =>
    inAndOut(context),
  );
  const turn = context.need(turns[does], 'a test that could be assigned to a lent cohort');
  needTaken(context, turn.answer);
  mustBeUnchanged(context, turn.changed, {
    expected: 'a lent cohort as it was, but for the one test',
    in: turn.answer,
  });
}

/** Assigns a test that the cohort lacks, and removes it. */
async function inAndOut(context: Context): Promise<Partial<Record<Does, Turn>>> {
  const id = context.need(context.world.lent('cohorts')[0], 'a lent cohort');
  const cohort = await readGroup(context, cohortGroup, id);
  const pool: Pool = { membership: cohortTests, groups: [id], members: [await lackingIn(context, cohort)] };
  const assign = await takeTurn(context, pool, 'assign', cohort);
  if (assign.answer.status >= 300) return { assign };
  const now = await unchangedGroup(context, cohortGroup, id);
  return { assign, remove: await takeTurn(context, pool, 'remove', now) };
}

async function takeTurn(context: Context, pool: Pool, does: Does, before: Json): Promise<Turn> {
  const [id = ''] = pool.groups;
  const answer = await change(context, pool, does, [0]);
  if (answer.status >= 300) return { answer, changed: [] };
  const changed = await eventually(
    context,
    async () => changedInGroup(before, await readGroup(context, cohortGroup, id), pool.members[0]),
    (fields) => fields.length === 0,
  );
  return { answer, changed: changed.map((field) => `\`${field}\``) };
}

/** A test that the cohort does not have; of a subject of which it has none, where there is such a test. */
async function lackingIn(context: Context, cohort: Json): Promise<string> {
  const known = testIds(cohort) ?? [];
  context.need(known.length > 0, 'a lent cohort that has tests');
  const subjects = (listOf(cohort['tests']) ?? []).map(({ subject }) => subject);
  const listed = itemsOf(context, await minimal(context, context.operation('listTests')));
  const lacking = listed.filter(({ testId }) => !known.includes(String(testId).toLowerCase()));
  const other = lacking.find(({ subject }) => !subjects.includes(subject)) ?? lacking[0];
  return context.need(text(other?.['testId']), 'a test that the lent cohort does not have');
}
