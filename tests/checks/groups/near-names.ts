import { type Check, checks } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { groupOf } from '../../target/groups/group.ts';
import { mustMiss } from '../../target/groups/must-miss.ts';
import { groupWithNearNames, namesOfOthers, nearNames } from '../../target/groups/near-names.ts';
import { create } from '../../target/reuse/creation.ts';

/** Names of which a collation, an index or an address in words makes one, and which are two. */
export const nearNameChecks: readonly Check[] = [
  ...checks(['list-classes.search-whole-name/near-names', 'list-cohorts.search-whole-name/near-names'], {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    unless: fromStandard,
    sends:
      'searches for a name of this run (found), then with another script, another emoji, another sign and one more space',
    accepts: 'pages without it: `search` is for the whole name, in any case of letters',
    async run(context) {
      const { id, meanings } = await groupWithNearNames(context, groupOf(context.op));
      const name = String(meanings['name']);
      for (const near of nearNames(name)) await mustMiss(context, { id, name }, near);
    },
  }),

  // Names that differ in more than the case of letters are different (the gaps on what is the same class or cohort).
  ...checks(['create-class.success/near-names', 'create-cohort.success/near-names'], {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends:
      'creations whose names are those of others but for signs, another script, or what follows a hundred letters',
    accepts: 'anything but 409: nothing of these names exists',
    async run(context) {
      const { kind } = groupOf(context.op);
      for (const [first, second] of await namesOfOthers(context, groupOf(context.op))) {
        const answer = await create(context, kind, { name: second });
        context.must.hold(answer.status !== 409, {
          expected: `no conflict with the ${kind} named ${first}`,
          actual: 'a conflict',
          in: answer,
        });
      }
    },
  }),
];
