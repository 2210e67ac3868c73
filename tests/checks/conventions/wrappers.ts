import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Contract, Operation } from '../../../spec/contract.ts';
import { object } from '../../target/body.ts';
import { create, markedName } from '../../target/reuse/fixture.ts';
import { valid, validNeeds } from '../../target/valid.ts';

const access = (op: Operation) => (op.writes ? 'write' : 'read');
const asStated = (clause: string) => (op: Operation, contract: Contract) =>
  contract.clause(clause).operations.includes(op.id);

/** The property that holds a resource, by the clause that names it. */
const properties = {
  'conventions.class-wrapper': 'class',
  'conventions.cohort-wrapper': 'cohort',
  'conventions.academic-year-wrapper': 'academicYear',
  'conventions.user-wrapper': 'user',
} as const;

const singles = Object.entries(properties).map(([clause, property]) =>
  check(clause, {
    access,
    on: asStated(clause),
    needs: validNeeds,
    sends: 'a request that is accepted',
    accepts: `the resource as an object in \`${property}\``,
    async run(context) {
      const answer = await accepted(context);
      context.must.hold(object(object(answer.json)?.[property]) !== undefined, {
        expected: `an object in \`${property}\``,
        actual: 'none',
        in: answer,
      });
    },
  }),
);

/** Payloads are wrapped in a named property, and lists stand in `data` (Conventions 5). */
export const wrappers = [
  // A request body is one JSON object.
  check('conventions.request-json-object', {
    access,
    on: asStated('conventions.request-json-object'),
    needs: validNeeds,
    sends: 'a request that is accepted, then the same with another JSON value for a body',
    accepts: '400 where it is listed, else some refusal',
    async run(context) {
      const { op, send, must } = context;
      const { sent } = await accepted(context);
      const params = pathOf(op, sent.path);
      const good: unknown = JSON.parse(sent.body ?? 'null');
      const others = [[good], [], null, 'rollcall', 1, true].slice(0, Math.max(2, context.runs / 2));
      for (const other of others) {
        const answer = await send(op, params, { rawBody: JSON.stringify(other) });
        if (op.lists(400)) must(answer).have.status(400);
        else must(answer).be.refused();
      }
    },
  }),

  // The payload of a creation stands inside its property.
  check('conventions.request-wrapper', {
    access: 'write',
    on: ['createClass', 'createCohort'],
    needs: validNeeds,
    sends: 'a creation (accepted), then another one whose payload stands bare in the body',
    accepts: '400',
    async run(context) {
      const kind = context.op.id === 'createClass' ? 'class' : 'cohort';
      await accepted(context);
      const body = { name: markedName(context, `${kind} without wrapper`) };
      context.must(await create(context, kind, {}, { body })).have.status(400);
    },
  }),

  ...singles,

  check('conventions.list-data', {
    access: 'read',
    on: asStated('conventions.list-data'),
    sends: 'the plainest request',
    accepts: 'the items as an array in `data`',
    async run(context) {
      const answer = await accepted(context);
      context.must.hold(Array.isArray(object(answer.json)?.['data']), {
        expected: 'an array in `data`',
        actual: 'none',
        in: answer,
      });
    },
  }),
] satisfies readonly Check[];

async function accepted(context: Context): ReturnType<typeof valid> {
  const answer = await valid(context, context.op);
  context.need(answer.status < 300, `the request to be accepted, got ${answer.status}`);
  return answer;
}

/** The path parameters of a request that was sent. */
function pathOf(op: Operation, path: string): Record<string, string> {
  const names = [...op.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const pattern = new RegExp(`^${op.path.replaceAll(/\{\w+\}/g, '([^/?]+)')}`);
  const values = pattern.exec(path)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
}
