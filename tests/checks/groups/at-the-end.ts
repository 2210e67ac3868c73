import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { judgeEntries } from '../../target/at-the-end/entries.ts';
import { isWhole, knownPage, latePage } from '../../target/at-the-end/late-page.ts';
import { idIn, idsIn, type Json, object, withId } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { freshGroup } from '../../target/groups/fresh.ts';
import { type Group, groupOf } from '../../target/groups/group.ts';
import { contradictedFields } from '../../target/groups/shown.ts';
import type { Read } from '../../target/pages/reader.ts';

/** Classes and cohorts once everything has been written. */
export const groupsAtTheEnd: readonly Check[] = [
  ...checks(['get-class.same-as-list/at-the-end', 'get-cohort.same-as-list/at-the-end'], {
    afterWrites: true,
    unless: fromStandard,
    sends:
      'the list after all other rows, a read by the id of each that is otherwise in it, and a search for the name of each that is missing',
    accepts:
      'what the run neither made nor was lent as it was when the list was first read, or as these reads show it now',
    run(context) {
      const { list, get, id, wrapper } = groupOf(context.op);
      return judgeEntries(context, {
        ...{ list, get, id, wrapper },
        fields: ['name', 'description', 'academicYearId'],
        witness: ({ name }) => (name === undefined ? undefined : [list, { search: name }]),
      });
    },
  }),

  ...checks(['create-class.read-back/at-the-end', 'create-cohort.read-back/at-the-end'], {
    access: 'write',
    afterWrites: true,
    needs: (op) => [groupOf(op).fields],
    unless: fromStandard,
    sends: 'the list after all other rows',
    accepts:
      'each that the run has created once, with what the creation answered; a page that lacks some of a long list',
    run: judgeMade,
  }),
];

/** Something of the run, as its creation was answered. */
interface Made {
  readonly id: string;
  readonly thing: Json;
  readonly answer: Answer;
}

async function judgeMade(context: Context): Promise<void> {
  const group = groupOf(context.op);
  // An earlier run may have left what others share.
  await freshGroup(context, group);
  const made = madeThings(context, group);
  context.need(made.length > 0, `a ${group.kind} that the run created`);
  const op = context.operation(group.list);
  let next = knownPage;
  const read = async () => {
    const page = next;
    next = latePage;
    const seen = await page(context, op);
    return { seen, wrong: wrongIn(group, made, seen, isWhole(seen, op)) };
  };
  const { seen, wrong } = await eventually(context, read, (look) => look.wrong.length === 0);
  const [first] = wrong;
  context.must.hold(first === undefined, {
    expected: `each ${group.kind} that the run created in the list once, as its creation was answered`,
    actual: [...new Set(wrong.map(({ what }) => what))].join(', '),
    in: [...(first?.answer ? [first.answer] : []), seen.answer],
  });
}

function madeThings({ world, makerOf }: Context, group: Group): readonly Made[] {
  return world.made.flatMap(({ kind, id }): Made[] => {
    const answer = kind === group.kind ? makerOf(id) : undefined;
    const thing = object(object(answer?.json)?.[group.wrapper]);
    return answer === undefined || idIn(thing, group.id) !== id.toLowerCase() || thing === undefined
      ? []
      : [{ id, thing, answer }];
  });
}

interface Wrong {
  readonly what: string;
  readonly answer?: Answer;
}

function wrongIn(group: Group, made: readonly Made[], { page }: Read, whole: boolean): readonly Wrong[] {
  const ids = idsIn(page.items, group.id);
  const twins = ids.length - new Set(ids).size;
  // Whether a plain list shows those of each year is left open.
  const isOfShownYear = (thing: Json) =>
    made.some((one) => ids.includes(one.id.toLowerCase()) && yearOf(one.thing) === yearOf(thing));
  const wrong = made.flatMap(({ id, thing, answer }): Wrong[] => {
    const entry = withId(page.items, group.id, id);
    if (entry === undefined)
      return whole && isOfShownYear(thing) ? [{ what: 'a list without one of them', answer }] : [];
    return contradictedFields(entry, thing).map((name) => ({ what: `another \`${name}\``, answer }));
  });
  return twins > 0 ? [{ what: 'one of the list twice' }, ...wrong] : wrong;
}

const yearOf = (thing: Json) => idIn(thing, 'academicYearId');
