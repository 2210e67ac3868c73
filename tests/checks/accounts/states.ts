import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { accepted } from '../../target/accounts/accepted.ts';
import { type Account, accountOf, needsAccount } from '../../target/accounts/account.ts';
import { request, requestIfFilled } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { mustShowState, oppositeOf, showsOpposite, stateAfter } from '../../target/accounts/state.ts';
import { fromStandard } from '../../target/effort.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { prerequisiteOf } from '../../target/reuse/resources.ts';

/** How often an account is enabled (or disabled). An operation may work once and not a second time. */
const times = 2;

/** How often an operation is repeated after it had its effect. */
const repetitions = 2;

/** Enabling and disabling of a user; before each comes the opposite, so that there is something to change. */
export const stateChecks: readonly Check[] = [
  ...checks(['states.user-enable', 'states.user-disable'], {
    access: 'write',
    needs: (op) => [...needsAccount(op), accountOf(oppositeOf(op)).gap],
    accepts: 'a success each time, with whatever status in the two hundreds',
    run: (context) => afterOpposite(context, (id) => judgeAccepted(context, id)),
  }),

  ...checks(['states.user-enable/shown', 'states.user-disable/shown'], {
    access: 'write',
    needs: (op) => [...needsAccount(op), accountOf(oppositeOf(op)).gap, 'users.enabled-field'],
    accepts: 'the value for the new state in the field that the profile names',
    run: (context) => afterOpposite(context, (id) => judgeShown(context, id)),
  }),

  // Enabling does not toggle: a user who is enabled already stays enabled.
  ...checks(['states.user-enable/repeated', 'states.user-disable/repeated'], {
    access: 'write',
    needs: (op) => [...needsAccount(op), accountOf(oppositeOf(op)).gap, 'users.enabled-field'],
    sends: 'the same operation three times, and reads',
    accepts: 'the value for the state in the field that the profile names; any answer to a repetition',
    run: (context) =>
      afterOpposite(
        context,
        async (id) => {
          await judgeShown(context, id);
          for (let repetition = 1; repetition <= repetitions; repetition += 1) {
            await request(context, context.op.id, id, {});
            await mustShowState(context, id);
          }
        },
        { most: 1 },
      ),
  }),

  ...checks(['states.user-enable/others', 'states.user-disable/others'], {
    access: 'write',
    needs: (op) => [...needsAccount(op), accountOf(oppositeOf(op)).gap, 'users.enabled-field'],
    unless: fromStandard,
    sends: 'the opposite for two students, the operation for one of them, and reads of both',
    accepts: 'the other one in the state that it was in',
    run: judgeOthers,
  }),

  // The operation also works for teachers.
  ...checks(['states.user-enable/teacher', 'states.user-disable/teacher'], {
    access: 'write',
    needs: (op) => [prerequisiteOf('teacher'), accountOf(op.id).gap, accountOf(oppositeOf(op)).gap],
    sends: 'disabling and enabling of a teacher that the run made, and reads',
    async run(context) {
      const control = await accepted(context, context.op.id);
      context.need.accepted(control);
      await afterOpposite(
        context,
        async (id) => {
          context.must(await request(context, context.op.id, id, {})).be.accepted();
          if (context.reading('users.enabled-field') !== undefined) await mustShowState(context, id);
        },
        { kind: 'teacher', most: 1 },
      );
    },
  }),
];

/** Judges that one of two students who are in a state changes it, and leaves both enabled whatever happens. */
async function judgeOthers(context: Context): Promise<void> {
  const { op } = context;
  const [id, other] = [await accountId(context, 'student'), await fixtureId(context, 'student', 'disabled')];
  context.need(id !== other, 'a second student');
  try {
    for (const one of [id, other]) {
      const answer = await request(context, oppositeOf(op), one, {});
      // Accounts are enabled from the start, and enabling them once more may be refused.
      if (op.id === 'enableUser') context.need.accepted(answer);
    }
    context.need(await showsOpposite(context, other), 'a second student who shows the opposite state');
    const answer = await request(context, op.id, id, {});
    context.need.accepted(answer);
    await mustShowState(context, id, answer);
    context.must.hold(await showsOpposite(context, other), {
      expected: 'the state of the other student as it was',
      actual: 'another, or nobody',
      in: answer,
    });
  } finally {
    for (const one of [id, other]) await requestIfFilled(context, 'enableUser', one);
  }
}

/** Judges after the opposite operation, so many times, and leaves the account enabled whatever happens. */
async function afterOpposite(
  context: Context,
  law: (id: string) => Promise<void>,
  { kind = 'student', most = times }: { readonly kind?: Account['kind']; readonly most?: number } = {},
): Promise<void> {
  const id = await accountId(context, kind);
  try {
    for (let time = 1; time <= most; time += 1) {
      const answer = await request(context, oppositeOf(context.op), id, {});
      // An account is enabled from the start, and enabling it once more may be refused.
      const isThere = time === 1 && oppositeOf(context.op) === 'enableUser';
      if (!isThere) context.need.accepted(answer);
      await law(id);
    }
  } finally {
    await requestIfFilled(context, 'enableUser', id);
  }
}

async function judgeAccepted(context: Context, id: string): Promise<void> {
  const op = context.op.id;
  context.must(await request(context, op, id, {})).be.accepted();
  const again = await request(context, op, id, {});
  const outcome = again.status < 300 ? 'a success' : 'refused';
  context.observe('enable-user.repeated', `${stateAfter(context.op)} again: ${outcome}`);
}

async function judgeShown(context: Context, id: string): Promise<void> {
  const answer = await request(context, context.op.id, id, {});
  context.need.accepted(answer);
  await mustShowState(context, id, answer);
}
