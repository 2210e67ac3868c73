import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { text } from '../../target/body.ts';
import { revert, valid, validNeeds, validRequest } from '../../target/valid.ts';

const most = 100;

const lists = [
  { clause: 'add-class-students.user-ids', op: 'addClassStudents' },
  { clause: 'add-class-teachers.user-ids', op: 'addClassTeachers' },
  { clause: 'remove-class-teachers.user-ids', op: 'removeClassTeachers' },
] as const;

/** Three class operations take 1 to 100 ids (Classes; Limits). */
export const idListBounds = lists.map(({ clause, op }) =>
  check(clause, {
    access: 'write',
    on: [op],
    needs: validNeeds,
    sends:
      'one user of this run for a class of this run (accepted), then none, 101, and as many times the same as 100',
    accepts: '400 for none and for 101; acceptance of 100 where the same user may be named more than once',
    run: judgeBounds,
  }),
) satisfies readonly Check[];

async function judgeBounds(context: Context): Promise<void> {
  const { op, must, need, observe } = context;
  const one = await valid(context, op);
  need(one.status < 300, `one id to be accepted, got ${one.status}`);
  const { params } = await validRequest(context, op);
  const own = need(text((params['userIds'] as unknown[])[0]), 'a user of this run');
  const send = (userIds: readonly string[]): Promise<Answer> => context.send(op, { ...params, userIds });

  must(await send([])).have.status(400);

  // Whether unknown users are refused is not shown, and a hundred users are more than a run may create: the bound
  // from below is looked at with one user named again and again, where that is taken for two as well.
  await revert(context, op);
  const twice = await send([own, own]);
  observe('the same user twice in one list', twice.status < 300 ? 'accepted' : 'refused');
  if (twice.status < 300) {
    await revert(context, op);
    must(await send(Array.from({ length: most }, () => own))).be.accepted();
  }

  const strangers = Array.from({ length: 2 * most }, (_, index) => context.unknownId(`user ${index}`));
  for (const count of [most + 1, 2 * most])
    must(await send([own, ...strangers].slice(0, count))).have.status(400);
}
