import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { itemsOf, type Json, resourceOf, withId } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { groupOf } from '../../target/groups/group.ts';
import { namedWithout } from '../../target/groups/named-with.ts';
import { readUser } from '../../target/users/read.ts';

/** What was sent as a text without characters is empty, and left out. */
export const sentEmpty = [
  check('conventions.empty-text-omitted/sent', {
    access: 'write',
    on: ['createClass', 'createCohort'],
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    unless: fromStandard,
    sends: 'a creation with a description that is an empty text, then reads by id and by name',
    accepts: 'no description; such a creation may be refused',
    run: judgeDescription,
  }),

  check('conventions.empty-text-omitted/emptied', {
    access: 'write',
    on: ['setUserExternalId'],
    cost: 'high',
    needs: needsAccount,
    unless: fromStandard,
    sends: 'an external identifier that is an empty text, then a read of the user',
    accepts: 'no empty text in the user; such an identifier may be refused',
    async run(context) {
      const op = context.op.id;
      const id = await accountId(context, 'student');
      const answer = await request(context, op, id, { externalId: '' });
      context.observe(
        'an external identifier that is an empty text',
        answer.status < 300 ? 'taken' : 'refused',
      );
      if (answer.status >= 300) return context.must(answer).be.refused();
      mustSayNothing(context, await readUser(context, id), 'externalId', 'by its id');
      await request(context, op, id, await validChange(context, op));
    },
  }),
] satisfies readonly Check[];

async function judgeDescription(context: Context): Promise<void> {
  const group = groupOf(context.op);
  const { kind, get, list, id: idName } = group;
  const named = context.need(await namedWithout(context, group), `a ${kind} to be created`);
  const single = await eventually(
    context,
    () => context.send(get, { [idName]: named.id }),
    ({ status }) => status !== 404,
  );
  mustSayNothing(context, resourceOf(context, single, kind), 'description', 'by its id');
  const items = itemsOf(context, await context.send(list, { search: named.name }));
  mustSayNothing(context, withId(items, idName, named.id) ?? {}, 'description', 'in the list');
}

function mustSayNothing(context: Context, thing: Json, field: string, where: string): void {
  context.must.hold(thing[field] !== '', {
    expected: `no \`${field}\` ${where}, for it is empty`,
    actual: 'a text without characters',
  });
}
