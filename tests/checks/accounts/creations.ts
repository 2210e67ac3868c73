import { carries } from '../../../generators/body.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { itemsOf, resourceOf, text } from '../body.ts';
import { settled } from '../groups/settled.ts';
import { creations } from './account.ts';
import { contradictions, sameText } from './fields.ts';
import { fresh, plain, userIdIn } from './fresh.ts';
import { settledUser } from './subject.ts';

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
    async run(scene) {
      scene.must((await fresh(scene, kind)).answer).have.status(201);
    },
  }),

  // A created account is found by its id.
  ...ways.map(({ clause, by, list, params }) =>
    check(`${clauses}.${clause}`, {
      access: 'write',
      on: [op],
      sends: `a valid creation of a ${kind}, then a read of users by ${by}`,
      accepts: 'exactly that user',
      async run(scene) {
        const id = userIdIn(scene, (await fresh(scene, kind)).answer);
        const read = async () => itemsOf(scene, await scene.send(list, params(id)));
        const found = await settled(scene, read, (users) => users.length > 0);
        const [only] = found;
        scene.must.hold(found.length === 1 && text(only?.['userId'])?.toLowerCase() === id.toLowerCase(), {
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
    async run(scene) {
      const { answer } = await fresh(scene, kind);
      const user = resourceOf(scene, answer, 'user');
      const differ = (other: typeof user) => contradictions(user, other);
      const seen = await settledUser(scene, userIdIn(scene, answer), (other) => differ(other).length === 0);
      scene.must.hold(differ(seen).length === 0, {
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
    async run(scene) {
      await judgeKept(scene, kind, plain);
      if (scene.runs >= 12) await judgeKept(scene, kind, 'Zoë Łódź');
    },
  }),
]);

async function judgeKept(scene: Scene, kind: 'student' | 'teacher', words: string): Promise<void> {
  const { answer, meanings } = await fresh(scene, kind, words);
  if (words !== plain && answer.status >= 400) return scene.observe('accounts.unusual-values', 'refused');
  const body = scene.op.body ?? {};
  const carried = ['firstName', 'lastName'].filter((name) => carries(body, name));
  scene.need(carried.length > 0, 'a body that carries `firstName` or `lastName`');
  const seen = await settledUser(scene, userIdIn(scene, answer), (user) =>
    carried.every((name) => sameText(user[name], meanings[name])),
  );
  for (const name of carried) {
    scene.must.hold(sameText(seen[name], meanings[name]), {
      expected: `\`${name}\` as the creation gave it`,
      actual: seen[name] === undefined ? 'nothing' : 'another value',
      in: answer,
    });
  }
}
