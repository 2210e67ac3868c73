import { type Check, check } from '../../../harness/judging/check.ts';
import { readOrWrite } from '../../target/access.ts';
import { object } from '../../target/body.ts';
import { pathOnly } from '../../target/path.ts';
import { mustBeRefused } from '../../target/refused.ts';
import { markedName } from '../../target/reuse/creation.ts';
import { control, valid, validNeeds, validPayload, validRequest } from '../../target/valid.ts';

/** The clauses that name the property which holds a resource: the contract has it as the wrapper of the operation. */
const ofSingleResources = [
  'conventions.class-wrapper',
  'conventions.cohort-wrapper',
  'conventions.academic-year-wrapper',
  'conventions.user-wrapper',
];

/** Payloads are wrapped in a named property, and lists stand in `data` (Conventions 5). */
export const wrappers = [
  check('conventions.request-json-object', {
    access: readOrWrite,
    needs: validNeeds,
    accepts: '400 where it is listed, else some refusal',
    async run(context) {
      const { op, send } = context;
      const { sent } = await control(context);
      const params = pathOnly(op, (await validRequest(context, op)).params);
      const accepted: unknown = JSON.parse(sent.body ?? 'null');
      const others = [[accepted], [], null, 'rollcall', 1, true].slice(0, context.share('half'));
      for (const other of others) {
        const answer = await send(op, params, { rawBody: JSON.stringify(other) });
        mustBeRefused(context, answer);
      }
    },
  }),
  check('conventions.request-wrapper', {
    access: 'write',
    needs: validNeeds,
    async run(context) {
      const { op, send, must } = context;
      await control(context);
      const body = { name: markedName(context, `${op.makes} without wrapper`) };
      must(await send(op, {}, { body })).have.status(400);
    },
  }),
  check('conventions.request-wrapper/needed', {
    access: 'write',
    needs: validNeeds,
    sends: 'what was refused in its property, without it',
    async run(context) {
      const { op, send, must, need } = context;
      const wrapped = await valid(context, op);
      const { property, value } = await validPayload(context);
      const refused = [400, 422].includes(wrapped.status);
      const answer = refused ? await send(op, {}, { body: value }) : wrapped;
      const expected = `the payload in \`${property}\` accepted, as without it`;
      must.hold(!refused || answer.status >= 300, {
        expected,
        actual: 'accepted without it alone',
        in: answer,
      });
      need.accepted(wrapped);
    },
  }),
  ...ofSingleResources.map((id) =>
    check(id, {
      access: readOrWrite,
      needs: validNeeds,
      async run(context) {
        const { op, must, need } = context;
        const answer = await control(context);
        const property = need(op.wrapper, 'a property that holds the resource');
        const resource = object(object(answer.json)?.[property]);
        const expected = `an object in \`${property}\``;
        must.hold(resource !== undefined, { expected, actual: 'none', in: answer });
      },
    }),
  ),
  check('conventions.list-data', {
    async run(context) {
      const answer = await control(context);
      const isList = Array.isArray(object(answer.json)?.['data']);
      context.must.hold(isList, { expected: 'an array in `data`', actual: 'none', in: answer });
    },
  }),
] satisfies readonly Check[];
