import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { userIn } from '../../target/accounts/fresh-user.ts';
import { idIn, itemsOf, type Json, text } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { momentIn } from '../../target/order.ts';
import { idsOf } from '../../target/users/found.ts';

/** Fields that show a name whole, or the part of it that nobody else has. */
const names = ['lastName', 'fullName'];

/** How far the moments of two accounts that one request made are apart at most, in milliseconds. */
const apart = 2000;

/** A request that met trouble is sent again, and may have made somebody each time: that happens to few. */
const few = { people: 1, share: 1 / 4 };

/** How many pages of the newest users are read at most. */
const mostPages = 4;

/** Whoever sends a creation on twice makes somebody whom no answer tells of. */
export const madeOnceChecks: readonly Check[] = checks(
  ['create-student.effect/once', 'create-teacher.effect/once'],
  {
    access: 'write',
    afterWrites: true,
    needs: ({ makes }) => [makes === 'teacher' ? 'create-teacher.body' : 'create-student.body'],
    unless: fromStandard,
    sends: 'a list of the newest users, after all other rows',
    accepts:
      'for fewer than a quarter of those whom the run made somebody else of the very same name, created within two seconds, under an id that no answer told',
    async run(context) {
      const made = madeBy(context);
      context.need(made.length > 0, 'a creation whose answer shows a name and `createdAt`');
      const { users, answers } = await newestUsers(context, Math.min(...made.map(({ at }) => at)));
      const ids = new Set(idsOf(users));
      const listed = made.filter(({ user }) => ids.has(idIn(user, 'userId') ?? ''));
      context.need(listed.length > 0, 'somebody whom the run made in the list');
      const found = listed.flatMap((one) =>
        users.filter((user) => isTwin(context, user, one)).map(() => one),
      );
      const [first] = found;
      const areFew = found.length <= few.people || found.length < listed.length * few.share;
      context.must.hold(areFew, {
        expected: `one user for each of ${listed.length} creations`,
        actual: `${found.length} more of the same name, created within two seconds`,
        in: [...(first ? [first.answer] : []), ...answers],
      });
    },
  },
);

/** Somebody whom the run made, as the answer to the creation showed it. */
interface Made {
  readonly user: Json;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  readonly answer: Answer;
}

function madeBy({ op, world, makerOf }: Context): readonly Made[] {
  return world.made.flatMap(({ kind, id }) => {
    if (kind !== op.makes) return [];
    const answer = makerOf(id);
    const user = answer && userIn(answer);
    const at = user && momentIn(user, 'createdAt');
    const isNamed = names.some((name) => text(user?.[name])?.includes(world.mark) === true);
    return user && at !== undefined && isNamed ? [{ user, at, answer }] : [];
  });
}

/** The list as it is sorted by default, the newest first, as far as those who were created since then. Read once. */
function newestUsers(
  context: Context,
  since: number,
): Promise<{ readonly users: readonly Json[]; readonly answers: readonly Answer[] }> {
  return context.world.once('newest users after everything', async () => {
    const users: Json[] = [];
    const answers: Answer[] = [];
    const isOlder = (user: Json) => (momentIn(user, 'createdAt') ?? since) < since - apart;
    while (answers.length < mostPages && !users.some(isOlder)) {
      const offset = users.length === 0 ? {} : { offset: users.length };
      const answer = await context.send(context.operation('listUsers'), offset);
      answers.push(answer);
      const items = itemsOf(context, answer);
      if (items.length === 0) break;
      users.push(...items);
    }
    return { users, answers };
  });
}

function isTwin({ world }: Context, user: Json, { user: made, at }: Made): boolean {
  const id = idIn(user, 'userId');
  if (id === undefined || world.isMadeOrLent(id)) return false;
  const others = ['firstName', ...names].filter((name) => text(user[name]) !== undefined);
  const isNamesake =
    names.some((name) => others.includes(name)) && others.every((name) => user[name] === made[name]);
  return isNamesake && Math.abs((momentIn(user, 'createdAt') ?? 0) - at) <= apart;
}
