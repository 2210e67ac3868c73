import type { Answer } from '../../harness/http/answer.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Prerequisite } from '../../harness/judging/check.ts';
import type { Context } from '../../harness/judging/context.ts';
import type { Operation } from '../../spec/contract.ts';
import { freshUser } from './accounts/fresh-user.ts';
import { freshGroupAnswer } from './groups/fresh.ts';
import { relate } from './members/arrange.ts';
import { knownId, minimal } from './minimal.ts';
import { filled, fixtureId, type Kind } from './reuse/fixture.ts';
import { kindCreatedBy, prerequisiteOf } from './reuse/resources.ts';

/**
 * The answer to a request that an operation accepts, whatever it is: the plainest read, or a write on things that
 * this run made for it. Sent once and shared; inconclusive when the target does not accept it.
 */
export function valid(context: Context, op: Operation): Promise<Answer> {
  if (!op.writes) return minimal(context, op);
  const kind = kindCreatedBy(op.id);
  return context.world.once(`ordinary ${op.id}`, async () => {
    if (kind !== undefined) return newcomer(context, kind);
    const { params, body } = await validRequest(context, op);
    await prepare(context, op);
    const answer = await context.send(op, params, body === undefined ? {} : { body });
    if (op.id === disabling && !isStuck(context, op)) await enable(context);
    return answer;
  });
}

const disabling = 'disableUser';
const enabling = 'enableUser';

/** The account is of use to other rows, and to later runs. */
async function enable(context: Context): Promise<void> {
  const op = context.operation(enabling);
  const { params, body } = await validRequest(context, op);
  await context.send(op, params, body === undefined ? {} : { body });
}

/** Whether nothing is known that would enable a user again: such a user is of no more use to other rows. */
function isStuck({ contract }: Context, op: Operation): boolean {
  return op.id === disabling && contract.operation(enabling).gaps.some((gap) => contract.isOpen(gap));
}

/** The gaps that have to be filled before an ordinary request is known. */
export function validNeeds(op: Operation): readonly Prerequisite[] {
  const bodies = op.gaps.filter((gap) => /\.(?:body|request)$|^create-\w+\.fields$/.test(gap));
  const kind = memberKind(op);
  // The group that a path names is made for it, and nothing is created while its fields are not known.
  const groups = (['class', 'cohort'] as const).filter(
    (group) => op.writes && op.path.includes(`{${group}Id}`),
  );
  const things = [...groups, ...(kind === undefined ? [] : [kind])].map(prerequisiteOf);
  return [...bodies, ...things.filter(({ gap }) => !bodies.includes(gap))];
}

/** The parameters and, where the profile shapes it, the body of a write that changes things of this run only. */
export async function validRequest(
  context: Context,
  op: Operation,
): Promise<{ params: Params; body?: unknown }> {
  const params: Record<string, unknown> = {};
  const kind = memberKind(op) ?? 'student';
  if (op.path.includes('{classId}')) params['classId'] = await fixtureId(context, 'class');
  if (op.path.includes('{cohortId}')) params['cohortId'] = await fixtureId(context, 'cohort');
  if (op.has('userIds')) params['userIds'] = [await fixtureId(context, kind, 'account')];
  if (op.has('testIds')) params['testIds'] = [await knownId(context, 'testId')];
  if (!op.path.includes('{userId}')) return { params };
  params['userId'] = await fixtureId(context, kind, isStuck(context, op) ? 'disabled' : 'account');
  const body = op.body === undefined ? undefined : filled(op, await meanings(context, op));
  return body === undefined ? { params } : { params, body };
}

/**
 * Takes an assignment or a removal back, so that the same request makes a difference again: whether assigning
 * somebody twice, or removing nobody, is accepted is left open (`membership.assign-twice`).
 */
export async function revert(context: Context, op: Operation): Promise<void> {
  const opposite = context.contract.operations.find(
    ({ path, method }) => path === op.path && method !== op.method,
  );
  if (!op.has('userIds') && !op.has('testIds')) return;
  const { params } = await validRequest(context, op);
  await context.send(context.need(opposite, `an operation that takes ${op.id} back`), params);
}

/**
 * Sees to it that an assignment or a removal makes a difference, for earlier rows and runs may have left it made:
 * whether it is accepted otherwise is left open (`membership.assign-twice`).
 */
async function prepare(context: Context, op: Operation): Promise<void> {
  const group = /class/i.test(op.path) ? 'class' : 'cohort';
  const held = op.has('userIds') || op.has('testIds');
  const holding = op.path.includes('{userId}') && /\/(?:classes|cohorts)$/.test(op.path);
  if (!held && !holding) return;
  const member = op.has('testIds') ? 'test' : (memberKind(op) ?? 'student');
  const memberId =
    member === 'test' ? await knownId(context, 'testId') : await fixtureId(context, member, 'account');
  const there = op.method === 'DELETE';
  await relate(context, { group, groupId: await fixtureId(context, group), member, memberId }, there);
}

/** Everything that a change of a user may say; a body takes of it what its shape has. */
async function meanings(context: Context, op: Operation): Promise<Record<string, unknown>> {
  const { synthetic } = context.world;
  const own = (words: string) => synthetic.call(context.world, words);
  return {
    firstName: own('Rollcall'),
    lastName: own('Ordinary'),
    fullName: own('Rollcall Ordinary'),
    emails: own(`${context.world.unknownId('ordinary email').slice(0, 8)}@example.org`),
    password: own('Rollcall-ordinary-1'),
    externalId: own(`rollcall-${context.world.unknownId('ordinary external id').slice(0, 8)}`),
    dateOfBirth: '2010-02-03',
    ...(op.path.endsWith('/classes') ? { classIds: [await fixtureId(context, 'class')] } : {}),
    ...(op.path.endsWith('/cohorts') ? { cohortIds: [await fixtureId(context, 'cohort')] } : {}),
  };
}

/** Which kind of user an operation is about. */
function memberKind({ id, path }: Operation): 'student' | 'teacher' | undefined {
  if (id.includes('Teacher')) return 'teacher';
  return id.includes('Student') || path.includes('{userId}') ? 'student' : undefined;
}

/** The answer to the creation of something new; one for all who ask. */
async function newcomer(context: Context, kind: Kind): Promise<Answer> {
  const { answer } =
    kind === 'class' || kind === 'cohort'
      ? await freshGroupAnswer(context, { kind })
      : await freshUser(context, kind);
  return answer;
}
