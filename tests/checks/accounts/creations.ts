import { carries } from '../../../generators/body.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import {
  dateless,
  type FreshUser,
  freshUser,
  simplestLabel,
  userIdIn,
} from '../../target/accounts/fresh-user.ts';
import { plainUser } from '../../target/accounts/plain-user.ts';
import { judgeSameUser } from '../../target/accounts/same-user.ts';
import { sameButForCase } from '../../target/accounts/user-fields.ts';
import { itemsOf, type Json } from '../../target/body.ts';
import { eventually } from '../../target/eventually.ts';
import { paramsFor } from '../../target/users/criteria.ts';
import { filterNamed } from '../../target/users/filters.ts';
import { idsOf } from '../../target/users/found.ts';
import { mustShow } from '../../target/users/read.ts';

/** A student or teacher account that is created, and what shows of it. */
export const creationChecks: readonly Check[] = [
  ...checks(['create-student.success', 'create-teacher.success'], {
    access: 'write',
    async run(context) {
      const { answer } = await created(context);
      context.need.described(answer);
      context.must(answer).have.status(201);
    },
  }),

  ...checks(['create-student.effect', 'create-teacher.effect'], {
    access: 'write',
    run: (context) => judgeFoundById(context, 'listUsers'),
  }),

  // A created account is found by the search, too.
  ...checks(['create-student.effect/in-search', 'create-teacher.effect/in-search'], {
    access: 'write',
    run: (context) => judgeFoundById(context, 'searchUsers'),
  }),

  // The answer to a creation and a later read show the same user, `updatedAt` aside.
  ...checks(['create-student.body/same-user', 'create-teacher.body/same-user'], {
    access: 'write',
    async run(context) {
      const { answer } = await created(context);
      await judgeSameUser(context, answer, userIdIn(context, answer));
    },
  }),

  // The name that the creation gives is the name of the user.
  ...checks(['create-student.effect/kept', 'create-teacher.effect/kept'], {
    access: 'write',
    sends: 'a creation with a plain name and (with more than quick effort) one with accents, then a read',
    accepts: 'the first and the last name as they were sent, as far as the body carries them',
    async run(context) {
      await judgeKeepsName(context, simplestLabel);
      if (context.effort === 'quick') return;
      await plainUser(context, context.op.makes === 'teacher' ? 'teacher' : 'student');
      await judgeKeepsName(context, dateless[0]);
    },
  }),
];

/** The creation by the operation that is judged. */
function created(context: Context, words?: string): Promise<FreshUser> {
  return freshUser(context, context.op.makes === 'teacher' ? 'teacher' : 'student', words);
}

async function judgeFoundById(context: Context, list: 'listUsers' | 'searchUsers'): Promise<void> {
  const id = userIdIn(context, (await created(context)).answer);
  const op = context.operation(list);
  const params = paramsFor(op, [{ filter: filterNamed('userId'), values: [id] }]);
  const read = async () => itemsOf(context, await context.send(op, params));
  const found = await eventually(context, read, (users) => users.length > 0);
  context.must.hold(found.length === 1 && idsOf(found)[0] === id.toLowerCase(), {
    expected: 'one user, with the id of the created account',
    actual: `${found.length} users`,
  });
}

async function judgeKeepsName(context: Context, words: string): Promise<void> {
  const { answer, meanings } = await created(context, words);
  if (words !== simplestLabel && answer.status >= 400)
    return context.observe('accounts.unusual-values', 'refused');
  const body = context.op.body ?? {};
  const carried = ['firstName', 'lastName'].filter((name) => carries(body, name));
  context.need(carried.length > 0, 'a body that carries `firstName` or `lastName`');
  const lost = (user: Json) => carried.filter((name) => !sameButForCase(user[name], meanings[name]));
  const claim = { expected: `${carried.join(' and ')} as the creation gave them, in any case`, in: answer };
  await mustShow(context, userIdIn(context, answer), lost, claim);
}
