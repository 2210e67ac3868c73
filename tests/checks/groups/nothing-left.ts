import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { resourceOf, text } from '../../target/body.ts';
import { afterRefusals, refuseMalformed } from '../../target/groups/after-refusals.ts';
import { type Group, groupOf } from '../../target/groups/group.ts';
import { listed } from '../../target/groups/samples.ts';
import { currentYearId } from '../../target/groups/years.ts';
import { create, markedName, meaningsOf } from '../../target/reuse/creation.ts';
import { createdFixture } from '../../target/reuse/fixture.ts';

/** How often the refused creation is sent. Clients repeat requests. */
const times = 2;

/**
 * Creations that are refused leave nothing behind. A control shows that something that was created is found by its
 * name.
 */
export const nothingLeftChecks: readonly Check[] = [
  ...checks(['create-class.bad-request/nothing-left', 'create-cohort.bad-request/nothing-left'], {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends: 'a creation in a year that is no UUID, twice, and searches for its name before and after',
    async run(context) {
      const group = groupOf(context.op);
      await needSearch(context, group);
      const name = markedName(context, `${group.kind} not there`);
      const before = await idsOfName(context, group, name);
      for (let time = 1; time <= times; time += 1) {
        const answer = await create(context, group.kind, { name, academicYearId: 'not-a-uuid' });
        context.must(answer).be.refused();
      }
      await mustBeLike(context, group, { name, before });
    },
  }),

  ...checks(['create-class.conflict/one-left', 'create-cohort.conflict/one-left'], {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends:
      'a creation of what is there with a description of its own, twice, and searches for its name and reads by id before and after',
    accepts:
      '409 where the profile says which names are the same; then nothing new under the name, and what is there as it was',
    async run(context) {
      const group = groupOf(context.op);
      const name = await needSearch(context, group);
      const before = await idsOfName(context, group, name);
      const { [group.id]: id } = await createdFixture(context, group.kind);
      const read = async () =>
        resourceOf(context, await context.send(group.get, { [group.id]: id }), group.kind);
      const description = markedName(context, 'of what was there');
      for (let time = 1; time <= times; time += 1) {
        const meanings = { ...meaningsOf(context, group.kind, name), description };
        const answer = await create(context, group.kind, meanings);
        // By the word of the profile it is the name that makes two the same.
        if (context.reading(group.same) !== undefined) context.must(answer).have.status(409);
        const { status } = answer;
        context.need(status === 409, `a creation of what is there to be a conflict, got ${status}`);
      }
      await mustBeLike(context, group, { name, before });
      context.must.hold((await read())['description'] !== description, {
        expected: `the ${group.kind} as it was before the conflict`,
        actual: 'one with the description of the creation that was refused',
      });
    },
  }),

  // A creation of a new name, without the defect: what a form does once its user has mended it.
  ...checks(['create-class.success/refused-before', 'create-cohort.success/refused-before'], {
    access: 'write',
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends: 'two creations in a year that is no UUID, then one of the same name without a year',
    accepts: 'anything but 409: nothing of that name exists',
    run: judgeNameIsFree,
  }),
];

async function judgeNameIsFree(context: Context): Promise<void> {
  const group = groupOf(context.op);
  const { first } = await afterRefusals(context, group);
  if (first.status !== 409) return context.must(first).be.accepted();
  // An earlier run may have taken the name and the list not show it. Nobody has taken the time.
  const name = markedName(context, `${group.kind} after refusals ${Date.now()}`);
  await refuseMalformed(context, group, { name });
  const answer = await create(context, group.kind, { name });
  context.must.hold(answer.status !== 409, {
    expected: `a new ${group.kind} under a name that only creations had which were refused`,
    actual: 'a conflict',
    in: answer,
  });
}

/** The control: what was created is found by its name. Gives the name. */
async function needSearch(context: Context, group: Group): Promise<string> {
  const thing = await createdFixture(context, group.kind);
  const name = context.need(text(thing['name']), `the name of a ${group.kind} that was created`);
  const found = await idsOfName(context, group, name);
  context.need(
    found.includes(String(thing[group.id]).toLowerCase()),
    `the ${group.kind} to be found by its name`,
  );
  return name;
}

/** The ids of what has a name in the current year, sorted. */
async function idsOfName(context: Context, { id }: Group, name: string): Promise<readonly string[]> {
  const { page } = await listed(context, { search: name, academicYearId: await currentYearId(context) });
  return page.items
    .filter((item) => item['name'] === name)
    .map((item) => String(item[id]).toLowerCase())
    .sort();
}

async function mustBeLike(
  context: Context,
  group: Group,
  { name, before }: { readonly name: string; readonly before: readonly string[] },
): Promise<void> {
  const after = await idsOfName(context, group, name);
  context.must.hold(String(after) === String(before), {
    expected: `${before.length} ${group.many} of that name, as before the refusal`,
    actual: after.length === before.length ? 'others' : `${after.length}`,
  });
}
