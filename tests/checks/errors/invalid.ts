import {
  creationDefects,
  type Defect,
  idListDefects,
  queryDefects,
  searchDefects,
} from '../../../generators/defects.ts';
import type { Kinds } from '../../../generators/kinds.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { object } from '../../target/body.ts';
import { forEachListed } from '../../target/each-kind.ts';
import { mustBeError } from '../../target/errors.ts';
import { revert, valid, validNeeds, validRequest } from '../../target/valid.ts';

const access = (op: Operation) => (op.writes ? 'write' : 'read');

/** Id parameters of the lists, which take nothing but UUIDs (and `current` for years). */
const queryIds: Readonly<Record<string, readonly string[]>> = {
  listClasses: ['academicYearId'],
  listCohorts: ['academicYearId'],
  listUsers: ['userId'],
  listSessions: ['userId', 'testId'],
};

const malformed = [
  'rollcall',
  '17',
  '0b8ff2ba-3a53-4f0c-9f0a-5a9b6f3c1d2',
  '0b8ff2ba3a534f0c9f0a5a9b6f3c1d2z',
];

/** An invalid request is refused as such: 400 where it is listed, else some status in the four hundreds. */
export const invalid = [
  check('errors.bad-request', {
    access,
    on: (op, contract) => contract.clause('errors.bad-request').operations.includes(op.id),
    needs: validNeeds,
    sends: 'a request that is accepted, then the same with one defect, in the query, the path or the body',
    accepts: '400 with an error body; 404 as well for an id in the path that is none',
    async run(context) {
      await needAccepted(context);
      await revert(context, context.op);
      if (context.op.method === 'GET' && context.op.path.includes('{')) return badIds(context);
      await eachDefect(context, (answer) => context.must(answer).have.status(400));
    },
  }),
  check('errors.invalid-is-client-error', {
    access,
    on: ['listSessions', 'searchUsers'],
    sends: 'a request that is accepted, then the same with one defect, in the query or the body',
    accepts: 'a status in the four hundreds with an error body',
    async run(context) {
      await needAccepted(context);
      await eachDefect(context, (answer) => context.must(answer).be.refused());
    },
  }),
] satisfies readonly Check[];

async function needAccepted(context: Context): Promise<void> {
  const { status } = await valid(context, context.op);
  context.need(status < 300, `the request without the defect to be accepted, got ${status}`);
}

async function eachDefect(context: Context, judge: (answer: Answer) => void): Promise<void> {
  const { op, send } = context;
  const { params, defects } = await defectsOf(context);
  await forEachListed(
    context,
    defects,
    async ({ query, body }) => {
      const options = {
        ...(query === undefined ? {} : { rawQuery: query }),
        ...(body === undefined ? {} : { rawBody: body }),
      };
      const answer = await send(op, params, options);
      judge(answer);
      mustBeError(context, answer);
    },
    2,
  );
}

/** The defects that an operation can have, and the path parameters that stay sound. */
async function defectsOf(context: Context): Promise<{ params: Params; defects: Kinds<Defect> }> {
  const { op } = context;
  const ids = queryIds[op.id];
  if (ids) return { params: {}, defects: queryDefects(ids) };
  if (op.id === 'searchUsers') return { params: {}, defects: searchDefects };
  const { sent } = await valid(context, op);
  const good = object(JSON.parse(sent.body ?? '{}')) ?? {};
  const [property = '', payload] = Object.entries(good)[0] ?? [];
  if (op.success === 201) return { params: {}, defects: creationDefects(property, object(payload) ?? {}) };
  const { params } = await validRequest(context, op);
  const { [property]: _, ...inPath } = params;
  return { params: inPath, defects: idListDefects(property, payload as string[]) };
}

/** A path with an id that is none: 400 and 404 are both listed, and the interface does not choose. */
async function badIds(context: Context): Promise<void> {
  const { op, send, must, observe } = context;
  const name = context.need(/\{(\w+)\}/.exec(op.path)?.[1], 'an id in the path');
  for (const id of malformed) {
    const answer = await send(op, { [name]: id });
    must(answer).have.status(400, 404);
    mustBeError(context, answer);
    observe('paths.malformed-id', String(answer.status));
  }
}
