import { type Check, checks } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { classGroup, cohortGroup } from '../../target/groups/group.ts';
import { changeOf, membershipNeeds } from '../../target/members/membership.ts';
import { acceptedChange } from '../../target/members/valid-change.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { prerequisiteOf } from '../../target/reuse/resources.ts';

/** Classes and cohorts may share a table, of which a look-up has to say the kind. */
export const otherKindChecks: readonly Check[] = checks(
  [
    'add-class-students.not-found/cohort',
    'remove-class-students.not-found/cohort',
    'add-class-teachers.not-found/cohort',
    'remove-class-teachers.not-found/cohort',
    'add-cohort-students.not-found/class',
    'remove-cohort-students.not-found/class',
    'add-cohort-tests.not-found/class',
    'remove-cohort-tests.not-found/class',
  ],
  {
    access: 'write',
    cost: 'high',
    needs: (op) => [...new Set([...membershipNeeds(op), prerequisiteOf('class'), prerequisiteOf('cohort')])],
    unless: fromStandard,
    sends:
      'a change that is accepted, then the same of a class that is a cohort, or of a cohort that is a class',
    accepts: '404; nothing is judged where a read by that id finds something of both kinds',
    async run(context) {
      const { op, must, need, send } = context;
      const { memberId } = await acceptedChange(context);
      const { group, ids } = changeOf(op).membership;
      const other = group === classGroup ? cohortGroup : classGroup;
      const id = await fixtureId(context, other.kind, 'roster 1');
      const read = await send(group.get, { [group.id]: id });
      need(read.status === 404, `no ${group.kind} with the id of a ${other.kind}, got ${read.status}`);
      must(await send(op, { [group.id]: id, [ids]: [memberId] })).have.status(404);
    },
  },
);
