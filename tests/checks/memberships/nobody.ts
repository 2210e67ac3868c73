import { type Check, checks } from '../../../harness/judging/check.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { poolOf } from '../../target/members/pool.ts';
import { mustBe } from '../../target/members/state.ts';

/** A list without an id names nobody, and so nobody is moved. */
export const nobodyChecks: readonly Check[] = checks(
  [
    'add-class-students.keeps-others/nobody',
    'remove-class-students.keeps-others/nobody',
    'add-class-teachers.keeps-others/nobody',
    'remove-class-teachers.keeps-others/nobody',
    'add-cohort-students.keeps-others/nobody',
    'remove-cohort-students.keeps-others/nobody',
    'add-cohort-tests.keeps-others/nobody',
    'remove-cohort-tests.keeps-others/nobody',
  ],
  {
    access: 'write',
    cost: 'high',
    needs,
    sends: 'a list without an id, to a group that has two members',
    accepts: 'any answer, and both members where they were',
    async run(context) {
      const { membership, does } = changeOf(context.op);
      const pool = await poolOf(context, membership);
      await arrange(context, pool, [[0, 1]]);
      const answer = await change(context, pool, does, []);
      context.observe('remove-class-students.zero-items', String(answer.status));
      await mustBe(context, pool, [[0, 1]], answer);
    },
  },
);
