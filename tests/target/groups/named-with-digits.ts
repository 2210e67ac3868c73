import { carries } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { attempt } from '../attempt.ts';
import { object, text } from '../body.ts';
import { create, markedName } from '../reuse/creation.ts';
import { findExisting } from '../reuse/existing.ts';
import { adopt } from '../reuse/fixture.ts';
import { classGroup, type Group } from './group.ts';
import type { CreatedGroup } from './namesakes.ts';

/**
 * A class or cohort whose name is digits that begin with a zero, created now or by an earlier run; both kinds have the
 * same name, the class first. `id` is undefined where the target refuses it. Inconclusive where no description can tell
 * whose it is.
 */
export function groupNamedWithDigits(
  context: Context,
  group: Group,
): Promise<Pick<CreatedGroup, 'sent'> & { readonly id: string | undefined; readonly status: number }> {
  const { kind, id: idName, create: op } = group;
  return context.world.once(`${kind} of digits`, async () => {
    // Whichever row comes first, the cohort meets a class of its name.
    if (kind === 'cohort') await attempt(() => groupNamedWithDigits(context, classGroup));
    const body = context.operation(op).body ?? {};
    context.need(carries(body, 'description'), `a description, which tells whose a ${kind} of digits is`);
    const name = context.world.synthetic(`0${Number.parseInt(context.world.mark, 16)}`);
    const sent = { name, description: markedName(context, `${kind} of digits`) };
    const left = await findExisting(context, kind, sent);
    if (left && left['description'] === sent.description)
      return { id: text(adopt(context, kind, left)[idName]), sent, status: 201 };
    const answer = await create(context, kind, sent);
    return { id: text(object(object(answer.json)?.[kind])?.[idName]), sent, status: answer.status };
  });
}
