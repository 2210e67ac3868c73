import { type Check, checks } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { answerToSecond } from '../../target/groups/after-refusals.ts';
import { groupOf } from '../../target/groups/group.ts';
import { mustMiss } from '../../target/groups/must-miss.ts';
import { namesOfTwo, needTold, withNearNames } from '../../target/groups/near-names.ts';
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
      const { known, nears } = await withNearNames(context, groupOf(context.op));
      for (const near of nears) await mustMiss(context, known, near);
    },
  }),

  // Names that differ in more than the case of letters are different (the gaps on what is the same class or cohort).
  ...checks(['create-class.success/near-names', 'create-cohort.success/near-names'], {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends:
      'a creation, then another whose name differs behind a hundred letters: of a class in an emoji, of a cohort in a sign and in letters that are not Latin',
    accepts:
      'anything but 409: nothing of the second name exists; inconclusive where the profile does not say which names are the same',
    async run(context) {
      const group = groupOf(context.op);
      const other = await answerToSecond(context, group);
      needTold(context, group, other);
      context.must.hold(other.status !== 409, {
        expected: `a second ${group.kind} under a name that nothing has`,
        actual: 'a conflict, under nine names',
        in: other,
      });
      const [first, second] = await namesOfTwo(context, group);
      const answer = await create(context, group.kind, { name: second });
      needTold(context, group, answer);
      context.must.hold(answer.status !== 409, {
        expected: `no conflict with the ${group.kind} named ${first}`,
        actual: 'a conflict',
        in: answer,
      });
    },
  }),
];
