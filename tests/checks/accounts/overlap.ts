import { type Check, check } from '../../../harness/check.ts';
import { together } from '../../../harness/together.ts';
import type { Json } from '../body.ts';
import { accountOf, making } from './account.ts';
import { namesIn } from './change.ts';
import { sameText } from './fields.ts';
import { markOf, nameMeanings, request } from './request.ts';
import { settledUser, subjectOf } from './subject.ts';

/** How often the two changes are sent at once: not every race is close. */
const rounds = 2;

/** Different changes of one account at the same time. */
export const overlapChecks: readonly Check[] = [
  // A change of name and of external identifier that overlap both have their effect.
  check('update-user-name.effect/at-once', {
    access: 'write',
    on: ['updateUserName'],
    needs: [making('student'), accountOf('setUserExternalId').gap],
    sends: 'a change of name and one of the external identifier of one account, both at once, then a read',
    accepts: 'both new values; a change that overlaps may be refused',
    async run(scene) {
      const id = await subjectOf(scene, 'student');
      for (let round = 1; round <= rounds; round += 1) {
        const words = `${round} ${markOf(scene)}`;
        const name = nameMeanings(scene, `Once ${words}`, `Both ${words}`);
        const externalId = scene.world.coin(`once ${words}`);
        const answers = await together([
          () => request(scene, accountOf('updateUserName'), id, name),
          () => request(scene, accountOf('setUserExternalId'), id, { externalId }),
        ]);
        scene.need(
          answers.every(({ status }) => status < 300),
          'two overlapping changes to be accepted',
        );
        const kept = (user: Json) =>
          namesIn(scene).every((part) => sameText(user[part], name[part])) &&
          sameText(user['externalId'], externalId);
        const seen = await settledUser(scene, id, kept);
        scene.must.hold(kept(seen), {
          expected: 'both changes that were accepted',
          actual: 'one of them lost',
          in: answers,
        });
      }
    },
  }),
];
