import type { Scene } from '../../../harness/scene.ts';
import { plain } from '../given.ts';
import { type Facts, sample } from './facts.ts';

/** Judges that something holds of each of some sessions; `what` follows "in each session". */
export async function judgeEach(
  scene: Scene,
  sessions: readonly Facts[],
  what: string,
  holds: (facts: Facts) => boolean,
): Promise<void> {
  const strays = sessions.filter((facts) => !holds(facts)).length;
  scene.must.hold(strays === 0, {
    expected: `in each session ${what}`,
    actual: `${strays} of ${sessions.length} sessions without`,
    in: await plain(scene, scene.op),
  });
}

/** The word that most sessions of a list have for their status. */
export async function wordOf(scene: Scene, list: string): Promise<string> {
  const words = (await sample(scene, scene.operation(list))).map(({ status }) => status);
  const often = (word: string | undefined) => words.filter((each) => each === word).length;
  const [word] = [...new Set(words)].sort((a, b) => often(b) - often(a));
  return scene.need(word, `a \`status\` in the sessions of ${list}`);
}
