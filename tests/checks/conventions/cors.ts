import { origins } from '../../../generators/origins.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Contract, Operation } from '../../../spec/contract.ts';
import { harmlessParams, minimal, minimalParams } from '../../target/minimal.ts';
import { probed, strangeOrigin } from '../../target/probe.ts';

const access = (op: Operation) => (op.writes ? 'probe' : 'read');
const everywhere = () => true;
const asStated = (clause: string) => (op: Operation, contract: Contract) =>
  contract.clause(clause).operations.includes(op.id);

/** What a preflight answer has to allow, by the clause that says so. */
const allowances = [
  {
    clause: 'conventions.cors-methods',
    header: 'access-control-allow-methods',
    wanted: (op: Operation) => op.method,
    same: (listed: string, wanted: string) => listed === wanted,
  },
  {
    clause: 'conventions.cors-key-header',
    header: 'access-control-allow-headers',
    wanted: () => 'x-api-key',
    same: ignoringCase,
  },
  {
    clause: 'conventions.cors-content-type-header',
    header: 'access-control-allow-headers',
    wanted: () => 'content-type',
    same: ignoringCase,
  },
] as const;

/** Browsers of any origin are served (Conventions 4), as the Fetch standard has it. */
export const cors = [
  check('conventions.cors-simple', {
    access: 'read',
    on: (op) => !op.writes,
    sends: 'the plainest request, from an origin that the target has never heard of',
    accepts: 'an answer that allows this origin, or every origin',
    async run(context) {
      const { op, send, need } = context;
      need((await minimal(context, op)).status < 300, 'the plainest request to be accepted');
      const headers = { origin: strangeOrigin };
      mustAllow(context, await send(op, await minimalParams(context, op), { headers }), strangeOrigin);
    },
  }),
  check('conventions.cors-any-origin', {
    access: 'read',
    on: ['listAcademicYears'],
    sends: 'the plainest request, from origins of every scheme, host and port',
    accepts: 'answers that allow the origin that asked, or every origin',
    async run(context) {
      await context.forAll(origins, async (origin) => {
        mustAllow(context, await context.send(context.op, {}, { headers: { origin } }), origin);
      });
    },
  }),
  check('conventions.cors-preflight', {
    access,
    on: everywhere,
    sends: 'the preflight request of a browser for the operation',
    accepts: 'a success status, and the origin allowed',
    async run(context) {
      const answer = await preflight(context);
      context.must(answer).be.accepted();
      mustAllow(context, answer, strangeOrigin);
    },
  }),
  check('conventions.cors-preflight-without-key', {
    access,
    on: everywhere,
    sends: 'the preflight request of a browser, which has no key',
    accepts: 'neither 401 nor 403',
    async run(context) {
      const answer = await preflight(context);
      context.must.hold(answer.status !== 401 && answer.status !== 403, {
        expected: 'an answer that asks for no key',
        actual: `status ${answer.status}`,
        in: answer,
      });
    },
  }),
  ...allowances.map(({ clause, header, wanted, same }) =>
    check(clause, {
      access,
      on: asStated(clause),
      sends: 'the preflight request of a browser for the operation',
      accepts: `\`${header}\` with what the operation needs, or a star`,
      async run(context) {
        const name = wanted(context.op);
        const answer = await preflight(context);
        context
          .must(answer)
          .have.header(header, `\`${name}\` or a star in ${header}`, (value) =>
            value.split(',').some((listed) => listed.trim() === '*' || same(listed.trim(), name)),
          );
      },
    }),
  ),
  // A page that may not read an error answer can't tell a wrong key from a broken network.
  check('conventions.cors-error-answers', {
    access,
    on: everywhere,
    sends: 'the operation with a wrong key, from another origin',
    accepts: 'a refusal that allows this origin',
    async run(context) {
      const answer = await probed(context, context.op, 'wrong');
      context.need(answer.status >= 400, `a refusal, got ${answer.status}`);
      mustAllow(context, answer, strangeOrigin);
    },
  }),
  check('conventions.cors-error-answers/not-found', {
    access: 'read',
    on: ['getAcademicYear', 'getClass', 'getCohort'],
    sends: 'an id that names nothing, from another origin',
    accepts: 'a refusal that allows this origin',
    async run(context) {
      const { op, send, need } = context;
      const answer = await send(op, harmlessParams(context, op), { headers: { origin: strangeOrigin } });
      need(answer.status >= 400, `a refusal, got ${answer.status}`);
      mustAllow(context, answer, strangeOrigin);
    },
  }),
] satisfies readonly Check[];

/** What a browser asks before it sends the operation's request; asked once and shared. */
function preflight(context: Context): Promise<Answer> {
  const { op, world, send } = context;
  return world.once(`preflight ${op.id}`, async () => {
    const names = op.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const params = Object.fromEntries(names.map((name) => [name, context.unknownId(name)]));
    const wanted = op.method === 'GET' ? 'x-api-key' : 'content-type,x-api-key';
    const headers = {
      origin: strangeOrigin,
      'access-control-request-method': op.method,
      'access-control-request-headers': wanted,
    };
    return send(op, params, { method: 'OPTIONS', key: 'none', headers });
  });
}

function mustAllow({ must }: Pick<Context, 'must'>, answer: Answer, origin: string): void {
  const expected = 'the origin that asked, or a star, in access-control-allow-origin';
  must(answer).have.header(
    'access-control-allow-origin',
    expected,
    (value) => value === '*' || value === origin,
  );
}

function ignoringCase(listed: string, wanted: string): boolean {
  return listed.toLowerCase() === wanted;
}
