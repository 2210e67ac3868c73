import { carries, type Meanings } from '../../../generators/body.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { sameText } from '../../target/accounts/user-fields.ts';
import { attempt } from '../../target/attempt.ts';
import { type Json, resourceOf, text } from '../../target/body.ts';
import { eventually } from '../../target/eventually.ts';
import { afterRefusals } from '../../target/groups/after-refusals.ts';
import { freshGroup } from '../../target/groups/fresh.ts';
import { cohortGroup, type Group, groupOf } from '../../target/groups/group.ts';
import { inAnotherYear } from '../../target/groups/namesakes.ts';
import { needTold } from '../../target/groups/near-names.ts';
import { listed } from '../../target/groups/samples.ts';
import { currentYearId, isOfYear } from '../../target/groups/years.ts';
import { create, meaningsOf } from '../../target/reuse/creation.ts';
import { findExisting } from '../../target/reuse/existing.ts';
import { descriptionsSaid } from '../../target/reuse/said.ts';
import { unusedMeanings } from '../../target/reuse/unused.ts';

/** A request does not affect the next one. In faulty services it does: a builder is not emptied, or a list is kept. */
export const inARowChecks: readonly Check[] = [
  ...checks(['create-class.body/after-refusals', 'create-cohort.body/after-refusals'], {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends:
      'a creation that is a conflict and one in a year that is no UUID, both with a description, then one of a name alone',
    accepts: 'a new one of the current year, with nothing in it of what was refused',
    async run(context) {
      const group = groupOf(context.op);
      const { made, refused } = await afterRefusals(context, group);
      const { thing, answer } = made;
      const shown = JSON.stringify(thing).toLowerCase();
      context.must.hold(!refused.some((words) => shown.includes(words.toLowerCase())), {
        expected: `a ${group.kind} with nothing that was not sent for it`,
        actual: 'one with the description of a creation that was refused',
        in: answer,
      });
      context.must.hold(isOfYear(thing, await currentYearId(context)) !== false, {
        expected: `a ${group.kind} of the current year`,
        actual: 'one of another year',
        in: answer,
      });
    },
  }),

  ...checks(['create-class.body/after-another', 'create-cohort.body/after-another'], {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends: 'creations of both kinds with descriptions, then one of a name alone, and a read of it',
    accepts: 'no description that the run has sent for any other',
    run: judgeAfterAnother,
  }),

  ...checks(['create-class.conflict/in-a-year', 'create-cohort.conflict/in-a-year'], {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends: 'a creation in another year, then the same body once more',
    async run(context) {
      const group = groupOf(context.op);
      const { meanings } = await inAnotherYear(context, group);
      context.must(await create(context, group.kind, meanings)).have.status(409);
    },
  }),

  ...checks(['create-class.read-back/asked-before', 'create-cohort.read-back/asked-before'], {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends:
      'lists by name and by year, as an id and as `current`; a creation that names the current year (of a class, under the name of a cohort), and one that names none and has an underscore where the first has a space; the same lists after each',
    accepts: 'what was created in each list, as soon as it may be seen',
    async run(context) {
      const group = groupOf(context.op);
      const year = await currentYearId(context);
      const usual = String((await unusedMeanings(context, group.kind, 'of the year'))['name']);
      const ofCohort = await nameOfCohort(context, group);
      const name = ofCohort ?? usual;
      // The name of the second one, where a database reads it as a pattern, fits the first.
      for (const [named, more] of [
        [name, { academicYearId: year }],
        [context.world.synthetic(name.replace(' ', '_')), {}],
      ] as const)
        await mustAppear(context, group, { name: named, more, year, isCohorts: named === ofCohort });
    },
  }),
];

async function judgeAfterAnother(context: Context): Promise<void> {
  const group = groupOf(context.op);
  const { kind, get, id: idName } = group;
  const body = context.operation(group.create).body ?? {};
  context.need(carries(body, 'description'), 'a body that carries a description');
  const { made } = await afterRefusals(context, group);
  const others = descriptionsSaid(context);
  const isForeign = ({ description }: Json) => others.some((other) => sameText(description, other));
  const claim = {
    expected: `a ${kind} with nothing that was not sent for it`,
    actual: 'one with the description of another creation',
  };
  context.must.hold(!isForeign(made.thing), { ...claim, in: made.answer });
  const answer = await eventually(
    context,
    () => context.send(get, { [idName]: made.id }),
    ({ status }) => status !== 404,
  );
  context.must.hold(!isForeign(resourceOf(context, answer, kind)), { ...claim, in: answer });
}

/** The totals that the ways to ask for a year give, in the order of these ways. */
type Totals = readonly (number | undefined)[];

/** A total that has not grown proves nothing by itself, because something else may have been removed meanwhile. */
const tries = 2;

interface Creation {
  readonly name: string;
  /** Whether a cohort has the name, which is no conflict. */
  readonly isCohorts: boolean;
  readonly more: Meanings;
  readonly year: string;
}

async function mustAppear(context: Context, group: Group, creation: Creation): Promise<void> {
  for (let nth = 1; nth < tries; nth += 1)
    if ((await grownBy(context, group, creation)).every(([before, after]) => isMore(before, after))) return;
  const totals = await grownBy(context, group, {
    ...creation,
    name: context.world.synthetic(`${creation.name} again`),
    isCohorts: false,
  });
  context.must.hold(
    totals.every(([before, after]) => isMore(before, after)),
    {
      expected: 'a larger `total` after a creation, by `current` and by the id of the year',
      actual: totals.map(([before, after]) => `${after} after ${before}`).join(', '),
    },
  );
}

/** What the totals are before and after a creation, which has to be found in the current year. */
async function grownBy(context: Context, group: Group, { name, more, year, isCohorts }: Creation) {
  const ask = async (): Promise<Totals> => {
    const totals: (number | undefined)[] = [];
    for (const academicYearId of ['current', year])
      totals.push((await listed(context, { academicYearId, limit: 1 })).page.total);
    return totals;
  };
  const meanings = { ...meaningsOf(context, group.kind, name), ...more };
  const found = () => listed(context, { search: meanings['name'], academicYearId: 'current' });
  await found();
  const before = await ask();
  const answer = await create(context, group.kind, meanings);
  context.must.hold(answer.status !== 409 || !isCohorts, {
    expected: 'a new class, for no class has its name',
    actual: 'a conflict, with a cohort',
    in: answer,
  });
  if (answer.status === 409) await judgeUnderscore(context, group);
  const made = resourceOf(context, answer, group.kind);
  const id = context.need(text(made[group.id]), `\`${group.id}\` of the new ${group.kind}`);
  const seen = await eventually(context, found, ({ shows }) => shows({ id }));
  context.must.hold(seen.shows({ id }), {
    expected: `the new ${group.kind} in the list of the current year`,
    actual: 'a list without it',
    in: seen.answer,
  });
  const { total = 0, items } = seen.page;
  context.must.hold(total >= items.length, {
    expected: `a \`total\` of ${items.length} at least, as many as the page shows`,
    actual: `${total}`,
    in: seen.answer,
  });
  const after = await eventually(context, ask, (now) => now.every((total, at) => isMore(before[at], total)));
  return before.map((total, at) => [total, after[at]] as const);
}

/** For a class the name of a cohort that the run has made, and no class has. */
async function nameOfCohort(context: Context, { kind }: Group): Promise<string | undefined> {
  if (kind === 'cohort') return undefined;
  const cohort = await attempt(() => freshGroup(context, cohortGroup));
  const name = text(cohort?.meanings['name']);
  const isTaken = name === undefined || (await findExisting(context, kind, { name })) !== undefined;
  return isTaken ? undefined : name;
}

/**
 * A conflict may be with what an earlier run left, and the list does not show. So it is judged by a pair of which the
 * first one is new.
 */
async function judgeUnderscore(context: Context, group: Group): Promise<void> {
  const { kind } = group;
  const first = await unusedMeanings(context, kind, 'of a pair');
  const { status } = await create(context, kind, first);
  context.need(status === 201, `a creation under a name that nothing shows, got ${status}`);
  const name = String(first['name']).replace('of a pair', 'of_a pair');
  const answer = await create(context, kind, { ...first, name: context.world.synthetic(name) });
  needTold(context, group, answer);
  context.must.hold(answer.status !== 409, {
    expected: `no conflict with a ${kind} that has a space where this one has an underscore`,
    actual: 'a conflict',
    in: answer,
  });
}

function isMore(before: number | undefined, after: number | undefined): boolean {
  return before === undefined || after === undefined || after > before;
}
