import { type Check, type Context, check, checks } from '../../../harness/judging/check.ts';
import { withId } from '../../target/body.ts';
import { eventually } from '../../target/eventually.ts';
import { afterRefusals } from '../../target/groups/after-refusals.ts';
import { freshGroup } from '../../target/groups/fresh.ts';
import { type Group, groupOf } from '../../target/groups/group.ts';
import { groupNamedWithDigits } from '../../target/groups/named-with-digits.ts';
import { type CreatedGroup, carriedBy, namesakes } from '../../target/groups/namesakes.ts';
import { listed } from '../../target/groups/samples.ts';
import { contradictedFields, eventuallyGroup, lostFields } from '../../target/groups/shown.ts';

/** Everything that a creation says of a class or cohort is there later, even if others have the same name. */
export const keptChecks: readonly Check[] = [
  ...checks(['create-class.read-back/every-field', 'create-cohort.read-back/every-field'], {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    accepts: 'the name and the description as they were sent; a list may leave the description out',
    async run(context) {
      const group = groupOf(context.op);
      const { id, meanings } = await freshGroup(context, group);
      await mustShow(context, group, { id, sent: carriedBy(context, group, meanings) });
    },
  }),

  // Two years: what the first creation made is not touched, and its year is not taken over.
  ...checks(['create-class.read-back/same-name', 'create-cohort.read-back/same-name'], {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends: 'a creation in another year, then one of that name without a year, then reads of both',
    accepts: 'both as they were sent, each in its year; the second one may be a conflict',
    async run(context) {
      const group = groupOf(context.op);
      const { first, second, answer } = await namesakes(context, group);
      context.must.hold(second.id.toLowerCase() !== first.id.toLowerCase(), {
        expected: `a new ${group.kind}`,
        actual: `the ${group.kind} of another year`,
        in: answer,
      });
      await mustShow(context, group, first);
      await mustShow(context, group, second);
    },
  }),

  ...checks(['create-class.read-back/digits', 'create-cohort.read-back/digits'], {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends: 'a creation whose name is digits that begin with a zero, then reads by id and by name',
    accepts: 'the same text as name; such a name may be refused',
    async run(context) {
      const group = groupOf(context.op);
      const { id, sent, status } = await groupNamedWithDigits(context, group);
      await mustShow(context, group, {
        id: context.need(id, `a name of digits to be accepted, got ${status}`),
        sent,
      });
    },
  }),

  // Indexes and columns have lengths of their own, and a name that does not fit is lost in silence.
  ...checks(['create-class.read-back/long-name', 'create-cohort.read-back/long-name'], {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends:
      'a creation whose name has more than a hundred letters, some outside of the basic plane, then reads by id and by name',
    accepts: 'the name as it was sent; such a name may be refused',
    async run(context) {
      const group = groupOf(context.op);
      const { made, isLong } = await afterRefusals(context, group);
      // How long a name may be is not said.
      context.need(isLong, 'a name of more than a hundred letters to be accepted');
      await mustShow(context, group, { id: made.id, sent: { name: made.meanings['name'] } });
    },
  }),

  // Classes and cohorts are different things: 409 is for a cohort that exists.
  check('create-cohort.success/name-of-a-class', {
    access: 'write',
    cost: 'high',
    needs: ['create-class.fields', 'create-cohort.fields'],
    sends: 'a creation of a class, then one of a cohort of that name',
    accepts: 'anything but 409 while no cohort has the name',
    async run(context) {
      const group = groupOf(context.op);
      context.need((await groupNamedWithDigits(context, classOf(context))).id, 'a class of that name');
      await freshGroup(context, group);
      const { id, status } = await groupNamedWithDigits(context, group);
      context.must.hold(id !== undefined || status !== 409, {
        expected: 'a new cohort under a name that no cohort has',
        actual: 'a conflict, with a class',
      });
    },
  }),
];

function classOf(context: Context): Group {
  return groupOf(context.operation('createClass'));
}

/** Claims that a read by id shows all that was sent, and that the list of its year shows it and says nothing else. */
async function mustShow(context: Context, group: Group, { id, sent }: CreatedGroup): Promise<void> {
  const { kind, id: idName } = group;
  const thing = await eventuallyGroup(context, group, id, sent);
  const lost = await lostFields(context, group, thing, sent);
  context.must.hold(lost.length === 0, {
    expected: `the ${kind} by its id as it was sent`,
    actual: `another ${lost.join(', ')}, or none`,
  });
  const year = sent['academicYearId'] ?? thing['academicYearId'];
  const filters = { search: sent['name'], ...(year === undefined ? {} : { academicYearId: year }) };
  const entry = async () => {
    const { page } = await listed(context, filters);
    return withId(page.items, idName, id);
  };
  const item = await eventually(context, entry, (seen) => seen !== undefined);
  const wrong = item && contradictedFields(item, sent);
  context.must.hold(wrong?.length === 0, {
    expected: `the ${kind} in the list of its year as it was sent`,
    actual: wrong ? `another ${wrong.join(', ')}` : 'a list without it',
  });
}
