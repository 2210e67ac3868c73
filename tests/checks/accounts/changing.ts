import type { Meanings } from '../../../generators/body.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { itemsOf, type Json } from '../body.ts';
import { settled } from '../groups/settled.ts';
import { accountOf, making } from './account.ts';
import { alongWith, type Change, changes } from './change.ts';
import { changedFields } from './fields.ts';
import { userIn } from './fresh.ts';
import { request } from './request.ts';
import { bystanderOf, readUser, readUsers, settledUser, subjectOf } from './subject.ts';

/** Every value that can be changed is changed, is seen, and nothing else is. */
export const changeChecks: readonly Check[] = changes.flatMap((change) => [
  // What was sent is seen in the answer (where it is shown) and in later reads.
  check(change.clause, {
    access: 'write',
    on: [change.op],
    needs: [making('student')],
    sends: `changes of the ${change.what} of an account that the run made, of every kind, and a read after each`,
    accepts: 'the value as it was sent; an unusual value may be refused',
    run: (scene) => eachKind(scene, change, (meanings, plain) => judgeSeen(scene, change, meanings, plain)),
  }),

  // No other field of the user changes, and no other user.
  check(`${change.clause}/nothing-else`, {
    access: 'write',
    on: [change.op],
    needs: [making('student')],
    sends: `a change of the ${change.what}, and reads of that account and of another before and after`,
    accepts: `all other fields as they were (${['updatedAt', ...change.moves].join(', ')} aside), and the other account as it was`,
    run: (scene) => judgeNothingElse(scene, change),
  }),
]);

/** Values of each kind in turn, as many as the effort allows: the plainest always. */
export async function eachKind(
  scene: Scene,
  change: Change,
  law: (meanings: Meanings, plain: boolean) => Promise<void>,
): Promise<void> {
  const kinds = (await change.kinds(scene)).slice(0, Math.max(scene.runs, 3));
  const runs = Math.max(1, Math.floor(scene.runs / kinds.length));
  for (const [position, [, values]] of kinds.entries()) {
    await scene.forAll(values, (meanings) => law(meanings, position === 0), runs);
  }
}

async function judgeSeen(scene: Scene, change: Change, meanings: Meanings, plain: boolean): Promise<void> {
  const account = accountOf(change.op);
  const id = await subjectOf(scene, 'student');
  const sent = await alongWith(scene, change, meanings, () => readUser(scene, id));
  const answer = await request(scene, account, id, sent);
  if (plain) scene.need(answer.status < 300, `a plain ${change.what} to be accepted, got ${answer.status}`);
  if (answer.status >= 300) return scene.observe('accounts.unusual-values', 'refused');
  const shown = account.answers ? userIn(answer) : undefined;
  if (shown) {
    scene.must.hold(change.shows(shown, meanings, scene), {
      expected: `the ${change.what} that was sent, in the answer`,
      actual: 'another, or none',
      in: answer,
    });
  }
  const seen = await settledUser(scene, id, (user) => change.shows(user, meanings, scene));
  scene.must.hold(change.shows(seen, meanings, scene), {
    expected: `the ${change.what} that was sent, in a later read`,
    actual: 'another, or none',
    in: answer,
  });
  if (change.op === 'setUserExternalId') await judgeFound(scene, id, meanings);
}

/** The user is found by the new external identifier. */
async function judgeFound(scene: Scene, id: string, { externalId }: Meanings): Promise<void> {
  const read = async () => itemsOf(scene, await scene.send('listUsers', { externalId: [externalId] }));
  const isThere = (users: readonly Json[]) =>
    users.some((user) => String(user['userId']).toLowerCase() === id.toLowerCase());
  const users = await settled(scene, read, isThere);
  scene.must.hold(isThere(users), {
    expected: 'the user, found by the new external identifier',
    actual: `${users.length} users, and not that one`,
  });
}

async function judgeNothingElse(scene: Scene, change: Change): Promise<void> {
  const account = accountOf(change.op);
  const ids = [await subjectOf(scene, 'student'), await bystanderOf(scene)];
  const [plainest] = await change.kinds(scene);
  const [, values] = scene.need(plainest, `a plain ${change.what}`);
  await scene.forAll(
    values,
    async (meanings) => {
      const before = await readUsers(scene, ids);
      const sent = await alongWith(scene, change, meanings, () => readUser(scene, ids[0] ?? ''));
      const answer = await request(scene, account, ids[0] ?? '', sent);
      scene.need(answer.status < 300, `a plain ${change.what} to be accepted, got ${answer.status}`);
      const differ = (after: readonly (Json | undefined)[]) => movedIn(before, after, change.moves);
      const read = () => readUsers(scene, ids);
      const after = await settled(scene, read, (users) => differ(users).length === 0);
      scene.must.hold(differ(after).length === 0, {
        expected: `nothing changed but the ${change.what}`,
        actual: `changed: ${differ(after).join(', ')}`,
        in: answer,
      });
    },
    Math.min(Math.ceil(scene.runs / 4), 3),
  );
}

/** Fields that moved, in words: of the account itself but for some, and of the other one. */
function movedIn(
  before: readonly (Json | undefined)[],
  after: readonly (Json | undefined)[],
  except: readonly string[],
): string[] {
  return before.flatMap((user, at) => {
    const now = after[at];
    const whose = at === 0 ? '' : ' of another user';
    if (!user || !now) return user ? [`the presence${whose}`] : [];
    return changedFields(user, now, at === 0 ? except : []).map((name) => `${name}${whose}`);
  });
}
