import type { KeyRole } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import type { Operation } from '../../../spec/contract.ts';
import { object } from '../../target/body.ts';
import { fromStandard, writesFromStandard } from '../../target/effort.ts';
import { minimal } from '../../target/minimal.ts';
import { needTelling, probed } from '../../target/probe.ts';
import { create, type Kind, markedName, meaningsOf } from '../../target/reuse/fixture.ts';

const everywhere = () => true;
const access = (op: Operation) => (op.writes ? 'probe' : 'read');

/** The three ways to come without a valid key (Authentication 2), and what each is called. */
const keyless = [
  ['authentication.missing-key', 'none', 'no key'],
  ['authentication.empty-key', 'empty', 'an empty key'],
  ['authentication.invalid-key', 'wrong', 'a wrong key'],
] as const;

/** What can be created, by operation. */
const creations: Readonly<Record<string, Kind>> = {
  createClass: 'class',
  createCohort: 'cohort',
  createStudent: 'student',
  createTeacher: 'teacher',
};

// A request without a key, or with an invalid one, gets 401: on every operation, before anything else is told.
const refusals = keyless.map(([id, key, words]) =>
  check(id, {
    access,
    on: everywhere,
    ...(key === 'empty' ? { unless: writesFromStandard } : {}),
    sends: `a read with the key (accepted), then the operation with ${words}; a writing one with invented ids`,
    accepts: '401',
    run: (context) => refusedWith(context, key),
  }),
);

// The same where only a valid creation tells: a server that ignores keys refuses the probe for its body.
const refusedCreations = keyless.map(([id, key, words]) =>
  check(`${id}/creation`, {
    access: 'write',
    on: Object.keys(creations),
    needs: bodyGap,
    sends: `a valid creation with ${words}`,
    accepts: '401, and nothing is created',
    async run(context) {
      const { op, must } = context;
      await needOpenDoor(context);
      const kind = context.need(creations[op.id], 'a known kind of thing');
      const name = markedName(context, `${kind} with ${words}`);
      must(await create(context, kind, meaningsOf(context, kind, name), { key })).have.status(401);
    },
  }),
);

/** Chapter Authentication. */
export const authentication = [
  // One key opens every operation: none answers 401 to a key that another accepts.
  check('authentication.same-key-everywhere', {
    access,
    on: everywhere,
    unless: writesFromStandard,
    sends:
      'a read with the key (accepted), then the operation with the same key; a writing one with invented ids',
    accepts: 'anything but 401',
    async run(context) {
      const { op, must } = context;
      await needOpenDoor(context);
      const answer = await (op.writes ? probed(context, op, 'full') : minimal(context, op));
      must.hold(answer.status !== 401, {
        expected: 'a status other than 401',
        actual: 'status 401',
        in: answer,
      });
    },
  }),

  ...refusals,
  ...refusedCreations,

  // A key that lacks its last character, or has one too many, is another key.
  check('authentication.invalid-key/near-miss', {
    access: 'read',
    on: ['listAcademicYears', 'listUsers', 'searchUsers', 'listSessions'],
    unless: fromStandard,
    sends: 'the plainest request (accepted), then the same with the key cut short and with a character added',
    accepts: '401 both times',
    async run(context) {
      const { op, must, need } = context;
      need((await minimal(context, op)).status === 200, 'the plainest request to be accepted');
      must(await probed(context, op, 'shortened')).have.status(401);
      must(await probed(context, op, 'lengthened')).have.status(401);
    },
  }),

  // The name of a header has no letter case.
  check('authentication.header-name', {
    access: 'read',
    on: ['listAcademicYears'],
    sends: 'the key under `x-api-key`, `X-API-KEY` and `X-Api-Key`',
    accepts: '200 each time',
    async run({ op, send, must }) {
      for (const keyName of ['x-api-key', 'X-API-KEY', 'X-Api-Key']) {
        must(await send(op, {}, { keyName })).have.status(200);
      }
    },
  }),

  // A key that does not permit the operation gets 403. Which key may use what is for the profile to say.
  check('authentication.lacking-permission', {
    access,
    on: everywhere,
    needs: ['authentication.key-permissions'],
    unless: permitted,
    sends: 'the operation with a key that the profile says may not use it; a writing one with invented ids',
    accepts: '403',
    async run(context) {
      await needOpenDoor(context);
      const answer = await probed(context, context.op, 'restricted');
      if (answer.status !== 403) await needTelling(context, context.op, answer);
      context.must(answer).have.status(403);
    },
  }),
] satisfies readonly Check[];

/** A refusal proves nothing about a server that refuses everything. */
async function needOpenDoor(context: Context): Promise<void> {
  const others = ['listAcademicYears', 'listUsers', 'listTests'];
  const other = others.find((id) => id !== context.op.id && !context.contract.later.has(id));
  const answer = await minimal(context, context.operation(context.need(other, 'another read')));
  context.need(answer.status === 200, `a read with the key to be accepted, got ${answer.status}`);
}

async function refusedWith(context: Context, key: KeyRole): Promise<void> {
  await needOpenDoor(context);
  const answer = await probed(context, context.op, key);
  if (answer.status !== 401) await needTelling(context, context.op, answer);
  context.must(answer).have.status(401);
}

function bodyGap({ id }: Operation): readonly string[] {
  const gaps: Readonly<Record<string, string>> = {
    createStudent: 'create-student.body',
    createTeacher: 'create-teacher.body',
  };
  const gap = gaps[id];
  return gap === undefined ? [] : [gap];
}

/** Why the restricted key gives nothing to judge here: there is none, or the profile does not deny it this. */
export function permitted(op: Operation, settings: Settings): string | undefined {
  if (settings.keys.restricted === undefined) return 'no restricted key was given';
  const left = writesFromStandard(op, settings);
  if (left !== undefined) return left;
  const reading = object(settings.readings['authentication.key-permissions']);
  const mayNotUse = reading?.['restricted-may-not-use'];
  if (Array.isArray(mayNotUse) && mayNotUse.includes(op.id)) return undefined;
  const mayUse = reading?.['restricted-may-use'];
  if (Array.isArray(mayUse) && !mayUse.includes(op.id)) return undefined;
  return 'the profile does not say that the restricted key may not use this operation';
}
