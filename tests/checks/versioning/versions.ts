import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { itemsOf, type Json, object, pageOf, text } from '../../target/body.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { ask } from '../../target/pages/reader.ts';
import { onStableReads } from '../../target/shared-reads.ts';
import { control, validNeeds } from '../../target/valid.ts';

/** The fields that were added to users, by the clause that says so. */
const additions = [
  ['versioning.roles-added', 'roles'],
  ['versioning.created-at-added', 'createdAt'],
] as const;

/** What the versions of the interface changed, as far as a server of this version shows it. */
export const versions = [
  check('versioning.base-address', {
    async run(context) {
      const { op, must } = context;
      const answer = await minimal(context, op);
      const expected = `${op.path} below /api/v1`;
      must.hold(answer.status !== 404, { expected, actual: 'status 404', in: answer });
    },
  }),

  check('versioning.external-id-filter-removed', {
    cost: 'high',
    run: (context) =>
      mustNotFilter(context, 'externalId', async (value) => {
        const { op, send } = context;
        return send(op, await minimalParams(context, op), {
          rawQuery: `limit=1&externalId=${encodeURIComponent(value)}`,
        });
      }),
  }),
  check('versioning.external-ids-search-removed', {
    run: (context) =>
      mustNotFilter(context, 'externalIds', (value) =>
        context.send(context.op, {}, { body: { search: { externalIds: [value] } } }),
      ),
  }),

  ...additions.map(([id, field]) =>
    check(id, {
      accepts: `\`${field}\` on one user of the first page at least`,
      async run(context) {
        const { op, must, need } = context;
        const answer = await minimal(context, op);
        const users = itemsOf(context, answer);
        need(users.length >= 3, 'three users');
        must.hold(
          users.some((user) => has(user, field)),
          {
            expected: `\`${field}\` on users`,
            actual: `no such field on any of ${users.length}`,
            in: answer,
          },
        );
      },
    }),
  ),

  check('versioning.updated-at-added', {
    access: 'write',
    needs: validNeeds,
    async run(context) {
      const answer = await control(context);
      const user = context.need(object(object(answer.json)?.['user']), 'a user in the answer');
      context.must.hold(has(user, 'updatedAt'), { expected: '`updatedAt`', actual: 'none', in: answer });
    },
  }),
] satisfies readonly Check[];

/** Claims that a value that nobody has changes nothing, or is refused. */
async function mustNotFilter(
  context: Context,
  name: string,
  sendWith: (value: string) => Promise<Answer>,
): Promise<void> {
  const { need, must } = context;
  await onStableReads(
    context,
    () => totalOf(context),
    async (used) => {
      const total = need(await totalOf(used), 'a list with a total above 0');
      for (const value of [
        context.world.synthetic('rollcall-external-id'),
        ...(await knownExternalId(context)),
      ]) {
        const answer = await sendWith(value);
        if (answer.status >= 300) must(answer).be.refused();
        else must.equal(pageOf(context, answer).total, total, `the total with \`${name}\``, answer);
      }
    },
  );
}

/** The external identifier of a user, if one of the first page has one: a filter may pass over what nobody has. */
async function knownExternalId(context: Context): Promise<readonly string[]> {
  if (context.effort === 'quick') return [];
  const users = itemsOf(context, await minimal(context, context.operation('listUsers')));
  return users.flatMap((user) => text(user['externalId']) || []).slice(0, 1);
}

/** The total of the list now; `undefined` for an empty list, in which no filter shows. */
async function totalOf(context: Context): Promise<number | undefined> {
  return pageOf(context, await ask(context, { limit: 1 })).total || undefined;
}

function has(user: Json, field: string): boolean {
  return user[field] !== undefined && user[field] !== null;
}
