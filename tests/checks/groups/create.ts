import { letterCases } from '../../../generators/letter-case.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import type { Operation } from '../../../spec/contract.ts';
import { resourceOf, text } from '../../target/body.ts';
import { eventually } from '../../target/eventually.ts';
import { type FreshGroup, freshGroup, freshGroupAnswer } from '../../target/groups/fresh.ts';
import { groupOf } from '../../target/groups/group.ts';
import { inTheLastYear } from '../../target/groups/named-with.ts';
import { inAnotherYear } from '../../target/groups/namesakes.ts';
import { currentYearId, isOfYear } from '../../target/groups/years.ts';
import { create, markedName } from '../../target/reuse/creation.ts';
import { findExisting } from '../../target/reuse/existing.ts';
import { createdFixture, saidOfGroup } from '../../target/reuse/fixture.ts';

const needs = (op: Operation) => [groupOf(op).fields];

/** What creating a class or a cohort is answered with, when it is a conflict, and of which year a new one is. */
export const createChecks: readonly Check[] = [
  ...checks(['create-class.success', 'create-cohort.success'], {
    access: 'write',
    needs,
    async run(context) {
      const group = groupOf(context.op);
      const { answer } = await freshGroupAnswer(context, group);
      context.must.hold(answer.status !== 409, {
        expected: `a new ${group.kind} under a name that nothing has`,
        actual: 'a conflict, under nine names',
        in: answer,
      });
      context.must((await freshGroup(context, group)).answer).have.status(201);
    },
  }),

  ...checks(['create-class.body/as-sent', 'create-cohort.body/as-sent'], {
    access: 'write',
    needs,
    accepts: 'an id, and the name that was sent',
    async run(context) {
      const group = groupOf(context.op);
      const { thing, answer, meanings } = await freshGroup(context, group);
      context.must.hold(text(thing['name']) === undefined || thing['name'] === meanings['name'], {
        expected: `the new ${group.kind} under the name that was sent`,
        actual: 'one of another name',
        in: answer,
      });
    },
  }),

  ...checks(['create-class.conflict', 'create-cohort.conflict'], {
    access: 'write',
    needs,
    async run(context) {
      const { meanings } = await existing(context);
      context.must(await create(context, groupOf(context.op).kind, meanings)).have.status(409);
    },
  }),

  // A year that is left out is the current one, so that both bodies are of the same.
  ...checks(['create-class.conflict/year-named', 'create-cohort.conflict/year-named'], {
    access: 'write',
    needs,
    sends: 'a creation without a year, then the same with the id of the current one',
    async run(context) {
      const { kind } = groupOf(context.op);
      const { meanings } = await existing(context);
      const named = { ...meanings, academicYearId: await currentYearId(context) };
      context.must(await create(context, kind, named)).have.status(409);
    },
  }),

  ...checks(['create-class.conflict/any-case', 'create-cohort.conflict/any-case'], {
    access: 'write',
    needs: (op) => [groupOf(op).fields, groupOf(op).same],
    sends: 'a creation, then the same with its name in other letter cases',
    accepts:
      '409 where the profile reads `any-case`; 201 where it reads `exact-case` and nothing has that name yet; else either',
    async run(context) {
      const { kind, same } = groupOf(context.op);
      const { meanings, name } = await existing(context);
      for (const write of [letterCases['in upper case'], letterCases['in lower case']]) {
        const again = { ...meanings, name: context.world.synthetic(write(name)) };
        const isNew =
          context.reading(same) === 'exact-case' && (await findExisting(context, kind, again)) === undefined;
        const answer = await create(context, kind, again);
        if (context.reading(same) === 'any-case') context.must(answer).have.status(409);
        else context.must(answer).have.status(201, ...(isNew ? [] : [409]));
      }
    },
  }),

  ...checks(['create-class.academic-year-id', 'create-cohort.academic-year-id'], {
    access: 'write',
    cost: 'high',
    needs,
    sends: 'creations in the first and in the last of the other years, and reads of both',
    accepts: 'each in its year; the second one may be refused',
    async run(context) {
      const group = groupOf(context.op);
      const fresh = await inAnotherYear(context, group);
      context.must(fresh.answer).have.status(201);
      await mustBelongTo(context, fresh, String(fresh.meanings['academicYearId']));
      const last = await inTheLastYear(context, group);
      if (last?.year) await mustBelongTo(context, { id: last.id, thing: {} }, last.year);
    },
  }),

  ...checks(['create-class.academic-year-id/unknown', 'create-cohort.academic-year-id/unknown'], {
    access: 'write',
    needs,
    sends: 'a creation that is accepted, then one in an invented academic year',
    accepts:
      '400, 404 or 409; or a creation in the year that was sent, for no sentence says that years are known',
    async run(context) {
      const group = groupOf(context.op);
      await createdFixture(context, group.kind);
      const name = markedName(context, `${group.kind} in no year`);
      const academicYearId = context.unknownId(`year of a new ${group.kind}`);
      const answer = await create(context, group.kind, { name, academicYearId });
      context.observe('create-class.unknown-academic-year', String(answer.status));
      context.must(answer).have.status(201, 400, 404, 409);
      if (answer.status !== 201) return;
      const thing = resourceOf(context, answer, group.kind);
      const id = context.need(text(thing[group.id]), `\`${group.id}\` of the new ${group.kind}`);
      await mustBelongTo(context, { id, thing }, academicYearId);
    },
  }),

  // The year is optional: what is created with a year can be created without one.
  ...checks(['create-class.academic-year-default/accepted', 'create-cohort.academic-year-default/accepted'], {
    access: 'write',
    needs,
    sends: 'a creation without a year and, where that is refused, the same in the current year',
    accepts: 'any success; a refusal where the same is refused in the current year as well',
    async run(context) {
      const { kind } = groupOf(context.op);
      const { answer, meanings } = await freshGroupAnswer(context, { kind });
      if (answer.status >= 400) {
        const academicYearId = await currentYearId(context);
        const control = await create(context, kind, { ...meanings, academicYearId });
        const what = `a creation in the current year to be accepted, got ${control.status}`;
        context.need(control.status < 300, what);
      }
      context.must(answer).be.accepted();
    },
  }),

  ...checks(['create-class.academic-year-default', 'create-cohort.academic-year-default'], {
    access: 'write',
    needs,
    sends: 'a list of another year, then a creation without a year, and a read of what it created',
    async run(context) {
      const year = await currentYearId(context);
      await mustBelongTo(context, await freshGroup(context, groupOf(context.op)), year);
    },
  }),
];

/** What this run, or an earlier one, created under its shared label, and what was sent for it. */
async function existing(context: Context) {
  const { kind } = groupOf(context.op);
  await createdFixture(context, kind);
  const meanings = saidOfGroup(context, kind);
  return { name: String(meanings['name']), meanings };
}

/** Claims the year of something new, as a read of it says or else the answer to its creation. */
async function mustBelongTo(
  context: Context,
  fresh: Pick<FreshGroup, 'id' | 'thing'>,
  year: string,
): Promise<void> {
  const { kind, get, id } = groupOf(context.op);
  const read = await eventually(
    context,
    () => context.send(get, { [id]: fresh.id }),
    ({ status }) => status !== 404,
  );
  const shown = isOfYear(resourceOf(context, read, kind), year) ?? isOfYear(fresh.thing, year);
  context.need(shown !== undefined, `the year of a ${kind}`);
  context.must.hold(shown === true, {
    expected: `a ${kind} of the year that it should belong to`,
    actual: 'one of another year',
    in: read,
  });
}
