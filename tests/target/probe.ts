import type { Answer, KeyRole } from '../../harness/http/answer.ts';
import type { SendOptions } from '../../harness/http/compose.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context } from '../../harness/judging/context.ts';
import type { Operation } from '../../spec/contract.ts';
import { minimal, minimalParams } from './minimal.ts';
import { fromPage } from './page.ts';
import { idsInPath, pathOnly } from './path.ts';
import { filled } from './reuse/creation.ts';

/** A request to any operation that a broken server can do nothing of value with. */
export interface Probe {
  readonly params: Params;
  readonly body?: unknown;
  /** Whether nothing is wrong with it but what the check makes wrong. */
  readonly sound: boolean;
}

/** Statuses with which a server says that the request itself is defective, before it looks at anything else. */
const defective = [400, 415, 422];

/**
 * The probe of an operation: the minimal request of a reading one; for a writing one a request whose every id names
 * nothing. A creation is never sound, for what is wrong with it is all that keeps a broken server from creating.
 */
export async function probe(context: Context, op: Operation): Promise<Probe> {
  if (!op.writes) {
    const params = await minimalParams(context, op);
    return { params, sound: (await minimal(context, op)).status === 200 };
  }
  const params = harmlessParams(context, op);
  if (op.makes !== undefined) return { params, sound: false };
  if (op.requestGap === undefined) return { params, sound: true };
  const inPath = pathOnly(op, params);
  if (context.contract.isOpen(op.requestGap)) return { params: inPath, sound: false };
  if (op.body === undefined) return { params, sound: true };
  return { params: inPath, body: filled(op, syntheticValues(context)), sound: true };
}

/** The answer to the probe with another key; sent once for each key and shared by all checks. */
export function probed(context: Context, op: Operation, key: KeyRole): Promise<Answer> {
  return context.world.once(`probe ${op.id} ${key}`, async () => {
    const { params, body } = await probe(context, op);
    const headers = key === 'wrong' || key === 'restricted' ? fromPage : {};
    const options: SendOptions = { key, headers, ...(body === undefined ? {} : { body }) };
    return context.send(op, params, options);
  });
}

/** The answer to a wrong key, which has to be a refusal. */
export async function refusalOfWrongKey(context: Context): Promise<Answer> {
  const answer = await probed(context, context.op, 'wrong');
  context.need(answer.status >= 400, `a refusal, got ${answer.status}`);
  return answer;
}

/**
 * Claims that the probe with this key gets the status. Inconclusive where the answer may be about the probe instead of
 * the key: a server may look at the request before the key.
 */
export async function mustRefuseKey(context: Context, key: KeyRole, status: 401 | 403): Promise<Answer> {
  const { op, must, need } = context;
  const answer = await probed(context, op, key);
  if (answer.status !== status) {
    const { sound } = await probe(context, op);
    need(
      sound || !defective.includes(answer.status),
      'a request to which nothing is wrong but the key: with a profile that fills its body, and --write for creations',
    );
  }
  must(answer).have.status(status);
  return answer;
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
