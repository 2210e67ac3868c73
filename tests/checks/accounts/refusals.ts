import { type Check, check } from '../../../harness/check.ts';
import { forEachMalformed } from '../each-kind.ts';
import { accepted } from './accepted.ts';
import { accounts, making } from './account.ts';
import { ordinary, request } from './request.ts';

/** The user id in the path is a UUID. */
export const refusalChecks: readonly Check[] = accounts.map((account) =>
  // A text that is no UUID is refused; with which status is left open (`users.malformed-user-id`).
  check(`${account.clauses}.user-id`, {
    access: 'write',
    on: [account.op],
    needs: [making(account.kind)],
    sends:
      'a valid change of an account that the run made (accepted), then the same with a malformed id in the path',
    accepts: 'some 4xx',
    async run(scene) {
      const control = await accepted(scene, account);
      scene.need(
        control.status < 300,
        `the same with a well-formed id to be accepted, got ${control.status}`,
      );
      const meanings = await ordinary(scene, account);
      await forEachMalformed(
        scene,
        async (id) => {
          const answer = await request(scene, account, id, meanings);
          scene.must(answer).be.refused();
          scene.observe('users.malformed-user-id', String(answer.status));
        },
        Math.ceil(scene.runs / 4),
      );
      const unknown = await request(scene, account, scene.invent('userId'), meanings);
      scene.observe('users.unknown-user', String(unknown.status));
    },
  }),
);
