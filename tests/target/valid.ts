import type { Answer } from '../../harness/http/answer.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context, Prerequisite } from '../../harness/judging/check.ts';
import type { Operation } from '../../spec/contract.ts';
import { freshUser } from './accounts/fresh-user.ts';
import { validChange } from './accounts/meanings.ts';
import { newPassword } from './accounts/password.ts';
import { requestIfFilled } from './accounts/request.ts';
import { attempt } from './attempt.ts';
import { object } from './body.ts';
import { freshGroupAnswer } from './groups/fresh.ts';
import { knownId } from './known-ids.ts';
import { tryToArrange } from './members/arrange.ts';
import { changeBy } from './members/membership.ts';
import type { MembershipState, Pool } from './members/pool.ts';
import { eventualState } from './members/state.ts';
import { minimal, minimalParams } from './minimal.ts';
import { fromPage } from './page.ts';
import { idsInPath, pathOnly } from './path.ts';
import { filled } from './reuse/creation.ts';
import { fixtureId } from './reuse/fixture.ts';
import {
  groupKinds,
  isGroup,
  type Kind,
  kindCreatedBy,
  prerequisiteOf,
  resources,
} from './reuse/resources.ts';

/**
 * The answer to a request that an operation has to accept: the minimal request of a reading operation, or a write on
 * things that belong to this run. Sent once, and shared by all checks.
 */
export function valid(context: Context, op: Operation): Promise<Answer> {
  if (!op.writes) return minimal(context, op);
  return context.world.once(`valid ${op.id}`, async () => {
    const kind = kindCreatedBy(op);
    if (kind !== undefined) return freshAnswer(context, kind);
    const { params, body } = await validRequest(context, op);
    await arrange(context, op);
    const send = () =>
      context.send(op, params, { headers: fromPage, ...(body === undefined ? {} : { body }) });
    const answer = await send();
    if (!mayMakeNoDifference(answer)) return answer;
    if (op.id !== 'enableUser') await awaitArranged(context, op);
    else {
      const meanings = await validChange(context, 'disableUser');
      await requestIfFilled(context, 'disableUser', String(params['userId']), meanings);
    }
    return send();
  });
}

/**
 * Whether a change may be refused because it changes nothing: who is enabled need not be enabled again, nor who is in a
 * class assigned (`enable-user.repeated`, `membership.assign-twice`), and a target may see late what was arranged.
 */
function mayMakeNoDifference({ status, sent }: Answer): boolean {
  const isOpen = sent.operation === 'enableUser' || changeBy(sent.operation) !== undefined;
  return isOpen && refusesAsItIs.includes(status);
}

const refusesAsItIs: readonly number[] = [400, 404, 409, 422];

/** A valid body of an operation as its one property holds it, and the parameters of the path beside it. */
export interface Payload {
  readonly property: string;
  readonly value: unknown;
  readonly params: Params;
}

/** The payload of the valid request of the operation under test, which writes. */
export async function validPayload(context: Context): Promise<Payload> {
  const { op } = context;
  const { sent } = await valid(context, op);
  const [property = '', value] = Object.entries(object(JSON.parse(sent.body ?? '{}')) ?? {})[0] ?? [];
  if (op.makes !== undefined) return { property, value, params: {} };
  const { params } = await validRequest(context, op);
  return { property, value, params: pathOnly(op, params) };
}

/** The control of a check: the answer to the valid request of its operation. Inconclusive when that is refused. */
export async function control(context: Context): Promise<Answer> {
  const answer = await valid(context, context.op);
  context.need.accepted(answer);
  return answer;
}

/** What has to be filled, or lent, before a valid request to an operation is known. */
export function validNeeds(op: Operation): readonly Prerequisite[] {
  const user = userOf(op);
  // The group that a path names is created for it, and nothing is created while its fields are not known.
  const groups = groupKinds.filter((group) => op.writes && idsInPath(op).includes(resources[group].id));
  const things = [...groups, ...(user === undefined ? [] : [user])].map(prerequisiteOf);
  if (op.requestGap === undefined) return things;
  return [op.requestGap, ...things.filter(({ gap }) => gap !== op.requestGap)];
}

/**
 * The valid request of an operation: its parameters and, where the profile shapes it, its body. A write changes only
 * what belongs to this run.
 */
export async function validRequest(
  context: Context,
  op: Operation,
): Promise<{ params: Params; body?: unknown }> {
  if (!op.writes) return { params: await minimalParams(context, op) };
  // Other rows need an enabled account, so that the one to be disabled is another one.
  const label = op.id === 'disableUser' ? 'disabled' : 'account';
  const account = () => fixtureId(context, userOf(op) ?? 'student', label);
  const values: Readonly<Record<string, () => Promise<unknown>>> = {
    classId: () => fixtureId(context, 'class'),
    cohortId: () => fixtureId(context, 'cohort'),
    userId: account,
    userIds: async () => [await account()],
    testIds: async () => [await knownId(context, 'testId')],
  };
  const params: Record<string, unknown> = {};
  for (const { name } of op.parameters) {
    const value = values[name];
    if (value) params[name] = await value();
  }
  if (op.body === undefined || !idsInPath(op).includes('userId')) return { params };
  return { params, body: filled(op, await meaningsOfChange(context, op)) };
}

/**
 * Undoes an assignment or a removal, so that the same request makes a difference again: whether assigning somebody
 * twice, or removing nobody, is accepted is left open (`membership.assign-twice`).
 */
export async function revert(context: Context, op: Operation): Promise<void> {
  const change = changeBy(op.id);
  if (change?.side !== 'onGroup') return;
  const { params } = await validRequest(context, op);
  const { assign, remove } = change.membership.onGroup;
  await context.send(change.does === 'assign' ? remove : assign, params);
}

/**
 * Arranges that a change makes a difference: an earlier row or run may have made it already. Whether an assignment is
 * accepted twice is left open (`membership.assign-twice`), and so is what a user who is disabled takes part in
 * (`states.disabled-sessions`).
 */
export async function arrange(context: Context, op: Operation): Promise<void> {
  if (op.id === 'disableUser') {
    const { params } = await validRequest(context, op);
    await requestIfFilled(context, 'enableUser', String(params['userId']));
  }
  const begin = await beginOf(context, op);
  if (begin) await tryToArrange(context, begin.pool, begin.state);
}

/** Waits until reads show what was arranged for a change of who is in a class or cohort. */
async function awaitArranged(context: Context, op: Operation): Promise<void> {
  const begin = await beginOf(context, op);
  if (begin) await attempt(() => eventualState(context, begin.pool, begin.state, 'arrangement'));
}

/** Where a change of who is in a class or cohort begins; `undefined` for another operation. */
async function beginOf(
  context: Context,
  op: Operation,
): Promise<{ readonly pool: Pool; readonly state: MembershipState } | undefined> {
  const change = changeBy(op.id);
  if (change === undefined) return undefined;
  const { membership, does } = change;
  const { group, member } = membership;
  const memberId =
    member === 'test' ? await knownId(context, 'testId') : await fixtureId(context, member, 'account');
  const pool = { membership, groups: [await fixtureId(context, group.kind)], members: [memberId] };
  return { pool, state: does === 'assign' ? [] : [[0]] };
}

/** Everything that a change of a user may say; a body takes of it what its shape has. */
async function meaningsOfChange(context: Context, op: Operation): Promise<Record<string, unknown>> {
  const synthetic = (words: string) => context.world.synthetic(words);
  const group = changeBy(op.id)?.membership.group;
  return {
    firstName: synthetic('Rollcall'),
    lastName: synthetic('Ordinary'),
    fullName: synthetic('Rollcall Ordinary'),
    emails: synthetic(`${context.world.unknownId('ordinary email').slice(0, 8)}@example.org`),
    password: newPassword(context),
    externalId: synthetic(`rollcall-${context.world.unknownId('ordinary external id').slice(0, 8)}`),
    dateOfBirth: '2010-02-03',
    ...(group && { [group.membership]: [await fixtureId(context, group.kind)] }),
  };
}

/** Whose account an operation is about; an operation on any user is tried with a student. */
function userOf(op: Operation): 'student' | 'teacher' | undefined {
  const member = changeBy(op.id)?.membership.member;
  if (member === 'student' || member === 'teacher') return member;
  return idsInPath(op).includes('userId') ? 'student' : undefined;
}

/** The answer to the creation of something new; sent once for all who ask. */
async function freshAnswer(context: Context, kind: Kind): Promise<Answer> {
  const { answer } = isGroup(kind)
    ? await freshGroupAnswer(context, { kind })
    : await freshUser(context, kind);
  return answer;
}
