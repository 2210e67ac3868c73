import { newIdClause, newIdRow } from '../../harness/judging/acceptance.ts';
import type { CheckDraft } from '../../harness/judging/check.ts';
import type { Context } from '../../harness/judging/context.ts';
import { object, text } from './body.ts';
import { kindCreatedBy, resources } from './reuse/resources.ts';
import { mustNotViolate } from './schema/violation.ts';
import { control, validNeeds } from './valid.ts';

/** Judges that what is created has an id of its own: nothing that was there before has it. */
export const newId: Omit<CheckDraft, 'on'> = {
  access: 'write',
  needs: validNeeds,
  afterAll: true,
  sends: 'a read of the list and then a creation; it looks at every other creation of the run as well',
  accepts: 'any id that no answer had shown before the creation was sent',
  run: judgeNewId,
};

async function judgeNewId(context: Context): Promise<void> {
  const { op, world } = context;
  const { id, wrapper } = resources[context.need(kindCreatedBy(op), 'something that is created')];
  const expected = `a new ${op.makes} with an id of its own`;
  const answer = await control(context);
  const given = context.need(
    text(object(object(answer.json)?.[wrapper])?.[id]),
    `\`${id}\` in the answer to a creation`,
  );
  context.must.hold(world.rowOfTaken(given) !== newIdRow(op), {
    expected,
    actual: 'the id of something that was there before',
    in: answer,
  });
  mustNotViolate(context, newIdClause(op), expected);
}
