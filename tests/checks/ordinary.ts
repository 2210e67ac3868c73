import type { Answer } from '../../harness/answer.ts';
import type { Params } from '../../harness/place.ts';
import type { Scene } from '../../harness/scene.ts';
import type { Operation } from '../../spec/contract.ts';
import { object, text } from './body.ts';
import { knownId, plain } from './given.ts';
import { create, filled, type Kind, markedName, meaningsOf } from './own.ts';

const wrappers: Readonly<Record<Kind, string>> = {
  class: 'class',
  cohort: 'cohort',
  student: 'user',
  teacher: 'user',
};

const idNames: Readonly<Record<Kind, string>> = {
  class: 'classId',
  cohort: 'cohortId',
  student: 'userId',
  teacher: 'userId',
};

const creations: Readonly<Record<string, Kind>> = {
  createClass: 'class',
  createCohort: 'cohort',
  createStudent: 'student',
  createTeacher: 'teacher',
};

/**
 * The answer to a request that an operation accepts, whatever it is: the plainest read, or a write on things that
 * this run made for it. Sent once and shared; inconclusive when the target does not accept it.
 */
export function ordinary(scene: Scene, op: Operation): Promise<Answer> {
  if (!op.writes) return plain(scene, op);
  const kind = creations[op.id];
  return scene.world.once(`ordinary ${op.id}`, async () => {
    if (kind !== undefined) return newcomer(scene, kind);
    const { params, body } = await ordinaryRequest(scene, op);
    return scene.send(op, params, body === undefined ? {} : { body });
  });
}

/** The gaps that have to be filled before an ordinary request is known. */
export function ordinaryNeeds(op: Operation): readonly string[] {
  const bodies = op.gaps.filter((gap) => /\.(?:body|request)$|^create-\w+\.fields$/.test(gap));
  const kind = memberKind(op);
  // The group that a path names is made for it, and nothing is created while its fields are not known.
  const groups = ['class', 'cohort'].filter((group) => op.writes && op.path.includes(`{${group}Id}`));
  const made = groups.map((group) => `create-${group}.fields`);
  return [...new Set([...bodies, ...made, ...(kind === undefined ? [] : [`create-${kind}.body`])])];
}

/** The parameters and, where the profile shapes it, the body of a write that changes things of this run only. */
export async function ordinaryRequest(
  scene: Scene,
  op: Operation,
): Promise<{ params: Params; body?: unknown }> {
  const params: Record<string, unknown> = {};
  const kind = memberKind(op) ?? 'student';
  if (op.path.includes('{classId}')) params['classId'] = await newcomerId(scene, 'class');
  if (op.path.includes('{cohortId}')) params['cohortId'] = await newcomerId(scene, 'cohort');
  if (op.has('userIds')) params['userIds'] = [await newcomerId(scene, kind)];
  if (op.has('testIds')) params['testIds'] = [await knownId(scene, 'testId')];
  if (!op.path.includes('{userId}')) return { params };
  params['userId'] = await newcomerId(scene, kind);
  const body = op.body === undefined ? undefined : filled(op, await meanings(scene, op));
  return body === undefined ? { params } : { params, body };
}

/**
 * Takes an assignment or a removal back, so that the same request makes a difference again: whether assigning
 * somebody twice, or removing nobody, is accepted is left open (`membership.assign-twice`).
 */
export async function takeBack(scene: Scene, op: Operation): Promise<void> {
  const opposite = scene.contract.operations.find(
    ({ path, method }) => path === op.path && method !== op.method,
  );
  if (!op.has('userIds') && !op.has('testIds')) return;
  const { params } = await ordinaryRequest(scene, op);
  await scene.send(scene.need(opposite, `an operation that takes ${op.id} back`), params);
}

/** Everything that a change of a user may say; a body takes of it what its shape has. */
async function meanings(scene: Scene, op: Operation): Promise<Record<string, unknown>> {
  const { coin } = scene.world;
  const own = (words: string) => coin.call(scene.world, words);
  return {
    firstName: own('Rollcall'),
    lastName: own('Ordinary'),
    fullName: own('Rollcall Ordinary'),
    emails: own(`${scene.world.invent('ordinary email').slice(0, 8)}@example.org`),
    password: own('Rollcall-ordinary-1'),
    externalId: own(`rollcall-${scene.world.invent('ordinary external id').slice(0, 8)}`),
    dateOfBirth: '2010-02-03',
    ...(op.path.endsWith('/classes') ? { classIds: [await newcomerId(scene, 'class')] } : {}),
    ...(op.path.endsWith('/cohorts') ? { cohortIds: [await newcomerId(scene, 'cohort')] } : {}),
  };
}

/** Which kind of user an operation is about. */
function memberKind({ id, path }: Operation): 'student' | 'teacher' | undefined {
  if (id.includes('Teacher')) return 'teacher';
  return id.includes('Student') || path.includes('{userId}') ? 'student' : undefined;
}

async function newcomerId(scene: Scene, kind: Kind): Promise<string> {
  const { json } = await newcomer(scene, kind);
  const id = object(object(json)?.[wrappers[kind]])?.[idNames[kind]];
  return scene.need(text(id), `\`${idNames[kind]}\` of a ${kind} that was made`);
}

/** The answer to a creation of something new; names that an earlier run left behind are passed over. */
function newcomer(scene: Scene, kind: Kind): Promise<Answer> {
  return scene.world.once(`newcomer ${kind}`, async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const name = markedName(scene, `ordinary ${kind} ${attempt}`);
      const answer = await create(scene, kind, {
        ...meaningsOf(scene, kind, name),
        dateOfBirth: '2010-02-03',
      });
      if (answer.status < 300) return answer;
      scene.need(
        answer.status === 409 || kind === 'student' || kind === 'teacher',
        `a new ${kind} to be accepted`,
      );
    }
    return scene.need(undefined, `a new ${kind} to be accepted`);
  });
}
