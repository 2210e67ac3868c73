import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { object } from '../../target/body.ts';
import { forEachMalformed } from '../../target/each-kind.ts';
import { groupOf } from '../../target/groups/group.ts';
import { minimal } from '../../target/minimal.ts';
import { create, filled, markedName } from '../../target/reuse/creation.ts';
import { createdFixture } from '../../target/reuse/fixture.ts';

/** Creations of a class or a cohort that are refused. */
export const createRefusedChecks: readonly Check[] = [
  ...checks(['create-class.bad-request', 'create-cohort.bad-request'], {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    sends: 'a creation that is accepted, then a text in the wrapper, and a number for the year',
    async run(context) {
      const { send, must, op } = context;
      const { kind } = groupOf(op);
      await createdFixture(context, kind);
      const body = filled(op, { name: markedName(context, `${kind} refused`), academicYearId: 17 });
      must(await send(op, {}, { body: { [kind]: 'Rollcall' } })).have.status(400);
      must(await send(op, {}, { body })).have.status(400);
    },
  }),

  ...checks(['create-class.academic-year-form', 'create-cohort.academic-year-form'], {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    async run(context) {
      const { kind } = groupOf(context.op);
      await createdFixture(context, kind);
      const name = markedName(context, `${kind} refused`);
      await forEachMalformed(
        context,
        async (academicYearId) =>
          context.must(await create(context, kind, { name, academicYearId })).have.status(400),
        context.share('half'),
      );
    },
  }),

  // This variant runs where nothing may be created. The body lacks all other required fields as well, so that no server
  // creates anything.
  ...checks(['create-class.academic-year-form/probe', 'create-cohort.academic-year-form/probe'], {
    access: 'probe',
    cost: 'high',
    sends: 'a read of the list (accepted), then a creation with nothing but a year that is no UUID',
    async run(context) {
      const { kind } = groupOf(context.op);
      await needRoute(context);
      await forEachMalformed(
        context,
        async (academicYearId) => {
          const answer = await context.send(context.op, {}, { body: { [kind]: { academicYearId } } });
          context.must(answer).have.status(400);
        },
        context.share('half'),
      );
    },
  }),

  // Some servers look at the media type or the length before the body, and so answer 415 or 411.
  ...checks(['create-class.body-required', 'create-cohort.body-required'], {
    access: 'probe',
    accepts: '400, 411 or 415',
    async run(context) {
      await needRoute(context);
      const answer = await context.send(context.op);
      context.observe('errors.missing-body-status', String(answer.status));
      context.must(answer).have.status(400, 411, 415);
    },
  }),

  ...checks(['create-class.wrapper-required', 'create-cohort.wrapper-required'], {
    access: 'probe',
    sends: 'a read of the list (accepted), then a creation whose payload stands outside the wrapper',
    async run(context) {
      const { id } = groupOf(context.op);
      await needRoute(context);
      const body = { academicYearId: context.unknownId('academicYearId'), [id]: context.unknownId(id) };
      context.must(await context.send(context.op, {}, { body })).have.status(400);
    },
  }),

  // The name is taken, so that a server which takes the payload creates nothing. Letter case is not judged: some parsers
  // read names of properties without regard to it.
  ...checks(['create-class.wrapper-required/other-name', 'create-cohort.wrapper-required/other-name'], {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    sends: 'the payload of something that is there already, in properties of other names',
    async run(context) {
      const { op, send, must } = context;
      const { kind } = groupOf(op);
      const { name } = await createdFixture(context, kind);
      const payload = object(filled(op, { name }))?.[kind];
      for (const other of [kind === 'class' ? 'cohort' : 'class', 'data', `${kind}s`])
        must(await send(op, {}, { body: { [other]: payload } })).have.status(400);
    },
  }),
];

/** The control of a probe: the key may use these routes, so that a refusal is about the body. */
async function needRoute(context: Context): Promise<void> {
  const { list } = groupOf(context.op);
  context.need.accepted(await minimal(context, context.operation(list)));
}
