import { budgetFor } from '../../../harness/budget.ts';
import type { Scene } from '../../../harness/scene.ts';
import type { Settings } from '../../../harness/settings.ts';
import type { Operation } from '../../../spec/contract.ts';
import { text } from '../body.ts';
import { settled } from '../groups/settled.ts';
import { makers } from '../kinds.ts';
import { usersLeft } from '../leftovers.ts';
import { lentUsers } from '../lent.ts';
import { listedBy } from '../many.ts';
import { made, markedName, meaningsOf, obtain } from '../own.ts';
import { unlessQuick } from '../thorough.ts';

type UserKind = 'student' | 'teacher';

/** One more than the longest list. */
export const crowdSize = 101;

/** What a run may create that makes two crowds, and all that the other rows ask for. */
const creationsFor = 300;

/** Why a run has no crowd of a kind: it stays behind, once, so that it takes an explicit word. */
export function unlessCrowd(kind: UserKind): (op: Operation, settings: Settings) => string | undefined {
  return (op, settings) => {
    const { lent } = makers[kind];
    const { creations } = settings.budget ?? budgetFor(settings.effort, settings.write);
    if (creations >= creationsFor || (settings.lentThings?.[lent] ?? []).length >= crowdSize)
      return unlessQuick(op, settings);
    return `takes ${crowdSize} ${kind}s, which stay: \`budget.creations\` of ${creationsFor} in the profile allows to make them, \`lent.${lent}\` of ${crowdSize} to do without`;
  };
}

/**
 * A hundred and one users of one kind, the same for all rows: what the profile lends if it lends as many, else what
 * earlier runs left and, for the rest, new ones.
 */
export function crowdOf(scene: Scene, kind: UserKind): Promise<readonly string[]> {
  return scene.world.once(`crowd of ${kind}s`, async () => {
    if (scene.world.lent(makers[kind].lent).length >= crowdSize) return lentUsers(scene, kind, crowdSize);
    const ids = await madeCrowd(scene, kind);
    await settled(
      scene,
      () => listedBy(scene, makers[kind].list, 'userId', ids),
      (known) => known.length === ids.length,
    );
    return ids;
  });
}

async function madeCrowd(scene: Scene, kind: UserKind): Promise<readonly string[]> {
  const labels = Array.from({ length: crowdSize }, (_, nth) => `crowd ${nth + 1}`);
  const sought = labels.map((label) => meaningsOf(scene, kind, markedName(scene, `${kind} ${label}`)));
  const left = await usersLeft(scene, kind, sought);
  const ids: string[] = [];
  for (const [nth, label] of labels.entries()) {
    const got = await obtain(scene, kind, sought[nth] ?? {}, left[nth]);
    // A name that something unseen has: others are tried, as for anything that a run makes.
    const user = typeof got === 'number' ? await made(scene, kind, label) : got;
    ids.push(scene.need(text(user['userId']), 'the `userId` of each user that was made'));
  }
  return scene.need(new Set(ids).size === crowdSize && ids, `${crowdSize} different ${kind}s`);
}
