import { type Check, check, checks } from '../../../harness/judging/check.ts';
import { accountOf, needsAccount } from '../../target/accounts/account.ts';
import { changes } from '../../target/accounts/change.ts';
import { userIn } from '../../target/accounts/fresh-user.ts';
import { markOf, nameMeanings } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId, firstChange } from '../../target/accounts/shared-account.ts';
import { prerequisiteOf } from '../../target/reuse/resources.ts';
import { mustShow } from '../../target/users/read.ts';

/** Changes where nothing was before, and changes of every part of a name of a teacher. */
export const firstChangeChecks: readonly Check[] = [
  ...checks(['update-student-details.success/first', 'update-user-primary-email.success/first'], {
    access: 'write',
    needs: needsAccount,
    sends: 'the first change that the run makes to its account, which may have had no such value before',
    async run(context) {
      await accountId(context, 'student');
      const answer = await firstChange(context, context.op.id);
      context.need.accepted(answer);
      context.must(answer).have.status(200);
    },
  }),

  check('update-user-name.effect/parts-of-teacher', {
    access: 'write',
    needs: (op) => [prerequisiteOf('teacher'), accountOf(op.id).gap],
    sends: 'two names of a teacher that differ in every part',
    async run(context) {
      const id = await accountId(context, 'teacher');
      for (const [first, last] of [
        ['Ada', 'Once'],
        ['Grace', 'Twice'],
      ] as const) {
        const meanings = nameMeanings(context, first, `${last} ${markOf(context)}`);
        const answer = await request(context, context.op.id, id, meanings);
        context.need.accepted(answer);
        const wrong = (user: Parameters<typeof changes.name.shows>[0]) =>
          changes.name.shows(user, meanings, context) ? [] : ['the name'];
        const shown = userIn(answer);
        if (shown)
          context.must.hold(wrong(shown).length === 0, {
            expected: 'the name that was sent, in the answer',
            actual: 'another name',
            in: answer,
          });
        await mustShow(context, id, wrong, { expected: 'the name that was sent', in: answer });
      }
    },
  }),
];
