import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { poolOf } from '../../target/members/pool.ts';
import { mustBe } from '../../target/members/state.ts';

/** Whoever is taken for known by an id in capitals is the one whom the change is about. */
export const anyCaseChecks: readonly Check[] = checks(
  [
    'add-class-students.effect/any-case',
    'remove-class-students.effect/any-case',
    'add-class-teachers.effect/any-case',
    'remove-class-teachers.effect/any-case',
    'add-cohort-students.effect/any-case',
    'remove-cohort-students.effect/any-case',
    'add-cohort-tests.effect/any-case',
    'remove-cohort-tests.effect/any-case',
  ],
  {
    access: 'write',
    cost: 'high',
    needs,
    unless: fromStandard,
    sends:
      'a change that names two members with the letters of their ids in capitals, then one that names nobody known',
    accepts:
      'the effect on both after a success; a refusal of such ids; where unknown ids are passed over, nothing is judged',
    run: judgeCapitals,
  },
);

async function judgeCapitals(context: Context): Promise<void> {
  const { membership, does } = changeOf(context.op);
  const pool = await poolOf(context, membership);
  await arrange(context, pool, does === 'assign' ? [] : [[0, 1]]);
  const members = pool.members.map((id) => id.toUpperCase());
  const answer = await change(context, { ...pool, members }, does, [0, 1]);
  context.observe('ids in capitals', answer.status < 300 ? 'taken' : 'refused');
  if (answer.status >= 300) return context.must(answer).be.refused();
  // A target that passes over whom it does not know may not know an id in other letters.
  const nobody = { ...pool, members: [context.unknownId('nobody in capitals')] };
  const unknown = await change(context, nobody, does, [0]);
  context.need(unknown.status >= 300, 'a target that tells whom it does not know');
  await mustBe(context, pool, does === 'assign' ? [[0, 1]] : [], answer);
}
