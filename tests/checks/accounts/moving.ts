import { type Check, checks } from '../../../harness/judging/check.ts';
import type { Operation } from '../../../spec/contract.ts';
import { accepted } from '../../target/accounts/accepted.ts';
import { accountOf } from '../../target/accounts/account.ts';
import { judgeFoundByNewValue } from '../../target/accounts/found-by-value.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { type SearchKey, searchKeys } from '../../target/accounts/search-key.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { prerequisiteOf } from '../../target/reuse/resources.ts';

/** The values by which users are found, by the operation that changes them. */
const byOperation: Readonly<Record<string, SearchKey>> = {
  updateUserName: searchKeys.name,
  updateUserPrimaryEmail: searchKeys.primaryEmail,
  setUserExternalId: searchKeys.externalId,
};

const sends = 'a value, then another one, and searches for both before and after, by list and search';
const accepts = 'the user by the value that is in force, and nobody by the former one';

/** Values by which users are found, of students and of teachers. */
export const movingChecks: readonly Check[] = [
  ...checks(
    [
      'update-user-name.effect/found',
      'update-user-primary-email.effect/found',
      'set-user-external-id.effect/found',
    ],
    {
      access: 'write',
      cost: 'high',
      needs: (op) => [prerequisiteOf('student'), accountOf(op.id).gap],
      sends,
      accepts,
      run: (context) => judgeFoundByNewValue(context, searchKeyOf(context.op), 'student'),
    },
  ),

  // The operation also works for teachers.
  ...checks(
    [
      'update-user-name.effect/teacher',
      'update-user-primary-email.effect/teacher',
      'set-user-external-id.effect/teacher',
    ],
    {
      access: 'write',
      cost: 'high',
      needs: (op) => [prerequisiteOf('teacher'), accountOf(op.id).gap],
      sends: `of a teacher: ${sends}`,
      accepts,
      run: (context) => judgeFoundByNewValue(context, searchKeyOf(context.op), 'teacher'),
    },
  ),

  ...checks(['update-user-password.success/teacher'], {
    access: 'write',
    needs: (op) => [prerequisiteOf('teacher'), accountOf(op.id).gap],
    async run(context) {
      const op = context.op.id;
      const control = await accepted(context, op);
      context.need.accepted(control);
      const id = await accountId(context, 'teacher');
      context.must(await request(context, op, id, await validChange(context, op))).have.status(200);
    },
  }),
];

function searchKeyOf({ id }: Pick<Operation, 'id'>): SearchKey {
  const searchKey = byOperation[id];
  if (!searchKey) throw new Error(`${id} changes nothing by which users are found`);
  return searchKey;
}
