import type { Answer } from '../../harness/http/answer.ts';
import type { SendOptions } from '../../harness/http/compose.ts';
import { type GivenKey, isGiven, type KeyRole } from '../../harness/http/key-role.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context } from '../../harness/judging/context.ts';
import type { Operation } from '../../spec/contract.ts';
import { malformedOf } from './inputs.ts';
import { minimal, minimalParams } from './minimal.ts';
import { fromPage } from './page.ts';
import { smallPage } from './pages/paged-by-name.ts';
import { idsInPath, pathOnly } from './path.ts';
import { mustForbid } from './permission.ts';
import { filled } from './reuse/creation.ts';

/** A request to any operation that a broken server can do nothing of value with. */
export interface Probe {
  readonly params: Params;
  readonly body?: unknown;
}

/** Statuses of a writing request that is looked at before the permission: the probe names nothing that exists. */
const beforePermission = [400, 404, 409, 415, 422];

/**
 * The probe of an operation: the minimal request of a reading one; for a writing one a request whose every id names
 * nothing.
 */
export async function probe(context: Context, op: Operation): Promise<Probe> {
  if (!op.writes) return { params: await minimalParams(context, op) };
  const params = harmlessParams(context, op);
  if (op.makes !== undefined || op.requestGap === undefined) return { params };
  const inPath = pathOnly(op, params);
  if (context.contract.isOpen(op.requestGap)) return { params: inPath };
  if (op.body === undefined) return { params };
  return { params: inPath, body: filled(op, syntheticValues(context)) };
}

/** The answer to the probe with another key; sent once for each key and shared by all checks. */
export function probed(context: Context, op: Operation, key: KeyRole): Promise<Answer> {
  return context.world.once(`probe ${op.id} ${key}`, async () => {
    const { params, body } = await probe(context, op);
    const headers = key === shutOutKey(context, op) || isGiven(key) ? fromPage : {};
    const rawBody = unreadableBody(context, op, key);
    if (rawBody !== undefined) return context.send(op, pathOnly(op, params), { key, headers, rawBody });
    const options: SendOptions = { key, headers, ...(body === undefined ? {} : { body }) };
    return context.send(op, { ...params, ...narrowed(context, op, key) }, options);
  });
}

/** What a quick run sends as a body without a key: who reads it before asking for the key says so in place of 401. */
function unreadableBody({ effort }: Context, op: Operation, key: KeyRole): string | undefined {
  return effort === 'quick' && key === 'none' && op.writes ? malformedOf(op)?.body : undefined;
}

/**
 * What opens nothing, for whoever looks at a refusal: a wrong key. A quick run sends one request of the kind to what
 * writes, and sends it without a key, for who has one more rule for that than for a wrong one.
 */
export function shutOutKey({ effort }: Context, op: Operation): 'wrong' | 'none' {
  return effort === 'quick' && op.writes ? 'none' : 'wrong';
}

/** The answer to the probe with what opens nothing. */
export function shutOut(context: Context, op: Operation): Promise<Answer> {
  return probed(context, op, shutOutKey(context, op));
}

/** What a quick run asks a list for besides, with a key that may not: a part of it may be open where the whole is not. */
function narrowed({ effort, unknownId }: Context, op: Operation, key: KeyRole): Params {
  if (effort !== 'quick' || !isGiven(key) || !op.paginated) return {};
  const isForOne = op.parameters.some((one) => one.name === 'userId' && one.in === 'query');
  return { ...smallPage(op), ...(isForOne && { userId: [unknownId('userId')] }) };
}

/** The answer to what opens nothing, which has to be a refusal. */
export async function refusalOfEntry(context: Context): Promise<Answer> {
  const answer = await shutOut(context, context.op);
  context.need.answered(answer);
  context.need(answer.status >= 400, `a refusal, got ${answer.status}`);
  return answer;
}

/** Claims that the probe with a text that is no key gets 401, whatever the probe is like. */
export async function mustRefuseText(context: Context, key: Exclude<KeyRole, GivenKey>): Promise<Answer> {
  const answer = await probed(context, context.op, key);
  context.must(answer).have.status(401);
  return answer;
}

/**
 * Claims that the probe with a key that may not send it gets 403. That is claimed of reads alone: a server may look for
 * what a writing request names, or validate it, before it asks who may send it.
 */
export async function mustForbidKey(context: Context, key: GivenKey): Promise<Answer> {
  const { op } = context;
  const answer = await probed(context, op, key);
  mustForbid(context, answer, key, op.writes ? [403, ...beforePermission] : [403]);
  return answer;
}

/** The control: another read with the key is accepted. A refusal proves nothing about a server that refuses all. */
export async function needValidKey(context: Context): Promise<void> {
  const others = ['listAcademicYears', 'listUsers', 'listTests'];
  const other = others.find((id) => id !== context.op.id && !context.contract.later.has(id));
  const answer = await minimal(context, context.operation(context.need(other, 'another read')));
  context.need.accepted(answer);
}

/** The parameters of a request in which every id names nothing. */
export function harmlessParams(context: Context, op: Operation): Params {
  const params: Record<string, unknown> = {};
  for (const name of idsInPath(op)) params[name] = context.unknownId(name);
  for (const { name, in: where } of op.parameters)
    if (where === 'body') params[name] = harmlessProperty(context, name);
  return params;
}

function harmlessProperty(context: Context, name: string): unknown {
  if (name === 'userIds' || name === 'testIds') return [context.unknownId(name)];
  return { academicYearId: context.unknownId('academicYearId') };
}

/** Values of the right form for every meaning that a body may have; ids that name nothing. */
function syntheticValues(context: Context): Record<string, unknown> {
  return {
    firstName: context.world.synthetic('Rollcall'),
    lastName: context.world.synthetic('Probe'),
    fullName: context.world.synthetic('Rollcall Probe'),
    name: context.world.synthetic('Rollcall Probe'),
    email: context.world.synthetic('rollcall.probe@example.org'),
    password: context.world.synthetic('Rollcall-probe-1'),
    externalId: context.world.synthetic('rollcall-probe'),
    dateOfBirth: '2010-02-03',
    classIds: [context.unknownId('classId')],
    cohortIds: [context.unknownId('cohortId')],
  };
}
