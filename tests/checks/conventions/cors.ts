import { origins } from '../../../generators/origins.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import type { Operation } from '../../../spec/contract.ts';
import { readOrProbe } from '../../target/access.ts';
import { minimalParams } from '../../target/minimal.ts';
import { twoOrigins, unknownOrigin } from '../../target/page.ts';
import { isPagedByName } from '../../target/pages/paged-by-name.ts';
import { shared } from '../../target/pages/reader.ts';
import { smallLimit } from '../../target/pages/samples.ts';
import { pathOnly } from '../../target/path.ts';
import { harmlessParams, probe, refusalOfEntry } from '../../target/probe.ts';
import { control } from '../../target/valid.ts';

/** What the answer to a preflight request has to allow, by the clause that says so. */
const allowances = [
  {
    id: 'conventions.cors-methods',
    header: 'access-control-allow-methods',
    wanted: ({ method }: Operation) => method,
    isSame: (listed: string, wanted: string) => listed === wanted,
  },
  {
    id: 'conventions.cors-key-header',
    header: 'access-control-allow-headers',
    wanted: () => 'x-api-key',
    isSame: isSameInAnyCase,
  },
  {
    id: 'conventions.cors-content-type-header',
    header: 'access-control-allow-headers',
    wanted: () => 'content-type',
    isSame: isSameInAnyCase,
  },
] as const;

/** What a request is refused with because of what it says. */
const refusals: readonly number[] = [400, 401, 403, 405];

/** What a browser sends for a page without an origin of its own: in a sandbox, or from a file. */
const opaqueOrigin = 'null';

/** Browsers of any origin are served (Conventions 4), by the rules of the Fetch standard. */
export const cors = [
  check('conventions.cors-simple', {
    on: ({ writes }) => !writes,
    async run(context) {
      const { op, send } = context;
      await control(context);
      const headers = { origin: unknownOrigin };
      const answer = await send(op, await minimalParams(context, op), { headers });
      mustAllowOrigin(context, answer);
      // Who asks from a page gets what anybody gets, though it may be gone meanwhile.
      if (answer.status < 300) context.must(answer).have.status(op.success ?? answer.status);
      context.must.hold(!refusals.includes(answer.status), {
        expected: 'what is answered to who asks from no page',
        actual: `status ${answer.status}`,
        in: answer,
      });
    },
  }),
  // What was made for the first page may be kept, and handed out to the next.
  check('conventions.cors-simple/two-origins', {
    on: ({ writes }) => !writes,
    sends: 'the minimal request from pages of two origins in turn, the second one without TLS',
    async run(context) {
      const { op, send } = context;
      await control(context);
      const params = await minimalParams(context, op);
      for (const origin of twoOrigins)
        mustAllowOrigin(context, await send(op, params, { headers: { origin } }), origin);
    },
  }),
  check('conventions.cors-simple/opaque-origin', {
    on: ({ writes }) => !writes,
    sends: 'the minimal request from a page without an origin of its own',
    async run(context) {
      const { op, send } = context;
      await control(context);
      const headers = { origin: opaqueOrigin };
      mustAllowOrigin(context, await send(op, await minimalParams(context, op), { headers }), opaqueOrigin);
    },
  }),
  // The next page may come from a route of its own, or out of a cache.
  check('conventions.cors-simple/next-page', {
    on: isPagedByName,
    sends: 'from a page of another origin: the cursor of the first page',
    async run(context) {
      const { op, need, send } = context;
      const params = await minimalParams(context, op);
      const { page } = await shared(context)({ limit: smallLimit });
      const cursor = need(page.nextCursor ?? undefined, 'a list of more than one page');
      const headers = { origin: unknownOrigin };
      const answer = await send(op, { ...params, limit: smallLimit, cursor }, { headers });
      need.accepted(answer);
      mustAllowOrigin(context, answer);
    },
  }),
  check('conventions.cors-any-origin', {
    cost: 'high',
    async run(context) {
      const judge = async (origin: string) =>
        mustAllowOrigin(context, await context.send(context.op, {}, { headers: { origin } }), origin);
      await judge(opaqueOrigin);
      await context.forAll(origins, judge);
    },
  }),
  check('conventions.cors-preflight', {
    access: readOrProbe,
    async run(context) {
      const answer = await preflight(context);
      context.must(answer).be.accepted();
      mustAllowOrigin(context, answer);
    },
  }),
  check('conventions.cors-preflight-without-key', {
    access: readOrProbe,
    async run(context) {
      const answer = await preflight(context);
      context.must.hold(answer.status !== 401 && answer.status !== 403, {
        expected: 'an answer that asks for no key',
        actual: `status ${answer.status}`,
        in: answer,
      });
    },
  }),
  ...allowances.map(({ id, header, wanted, isSame }) =>
    check(id, {
      access: readOrProbe,
      async run(context) {
        const name = wanted(context.op);
        const answer = await preflight(context);
        context
          .must(answer)
          .have.header(header, `\`${name}\` or a star in ${header}`, (value) =>
            value.split(',').some((listed) => listed.trim() === '*' || isSame(listed.trim(), name)),
          );
      },
    }),
  ),
  check('conventions.cors-error-answers', {
    access: readOrProbe,
    async run(context) {
      mustAllowOrigin(context, await refusalOfEntry(context));
    },
  }),
  check('conventions.cors-error-answers/two-origins', {
    on: ({ writes }) => writes,
    access: 'probe',
    sends:
      'a request in which every id names nothing, or a creation that is refused, from pages of two origins in turn',
    async run(context) {
      for (const origin of twoOrigins) {
        const answer = await refusalFrom(context, origin);
        context.need.answered(answer);
        mustAllowOrigin(context, answer, origin);
      }
    },
  }),
  check('conventions.cors-error-answers/not-found', {
    on: ['getAcademicYear', 'getClass', 'getCohort'],
    async run(context) {
      const { op, send, need } = context;
      const answer = await send(op, harmlessParams(context, op), { headers: { origin: unknownOrigin } });
      need(answer.status >= 400, `a refusal, got ${answer.status}`);
      mustAllowOrigin(context, answer);
    },
  }),
] satisfies readonly Check[];

/** The answer to a writing request that changes nothing. It gets past the key where something else refuses it surely. */
async function refusalFrom(context: Context, origin: string): Promise<Answer> {
  const { op, send } = context;
  const headers = { origin };
  if (op.makes === 'class' || op.makes === 'cohort')
    return send(op, {}, { headers, body: { [op.makes]: { academicYearId: 'not-a-uuid' } } });
  const { params, body } = await probe(context, op);
  const key = op.makes === undefined ? 'full' : 'wrong';
  return send(op, params, { headers, key, ...(body === undefined ? {} : { body }) });
}

/** The answer to what a browser asks before it sends the request of the operation; sent once and shared. */
function preflight(context: Context): Promise<Answer> {
  const { op, world, send } = context;
  return world.once(`preflight ${op.id}`, () => {
    const params = pathOnly(op, harmlessParams(context, op));
    const headers = {
      origin: unknownOrigin,
      'access-control-request-method': op.method,
      'access-control-request-headers': op.method === 'GET' ? 'x-api-key' : 'content-type,x-api-key',
    };
    return send(op, params, { method: 'OPTIONS', key: 'none', headers });
  });
}

/** Claims that a page of the origin may read the answer: the header names it, or is a star. */
function mustAllowOrigin({ must }: Context, answer: Answer, origin = unknownOrigin): void {
  const name = 'access-control-allow-origin';
  const expected = `the origin that asked, or a star, in ${name}`;
  must(answer).have.header(name, expected, (value) => value === '*' || value === origin);
}

function isSameInAnyCase(listed: string, wanted: string): boolean {
  return listed.toLowerCase() === wanted;
}
