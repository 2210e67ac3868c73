import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { text } from '../../target/body.ts';
import { control, revert, validNeeds, validRequest } from '../../target/valid.ts';

const most = 100;

/** Three class operations take 1 to 100 ids (Classes; Limits). */
export const idListBounds = checks(
  ['add-class-students.user-ids', 'add-class-teachers.user-ids', 'remove-class-teachers.user-ids'],
  {
    access: 'write',
    needs: validNeeds,
    sends:
      'one user of this run for a class of this run (accepted), then none, 101, and as many times the same as 100',
    accepts:
      '400 for none and for 101, or what a list with one unknown user is refused with; acceptance of 100 where the same user may be named more than once',
    run: judgeBounds,
  },
) satisfies readonly Check[];

async function judgeBounds(context: Context): Promise<void> {
  const { op, must, need, observe } = context;
  await control(context);
  const { params } = await validRequest(context, op);
  const user = need(text((params['userIds'] as unknown[])[0]), 'a user of this run');
  const send = (userIds: readonly string[]): Promise<Answer> => context.send(op, { ...params, userIds });

  must(await send([])).have.status(400);

  // A hundred users are more than a run may create, and whether unknown users are refused is not shown. So a list names
  // one user a hundred times, where the target accepts one that names the user twice.
  await revert(context, op);
  const twice = await send([user, user]);
  observe('the same user twice in one list', twice.status < 300 ? 'accepted' : 'refused');
  if (twice.status < 300) {
    await revert(context, op);
    must(await send(Array.from({ length: most }, () => user))).be.accepted();
  }

  // A list of 101 ids that name nobody has two defects, and a server may answer with either.
  const unknown = Array.from({ length: 2 * most }, (_, index) => context.unknownId(`user ${index}`));
  await revert(context, op);
  const { status } = await send([user, ...unknown.slice(0, 1)]);
  const refusals = status >= 400 && status < 500 ? [400, status] : [400];
  for (const count of [most + 1, 2 * most])
    must(await send([user, ...unknown].slice(0, count))).have.status(...refusals);
}
