import { type Check, checks } from '../../../harness/judging/check.ts';
import { eventually } from '../../target/eventually.ts';
import { groupOf } from '../../target/groups/group.ts';
import { namedWith, oddWords } from '../../target/groups/named-with.ts';
import { inOtherCase } from '../../target/groups/other-case.ts';
import { type Listed, listed } from '../../target/groups/samples.ts';
import { mustEventually } from '../../target/must-eventually.ts';

/** What a run creates is searched for as what was there before it: its name may come into the index in another way. */
export const ownNameChecks: readonly Check[] = checks(
  ['list-classes.search-any-case/of-the-run', 'list-cohorts.search-any-case/of-the-run'],
  {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends:
      'a creation whose name has accents, a search for it (found), then for the name with the case of these letters changed',
    accepts: 'the new one; such a name may be refused',
    async run(context) {
      const group = groupOf(context.op);
      const { kind } = group;
      const named = await namedWith(context, group, oddWords[0]);
      const known = context.need(named, 'a name with accents to be accepted');
      const search = (name: string) => () => listed(context, { search: context.world.synthetic(name) });
      const isThere = ({ shows }: Listed) => shows(known);
      const byName = await eventually(context, search(known.name), isThere);
      context.need(isThere(byName), `the ${kind} to be found by its name`);
      await mustEventually(context, search(inOtherCase(known.name)), isThere, {
        expected: `the ${kind} of the run that was found by its name`,
        actual: 'a page without it, where the case of letters beyond A to Z was changed',
      });
    },
  },
);
