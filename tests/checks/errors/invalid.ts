import {
  creationDefects,
  type Defect,
  idListDefects,
  queryDefects,
  searchDefects,
} from '../../../generators/defects.ts';
import type { Kinds } from '../../../generators/kinds.ts';
import type { Answer } from '../../../harness/answer.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Params } from '../../../harness/place.ts';
import type { Scene } from '../../../harness/scene.ts';
import type { Operation } from '../../../spec/contract.ts';
import { object } from '../body.ts';
import { forEachListed } from '../each-kind.ts';
import { ordinary, ordinaryNeeds, ordinaryRequest, takeBack } from '../ordinary.ts';
import { mustBeError } from './body.ts';

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
    needs: ordinaryNeeds,
    sends: 'a request that is accepted, then the same with one defect, in the query, the path or the body',
    accepts: '400 with an error body; 404 as well for an id in the path that is none',
    async run(scene) {
      await needAccepted(scene);
      await takeBack(scene, scene.op);
      if (scene.op.method === 'GET' && scene.op.path.includes('{')) return badIds(scene);
      await eachDefect(scene, (answer) => scene.must(answer).have.status(400));
    },
  }),
  check('errors.invalid-is-client-error', {
    access,
    on: ['listSessions', 'searchUsers'],
    sends: 'a request that is accepted, then the same with one defect, in the query or the body',
    accepts: 'a status in the four hundreds with an error body',
    async run(scene) {
      await needAccepted(scene);
      await eachDefect(scene, (answer) => scene.must(answer).be.refused());
    },
  }),
] satisfies readonly Check[];

async function needAccepted(scene: Scene): Promise<void> {
  const { status } = await ordinary(scene, scene.op);
  scene.need(status < 300, `the request without the defect to be accepted, got ${status}`);
}

async function eachDefect(scene: Scene, judge: (answer: Answer) => void): Promise<void> {
  const { op, send } = scene;
  const { params, defects } = await defectsOf(scene);
  await forEachListed(
    scene,
    defects,
    async ({ query, body }) => {
      const options = {
        ...(query === undefined ? {} : { rawQuery: query }),
        ...(body === undefined ? {} : { rawBody: body }),
      };
      const answer = await send(op, params, options);
      judge(answer);
      mustBeError(scene, answer);
    },
    2,
  );
}

/** The defects that an operation can have, and the path parameters that stay sound. */
async function defectsOf(scene: Scene): Promise<{ params: Params; defects: Kinds<Defect> }> {
  const { op } = scene;
  const ids = queryIds[op.id];
  if (ids) return { params: {}, defects: queryDefects(ids) };
  if (op.id === 'searchUsers') return { params: {}, defects: searchDefects };
  const { sent } = await ordinary(scene, op);
  const good = object(JSON.parse(sent.body ?? '{}')) ?? {};
  const [property = '', payload] = Object.entries(good)[0] ?? [];
  if (op.success === 201) return { params: {}, defects: creationDefects(property, object(payload) ?? {}) };
  const { params } = await ordinaryRequest(scene, op);
  const { [property]: _, ...inPath } = params;
  return { params: inPath, defects: idListDefects(property, payload as string[]) };
}

/** A path with an id that is none: 400 and 404 are both listed, and the interface does not choose. */
async function badIds(scene: Scene): Promise<void> {
  const { op, send, must, observe } = scene;
  const name = scene.need(/\{(\w+)\}/.exec(op.path)?.[1], 'an id in the path');
  for (const id of malformed) {
    const answer = await send(op, { [name]: id });
    must(answer).have.status(400, 404);
    mustBeError(scene, answer);
    observe('paths.malformed-id', String(answer.status));
  }
}
