import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { turn } from '../../target/accounts/accepted.ts';
import { accountOf, making } from '../../target/accounts/account.ts';
import { request } from '../../target/accounts/request.ts';
import { readUsers, subjectOf } from '../../target/accounts/subject.ts';
import { type Json, object, text } from '../../target/body.ts';
import { eventually } from '../../target/eventually.ts';

/** Enabling and disabling: each needs the other first, so that there is something to change. */
const turns = [
  { clause: 'states.user-enable', op: 'enableUser', first: 'disableUser', becomes: 'enabled' },
  { clause: 'states.user-disable', op: 'disableUser', first: 'enableUser', becomes: 'disabled' },
] as const;

type Turn = (typeof turns)[number];

/** How often an account is turned: what works once may not work again. */
const times = 2;

/** Which field of a user shows the state, and by which values; `null` stands for a field that is left out. */
interface EnabledField {
  readonly field: string;
  readonly enabled: unknown;
  readonly disabled: unknown;
}

/** Chapter States and transitions, as far as it is about users. */
export const userStates: readonly Check[] = turns.flatMap((way) => [
  // A user can be enabled, and can be disabled.
  check(way.clause, {
    access: 'write',
    on: [way.op],
    needs: [making('student'), accountOf(way.first).gap],
    sends: `${way.first}, then ${way.op}, both for a student that the run made, and both again`,
    accepts: `a success each time, with whatever status in the two hundreds`,
    run: (context) => between(context, way, async (id) => change(context, way, id)),
  }),

  // Where the profile says which field shows the state, it shows the new one; no other field changes.
  check(`${way.clause}/shown`, {
    access: 'write',
    on: [way.op],
    needs: [making('student'), accountOf(way.first).gap, 'users.enabled-field'],
    sends: `${way.first}, then ${way.op} and a read, for a student that the run made, and all again`,
    accepts: `the value for ${way.becomes} in the field that the profile names`,
    run: (context) => between(context, way, (id) => judgeShown(context, way, id)),
  }),
]);

/** Whether a user shows the state. Inconclusive when the profile's reading is none. */
export function showsState(context: Context, user: Json, state: Turn['becomes']): boolean {
  const field = enabledField(context);
  const value = user[field.field];
  return field[state] === null ? value === undefined || value === null : value === field[state];
}

function enabledField(context: Context): EnabledField {
  const reading = object(context.reading('users.enabled-field'));
  const field = context.need(
    text(reading?.['field']),
    'readings.users.enabled-field as {field, enabled, disabled}',
  );
  return { field, enabled: reading?.['enabled'] ?? null, disabled: reading?.['disabled'] ?? null };
}

async function change(context: Context, { op, becomes }: Turn, id: string): Promise<void> {
  const answer = await request(context, accountOf(op), id, {});
  context.must(answer).be.accepted();
  const again = await request(context, accountOf(op), id, {});
  context.observe(
    'enable-user.repeated',
    `${becomes} again: ${again.status < 300 ? 'a success' : 'refused'}`,
  );
}

async function judgeShown(context: Context, way: Turn, id: string): Promise<void> {
  const answer = await request(context, accountOf(way.op), id, {});
  context.need(answer.status < 300, `${way.op} to be accepted, got ${answer.status}`);
  const read = async () => (await readUsers(context, [id]))[0];
  const user = await eventually(
    context,
    read,
    (now) => now !== undefined && showsState(context, now, way.becomes),
  );
  const there = context.need(user, 'a user who is still listed; this target may hide those who are disabled');
  context.must.hold(showsState(context, there, way.becomes), {
    expected: `the value for ${way.becomes} in the field that the profile names`,
    actual: 'another, or none',
    in: answer,
  });
}

/** Begins in the other state, each time again, and leaves the account enabled whatever happens. */
async function between(context: Context, { first }: Turn, law: (id: string) => Promise<void>): Promise<void> {
  const id = await subjectOf(context, 'student');
  try {
    for (let time = 1; time <= times; time += 1) {
      await turn(context, first, id);
      await law(id);
    }
  } finally {
    await turn(context, 'enableUser', id);
  }
}
