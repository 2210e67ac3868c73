import { carries } from '../../../generators/body.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { creations } from '../../target/accounts/account.ts';
import { contradictions, sameText } from '../../target/accounts/fields.ts';
import { freshUser, simplest, userIdIn } from '../../target/accounts/fresh.ts';
import { eventuallyUser } from '../../target/accounts/subject.ts';
import { itemsOf, resourceOf, text } from '../../target/body.ts';
import { eventually } from '../../target/eventually.ts';

/** How a created account is found again. */
const ways = [
  { clause: 'effect', by: 'its id', list: 'listUsers', params: (id: string) => ({ userId: [id] }) },
  {
    clause: 'effect/in-search',
    by: 'its id in a search',
    list: 'searchUsers',
    params: (id: string) => ({ search: { userIds: [id] } }),
  },
] as const;

/** A student or teacher account that is made, and what shows of it. */
export const creationChecks: readonly Check[] = creations.flatMap(({ op, clauses, kind }) => [
  // A valid creation is answered with 201.
  check(`${clauses}.success`, {
    access: 'write',
    on: [op],
    sends: `a valid creation of a ${kind} under a name that nobody has`,
    accepts: '201',
    async run(context) {
      context.must((await freshUser(context, kind)).answer).have.status(201);
    },
  }),

  // A created account is found by its id.
  ...ways.map(({ clause, by, list, params }) =>
    check(`${clauses}.${clause}`, {
      access: 'write',
      on: [op],
      sends: `a valid creation of a ${kind}, then a read of users by ${by}`,
      accepts: 'exactly that user',
      async run(context) {
        const id = userIdIn(context, (await freshUser(context, kind)).answer);
        const read = async () => itemsOf(context, await context.send(list, params(id)));
        const found = await eventually(context, read, (users) => users.length > 0);
        const [only] = found;
        context.must.hold(found.length === 1 && text(only?.['userId'])?.toLowerCase() === id.toLowerCase(), {
          expected: `one user, with the id of the created ${kind}`,
          actual: `${found.length} users`,
        });
      },
    }),
  ),

  // The answer to a creation and a later read show one and the same user.
  check(`${clauses}.body/same-user`, {
    access: 'write',
    on: [op],
    sends: `a valid creation of a ${kind}, then a read of that user`,
    accepts: 'no field of User that both carry with different values, `updatedAt` aside',
    async run(context) {
      const { answer } = await freshUser(context, kind);
      const user = resourceOf(context, answer, 'user');
      const differ = (other: typeof user) => contradictions(user, other);
      const seen = await eventuallyUser(
        context,
        userIdIn(context, answer),
        (other) => differ(other).length === 0,
      );
      context.must.hold(differ(seen).length === 0, {
        expected: 'the created user, as the answer showed it',
        actual: `another ${differ(seen).join(', ')}`,
        in: answer,
      });
    },
  }),

  // The name that the creation gives is the name of the user.
  check(`${clauses}.effect/kept`, {
    access: 'write',
    on: [op],
    sends: `creations of a ${kind} with a plain name and (with more than quick effort) one with accents, then a read`,
    accepts: 'the first and the last name as they were sent, as far as the body carries them',
    async run(context) {
      await judgeKept(context, kind, simplest);
      if (context.runs >= 12) await judgeKept(context, kind, 'Zoë Łódź');
    },
  }),
]);

async function judgeKept(context: Context, kind: 'student' | 'teacher', words: string): Promise<void> {
  const { answer, meanings } = await freshUser(context, kind, words);
  if (words !== simplest && answer.status >= 400)
    return context.observe('accounts.unusual-values', 'refused');
  const body = context.op.body ?? {};
  const carried = ['firstName', 'lastName'].filter((name) => carries(body, name));
  context.need(carried.length > 0, 'a body that carries `firstName` or `lastName`');
  const seen = await eventuallyUser(context, userIdIn(context, answer), (user) =>
    carried.every((name) => sameText(user[name], meanings[name])),
  );
  for (const name of carried) {
    context.must.hold(sameText(seen[name], meanings[name]), {
      expected: `\`${name}\` as the creation gave it`,
      actual: seen[name] === undefined ? 'nothing' : 'another value',
      in: answer,
    });
  }
}
