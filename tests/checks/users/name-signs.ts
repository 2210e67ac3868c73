import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { type Json, text } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { filterNamed, untrimmed } from '../../target/users/filters.ts';
import { fold } from '../../target/users/fold.ts';
import { find, idsOf, isWhole, judgeFound } from '../../target/users/found.ts';
import { findableBy, onStableUsers } from '../../target/users/samples.ts';

/**
 * Which names are compared is left open. By which of them a user is found whose names have plain letters alone, everybody
 * is, whatever signs the name has.
 */
export const nameSigns: readonly Check[] = [
  ...checks(['list-users.name/signs', 'search-users.search-name/signs'], {
    unless: fromStandard,
    sends:
      'a name of a user whose names have plain letters alone; then, if it finds that user, such a name of users with other signs in it',
    accepts: 'each user, by a name that is part of the full name where one is shown',
    run: (context) => onStableUsers(context, judgeSigns),
  }),
];

/** The last name first: most signs are in it. */
const names = ['lastName', 'firstName', 'fullName'] as const;
type Name = (typeof names)[number];

/** What is written or read in more than one way: apostrophes, hyphens, and letters beyond ASCII. */
const signs: readonly RegExp[] = [/['’]/, /-/, /[^ -~]/];

async function judgeSigns(context: Context): Promise<void> {
  const users = await findableBy(context, filterNamed('name'));
  const plain = context.need(users.find(isPlain), 'a user whose names have plain letters alone');
  const others = users.filter((user) => shownBy(user).join() === shownBy(plain).join());
  const asked = new Map<Name, Promise<boolean | undefined>>();
  const finds = (name: Name) => {
    const before = asked.get(name) ?? isFound(context, plain, name);
    asked.set(name, before);
    return before;
  };
  let judged = 0;
  for (const sign of signs)
    for (const name of shownBy(plain).filter((one) => isAskable(plain, one))) {
      const isAlike = (one: Json) => isAskable(one, name) && wordsIn(one, name) === wordsIn(plain, name);
      const user = others.find((one) => isAlike(one) && sign.test(text(one[name]) ?? ''));
      if (user === undefined || !(await finds(name))) continue;
      const isThere = await isFound(context, user, name);
      if (isThere === undefined) continue;
      context.must.hold(isThere, {
        expected: `a user to be found by \`${name}\`, as somebody with plain letters is`,
        actual: `the user not found by a name of ${[...(text(user[name]) ?? '')].length} characters`,
      });
      judged += 1;
      break;
    }
  context.need(judged > 0, 'a user with other signs in a name that users are found by');
}

function shownBy(user: Json): readonly Name[] {
  return names.filter((name) => text(user[name]) !== undefined);
}

function isPlain(user: Json): boolean {
  return shownBy(user).every((name) => /^[A-Za-z]{2,}(?: [A-Za-z]{2,})?$/.test(text(user[name]) ?? ''));
}

/** A target may look into the full name alone. */
function isAskable(user: Json, name: Name): boolean {
  const [own, full] = [untrimmed(user[name]), text(user['fullName'])];
  return own !== undefined && (full === undefined || ` ${fold(full)} `.includes(` ${fold(own)} `));
}

/** What a target makes of a name of more words is left open. */
function wordsIn(user: Json, name: Name): number {
  return (text(user[name]) ?? '').split(' ').length;
}

/** Whether a user is found by a name; `undefined` where the user may stand on a later page. */
async function isFound(context: Context, user: Json, name: Name): Promise<boolean | undefined> {
  const asked = [{ filter: filterNamed('name'), values: [text(user[name]) ?? ''] }];
  const page = await judgeFound(context, await find(context, asked), asked);
  if (idsOf(page.items).includes(idsOf([user])[0] ?? '')) return true;
  return isWhole(page) ? false : undefined;
}
