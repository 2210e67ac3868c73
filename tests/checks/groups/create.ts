import { letterCases } from '../../../generators/letter-case.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { object, resourceOf, text } from '../../target/body.ts';
import { forEachMalformed } from '../../target/each-kind.ts';
import { freshGroup } from '../../target/groups/fresh.ts';
import { currentYearId, type Group, yearIds } from '../../target/groups/group.ts';
import { minimal } from '../../target/minimal.ts';
import { create, createdFixture, filled, markedName, meaningsOf } from '../../target/reuse/fixture.ts';

/** What creating a class or a cohort is answered with, and what it refuses. */
export function createChecks(group: Group): Check[] {
  const { kind, many, clauses, id } = group;
  const on = [group.create];
  const needs = [group.fields];
  return [
    // A creation is answered with 201.
    check(`${clauses.create}.success`, {
      access: 'write',
      on,
      needs,
      sends: `a new ${kind} under a name of this run`,
      accepts: '201',
      run: async (context) => context.must((await freshGroup(context, group)).answer).have.status(201),
    }),

    // The answer holds the new one, with what was asked for.
    check(`${clauses.create}.body/as-sent`, {
      access: 'write',
      on,
      needs,
      sends: `a new ${kind} under a name of this run`,
      accepts: `that ${kind}, with an id and the name that was sent`,
      async run(context) {
        const { thing, answer, meanings } = await freshGroup(context, group);
        context.must.hold(text(thing['name']) === undefined || thing['name'] === meanings['name'], {
          expected: `the new ${kind} under the name that was sent`,
          actual: 'one of another name',
          in: answer,
        });
      },
    }),

    // The same body twice is the same class: 409.
    check(`${clauses.create}.conflict`, {
      access: 'write',
      on,
      needs,
      sends: `the creation of a ${kind} of this run, once more with the same body`,
      accepts: '409',
      async run(context) {
        const { meanings } = await shared(context);
        context.must(await create(context, group.kind, meanings)).have.status(409);
      },
    }),

    // Where the target says so, another letter case is no other name.
    check(`${clauses.create}.conflict/any-case`, {
      access: 'write',
      on,
      needs: [...needs, group.same],
      sends: `the creation of a ${kind} of this run, once more with its name in other letter cases`,
      accepts: '409 where the profile reads `any-case`',
      async run(context) {
        const { meanings, name } = await shared(context);
        for (const write of [letterCases['in upper case'], letterCases['in lower case']]) {
          const again = { ...meanings, name: context.world.synthetic(write(name)) };
          const answer = await create(context, group.kind, again);
          if (context.reading(group.same) === 'any-case') context.must(answer).have.status(409);
          else context.must(answer).have.status(201, 409);
        }
      },
    }),

    // `academicYearId` says which year the new one belongs to.
    check(`${clauses.create}.academic-year-id`, {
      access: 'write',
      on,
      needs,
      sends: `a new ${kind} in an academic year other than the current one`,
      accepts: `201, and a ${kind} of that year`,
      async run(context) {
        const current = await currentYearId(context);
        const year = (await yearIds(context)).find((other) => other.toLowerCase() !== current.toLowerCase());
        const academicYearId = context.need(year, 'an academic year other than the current one');
        const fresh = await freshGroup(context, group, 'in a year', { academicYearId });
        context.must(fresh.answer).have.status(201);
        await belongsTo(context, group, fresh.id, academicYearId, fresh.thing['academicYearId']);
      },
    }),

    // A year that does not exist gets no classes.
    check(`${clauses.create}.academic-year-id/unknown`, {
      access: 'write',
      on,
      needs,
      sends: `a new ${kind} that is accepted, and one in an academic year that the run invented`,
      accepts: '400 or 404',
      async run(context) {
        await createdFixture(context, kind);
        const name = markedName(context, `${kind} in no year`);
        const answer = await create(context, kind, {
          name,
          academicYearId: context.unknownId('academicYearId'),
        });
        context.observe('create-class.unknown-academic-year', String(answer.status));
        context.must(answer).have.status(400, 404);
      },
    }),

    // Without `academicYearId` it belongs to the current year.
    check(`${clauses.create}.academic-year-default`, {
      access: 'write',
      on,
      needs,
      sends: `a new ${kind} without \`academicYearId\``,
      accepts: `a ${kind} of the current year`,
      async run(context) {
        const year = await currentYearId(context);
        const fresh = await freshGroup(context, group);
        await belongsTo(context, group, fresh.id, year, fresh.thing['academicYearId']);
      },
    }),

    // A defective body is answered with 400.
    check(`${clauses.create}.bad-request`, {
      access: 'write',
      on,
      needs,
      sends: `a ${kind} that is accepted, then the same with a text for \`${kind}\`, and with a number for a year`,
      accepts: '400',
      async run(context) {
        const { send, must, op } = context;
        await createdFixture(context, kind);
        const body = object(filled(op, { name: markedName(context, `${kind} refused`), academicYearId: 17 }));
        must(await send(op, {}, { body: { [kind]: 'Rollcall' } })).have.status(400);
        must(await send(op, {}, { body })).have.status(400);
      },
    }),

    // The year is a UUID: what is right but for that is refused.
    check(`${clauses.create}.academic-year-form`, {
      access: 'write',
      on,
      needs,
      sends: `a ${kind} that is accepted, then one in a year that is no UUID`,
      accepts: '400',
      async run(context) {
        await createdFixture(context, kind);
        const name = markedName(context, `${kind} refused`);
        await forEachMalformed(
          context,
          async (academicYearId) =>
            context.must(await create(context, kind, { name, academicYearId })).have.status(400),
          Math.ceil(context.runs / 2),
        );
      },
    }),

    // The same where nothing may be made: whatever else a new one needs is missing, too.
    check(`${clauses.create}.academic-year-form/probe`, {
      access: 'probe',
      on,
      sends: `what reads the list of ${many}, then a new ${kind} in a year that is no UUID`,
      accepts: '400',
      async run(context) {
        await mayTry(context, group);
        await forEachMalformed(
          context,
          async (academicYearId) => {
            const answer = await context.send(context.op, {}, { body: { [kind]: { academicYearId } } });
            context.must(answer).have.status(400);
          },
          Math.ceil(context.runs / 2),
        );
      },
    }),

    // A body is needed; without one, some servers miss the media type first.
    check(`${clauses.create}.body-required`, {
      access: 'probe',
      on,
      sends: `what reads the list of ${many}, then a creation without a body`,
      accepts: '400 or 415',
      async run(context) {
        await mayTry(context, group);
        const answer = await context.send(context.op);
        context.observe('errors.missing-body-status', String(answer.status));
        context.must(answer).have.status(400, 411, 415);
      },
    }),

    // The payload stands in its wrapper.
    check(`${clauses.create}.wrapper-required`, {
      access: 'probe',
      on,
      sends: `what reads the list of ${many}, then a creation whose payload is not wrapped in \`${kind}\``,
      accepts: '400',
      async run(context) {
        await mayTry(context, group);
        const body = { academicYearId: context.unknownId('academicYearId'), [id]: context.unknownId(id) };
        context.must(await context.send(context.op, {}, { body })).have.status(400);
      },
    }),
  ];

  /** What this run, or an earlier one, made under its shared label, and how it was sent. */
  async function shared(context: Context) {
    await createdFixture(context, kind);
    const name = markedName(context, `${kind} shared`);
    return { name, meanings: meaningsOf(context, kind, name) };
  }

  /** The control of a probe: the key opens these routes, so that a refusal is about the body. */
  async function mayTry(context: Context, { list }: Group): Promise<void> {
    context.need(
      (await minimal(context, context.operation(list))).status === 200,
      `the list of ${many} to be read`,
    );
  }
}

/** Which year something belongs to: what its creation said, or else what reading it says. */
async function belongsTo(
  context: Context,
  { kind, get, id }: Group,
  own: string,
  year: string,
  told: unknown,
) {
  const read = await context.send(get, { [id]: own });
  const shown = text(resourceOf(context, read, kind)['academicYearId']) ?? text(told);
  context.must.hold(context.need(shown, `the year of a ${kind}`).toLowerCase() === year.toLowerCase(), {
    expected: `a ${kind} of the year that it should belong to`,
    actual: 'one of another year',
    in: read,
  });
}
