import type { Answer, KeyRole } from '../../harness/http/answer.ts';
import type { SendOptions } from '../../harness/http/compose.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context } from '../../harness/judging/context.ts';
import type { Operation } from '../../spec/contract.ts';
import { harmlessParams, minimal, minimalParams } from './minimal.ts';
import { filled } from './reuse/fixture.ts';

/** A request to any operation that a broken server can do nothing of value with. */
export interface Probe {
  readonly params: Params;
  readonly body?: unknown;
  /** Whether nothing is wrong with it but what the check makes wrong. */
  readonly sound: boolean;
}

/** Statuses with which a server says that the request itself is defective, before it looks at anything else. */
const defective = [400, 415, 422];

/** An origin that no target knows. */
export const strangeOrigin = 'https://rollcall.example';

/**
 * The probe of an operation: for a reading one its plainest request, for a writing one a request whose every id
 * is invented. A creation is never sound, for what is wrong with it is all that keeps a broken server from creating.
 */
export async function probe(context: Context, op: Operation): Promise<Probe> {
  if (!op.writes) {
    const params = await minimalParams(context, op);
    return { params, sound: (await minimal(context, op)).status === 200 };
  }
  const params = harmlessParams(context, op);
  if (op.success === 201 || stated(op)) return { params, sound: op.success !== 201 };
  if (op.gaps.some((gap) => /\.(?:body|request)$/.test(gap)))
    return { params: pathOnly(op, params), sound: false };
  if (op.body === undefined) return { params, sound: true };
  return { params: pathOnly(op, params), body: filled(op, inventions(context)), sound: true };
}

/** The answer to the probe with another key; sent once for each key and shared by all checks. */
export function probed(context: Context, op: Operation, key: KeyRole): Promise<Answer> {
  return context.world.once(`probe ${op.id} ${key}`, async () => {
    const { params, body } = await probe(context, op);
    // A wrong key comes as a browser would send it, so that one answer serves the rules for browsers as well.
    const headers = key === 'wrong' ? { origin: strangeOrigin } : {};
    const options: SendOptions = { key, headers, ...(body === undefined ? {} : { body }) };
    return context.send(op, params, options);
  });
}

/**
 * Needs an answer that speaks of what the check made wrong: a server may look at the request before the key, and
 * then a probe that is not sound tells nothing.
 */
export async function needTelling(context: Context, op: Operation, answer: Answer): Promise<void> {
  const { sound } = await probe(context, op);
  context.need(
    sound || !defective.includes(answer.status),
    'a request to which nothing is wrong but the key: with a profile that fills its body, and --write for creations',
  );
}

/** Whether the body holds nothing but a list of ids, as the interface states it. */
function stated(op: Operation): boolean {
  return op.has('userIds') || op.has('testIds');
}

function pathOnly(op: Operation, params: Params): Params {
  const inPath = op.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return Object.fromEntries(Object.entries(params).filter(([name]) => inPath.includes(name)));
}

/** Values of the right form for every meaning that a body may have; ids that name nothing. */
function inventions(context: Context): Record<string, unknown> {
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
