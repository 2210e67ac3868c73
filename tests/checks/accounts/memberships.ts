import { type Shares, shares } from '../../../generators/shares.ts';
import { type Check, check, type Lack } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { together } from '../../../harness/together.ts';
import { having } from '../kinds.ts';
import { making } from './account.ts';
import {
  bring,
  fromUser,
  type GroupsOfOne,
  groupsOfOne,
  poolOf,
  poolSize,
  settledPositions,
  tell,
} from './groups-of-one.ts';
import { subjectOf } from './subject.ts';

/** What has to be filled before there is an account and something to put it into. */
export function needsOf({ kind, group }: Pick<GroupsOfOne, 'kind' | 'group'>): readonly Lack[] {
  return [making(kind), having(group)];
}

/** Classes and cohorts of one user, assigned and removed from the user's side. */
export const membershipChecks: readonly Check[] = groupsOfOne.flatMap((of) => [
  // What the list names is assigned or removed, all of it and nothing else.
  check(`${of.account.clauses}.effect`, {
    access: 'write',
    on: [of.account.op],
    needs: needsOf(of),
    sends: `lists of one and of several ${of.many} for a ${of.kind} that the run made, who has others already, then a read`,
    accepts: `\`${of.field}\` with exactly those that follow, among the run's own`,
    async run(scene) {
      for (const length of ['one', 'several'] as const) {
        await scene.forAll(shares(poolSize, length), (dealt) => judge(scene, of, dealt), runsOf(scene));
      }
    },
  }),

  ...(of.does === 'assign' ? [atOnce(of)] : []),
]);

function runsOf(scene: Scene): number {
  return Math.max(1, Math.floor(scene.runs / 4));
}

async function judge(scene: Scene, of: GroupsOfOne, { has, list }: Shares): Promise<void> {
  const userId = await subjectOf(scene, of.kind);
  const pool = await poolOf(scene, of.group);
  // A removal begins with what the list names as well, so that nobody is removed from where they are not.
  const both = [...has, ...list].sort((one, other) => one - other);
  const [start, end] = of.does === 'assign' ? [has, both] : [both, has];
  await bring(scene, of, userId, pool, start);
  const ids = list.flatMap((at) => pool[at] ?? []);
  const answer = await fromUser(scene, of, userId, ids);
  scene.must(answer).be.accepted();
  const seen = await settledPositions(scene, of, userId, pool, end);
  scene.must.hold(String(seen) === String(end), {
    expected: tell(of.many, end),
    actual: tell(of.many, seen),
    in: answer,
  });
}

/** Assignments that overlap lose nothing: each that is accepted has its effect. */
function atOnce(of: GroupsOfOne): Check {
  return check(`${of.account.clauses}.effect/at-once`, {
    access: 'write',
    on: [of.account.op],
    needs: needsOf(of),
    sends: `assignments of one ${of.kind} to three ${of.many}, all at once, then a read`,
    accepts: `all ${of.many} whose assignment was accepted; one that overlaps may be refused`,
    async run(scene) {
      const userId = await subjectOf(scene, of.kind);
      const pool = await poolOf(scene, of.group);
      await bring(scene, of, userId, pool, []);
      const answers = await together(pool.map((id) => () => fromUser(scene, of, userId, [id])));
      const expected = [...pool.keys()].filter((at) => (answers[at]?.status ?? 0) < 300);
      scene.need(expected.length > 1, 'two overlapping assignments to be accepted');
      const seen = await settledPositions(scene, of, userId, pool, expected);
      const lost = expected.filter((at) => !seen.includes(at));
      scene.must.hold(lost.length === 0, {
        expected: `every ${of.group} whose assignment was accepted`,
        actual: `${tell(of.many, lost)} lost`,
        in: answers,
      });
    },
  });
}
