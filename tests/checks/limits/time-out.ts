import type { Answer } from '../../../harness/answer.ts';
import { type Check, check } from '../../../harness/check.ts';
import { Inconclusive } from '../../../harness/outcome.ts';
import type { Scene } from '../../../harness/scene.ts';
import type { Operation } from '../../../spec/contract.ts';
import { plain } from '../given.ts';
import { probed } from '../probe.ts';

/** Thirty seconds, and five for the way. */
const longestMs = 35_000;

/** No request takes longer than 30 seconds, if only to say that it took too long (Limits). */
export const timeOut = [
  check('limits.time-out', {
    access: (op) => (op.writes ? 'probe' : 'read'),
    on: () => true,
    sends: 'the plainest request, or for a writing operation one with a wrong key; again if no answer comes',
    accepts: 'an answer within 35 seconds, counted at our end',
    async run(scene) {
      const { op, must, need } = scene;
      const answer = (await timed(scene)) ?? (await timed(scene));
      if (answer) {
        const actual = `an answer after ${Math.round(answer.ms / 1000)} seconds`;
        return must.hold(answer.ms <= longestMs, {
          expected: 'an answer within 30 seconds',
          actual,
          in: answer,
        });
      }
      // The way to the target is open when another operation answers.
      const other = op.id === 'listAcademicYears' ? 'getCurrentAcademicYear' : 'listAcademicYears';
      need(await scene.send(other), 'another operation to answer');
      must.hold(false, { expected: 'an answer within 30 seconds', actual: 'none in 35 seconds, twice' });
    },
  }),
] satisfies readonly Check[];

/** The answer, or `undefined` if none came in time. */
async function timed(scene: Scene): Promise<Answer | undefined> {
  try {
    return await ask(scene, scene.op);
  } catch (error) {
    if (error instanceof Inconclusive && error.fault === 'timeout') return undefined;
    throw error;
  }
}

function ask(scene: Scene, op: Operation): Promise<Answer> {
  return op.writes ? probed(scene, op, 'wrong') : plain(scene, op);
}
