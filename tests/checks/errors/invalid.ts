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
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { readOrWrite } from '../../target/access.ts';
import { object } from '../../target/body.ts';
import { forEachListed } from '../../target/each-kind.ts';
import { mustBeError } from '../../target/errors.ts';
import { fromPage } from '../../target/page.ts';
import { idsInPath } from '../../target/path.ts';
import { filled } from '../../target/reuse/creation.ts';
import { kindCreatedBy } from '../../target/reuse/resources.ts';
import { unusedMeanings } from '../../target/reuse/unused.ts';
import { control, revert, validNeeds, validPayload } from '../../target/valid.ts';

/** The parameters of the lists that take nothing but UUIDs, and `current` for years. */
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

/** An invalid request is refused as such. */
export const invalid = [
  check('errors.bad-request', {
    access: readOrWrite,
    needs: validNeeds,
    accepts: '400 with an error body; 404 as well for a text in the path that is no id',
    async run(context) {
      const { op, must } = context;
      await control(context);
      await revert(context, op);
      const [id] = idsInPath(op);
      if (op.method === 'GET' && id !== undefined) return judgeMalformed(context, id);
      await forEachDefect(context, (answer) => must(answer).have.status(400));
    },
  }),
  check('errors.invalid-is-client-error', {
    async run(context) {
      await control(context);
      await forEachDefect(context, (answer) => context.must(answer).be.refused());
    },
  }),
] satisfies readonly Check[];

/** Sends the valid request of an operation with one defect at a time. */
async function forEachDefect(context: Context, judge: (answer: Answer) => void): Promise<void> {
  const { params, defects } = await defectsOf(context);
  await forEachListed(
    context,
    defects,
    async ({ query, body, inFront }) => {
      const answer = await context.send(context.op, params, {
        headers: fromPage,
        ...(inFront ? { fuzzed: true } : {}),
        ...(query === undefined ? {} : { rawQuery: query }),
        ...(body === undefined ? {} : { rawBody: body }),
      });
      judge(answer);
      if (!inFront || answer.json !== undefined) mustBeError(context, answer);
    },
    2,
  );
}

/** The defects that a request to an operation can have, and the parameters that stay without defect. */
async function defectsOf(context: Context): Promise<{ params: Params; defects: Kinds<Defect> }> {
  const { op } = context;
  const ids = queryIds[op.id];
  if (ids) return { params: {}, defects: queryDefects(ids) };
  if (op.id === 'searchUsers') return { params: {}, defects: searchDefects };
  const { property, value, params } = await validPayload(context);
  const kind = kindCreatedBy(op);
  if (kind !== undefined) {
    // What nobody has yet is refused for the one defect alone, and not because it is there already.
    const body = object(filled(op, await unusedMeanings(context, kind, 'with a defect'))) ?? {};
    return { params, defects: creationDefects(property, object(body[property]) ?? {}) };
  }
  return { params, defects: idListDefects(property, value as string[]) };
}

/** A text in the path that is no id: 400 and 404 are both listed, and the interface does not choose. */
async function judgeMalformed(context: Context, name: string): Promise<void> {
  const { op, send, must, observe } = context;
  for (const id of malformed) {
    const answer = await send(op, { [name]: id }, { headers: fromPage });
    must(answer).have.status(400, 404);
    mustBeError(context, answer);
    observe('paths.malformed-id', String(answer.status));
  }
}
