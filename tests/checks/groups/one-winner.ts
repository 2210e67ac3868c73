import { type Check, check } from '../../../harness/check.ts';
import { together } from '../../../harness/together.ts';
import { itemsOf } from '../body.ts';
import { create, markedName, own } from '../own.ts';
import type { Group } from './group.ts';

/** How many names are raced for: each leaves something behind, and not every race is close. */
const rounds = 2;

/** Two identical creations at the same time. */
export function oneWinnerChecks(group: Group): Check[] {
  const { kind, clauses } = group;
  return [
    // One of the two comes to be, the other is told that it exists.
    check(`${clauses.create}.one-winner`, {
      access: 'write',
      on: [group.create],
      needs: [group.fields],
      sends: `a creation that is accepted, then pairs of identical creations of a ${kind}, each pair at once`,
      accepts: 'one 201 and one 409 for each pair',
      async run(scene) {
        await own(scene, kind);
        let raced = 0;
        for (let round = 1; raced < rounds && round <= 2 * rounds; round += 1) {
          const meanings = { name: markedName(scene, `${kind} race ${round}`) };
          const send = () => create(scene, kind, meanings);
          // Left by an earlier run with this seed: there is nothing to win.
          const left = itemsOf(scene, await scene.send(group.list, { search: meanings.name }));
          if (left.length > 0) continue;
          raced += 1;
          const answers = await together([send, send]);
          const statuses = answers.map(({ status }) => status).sort();
          scene.must.hold(String(statuses) === '201,409', {
            expected: 'one 201 and one 409',
            actual: `${statuses.join(' and ')}`,
            in: answers,
          });
        }
        scene.need(
          raced > 0,
          'a name that no earlier run with this seed has taken; another seed has other names',
        );
      },
    }),
  ];
}
