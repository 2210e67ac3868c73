import { narrowings } from '../../../generators/filters.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { pageOf } from '../body.ts';
import { find, idsOf, isWhole, judgeFound } from './found.ts';
import { inOurWords, type Wanted, wantedBy, wellKnown, whilePeopleStay } from './people.ts';

/** Several filters at once (chapter Users). */
export const combine: readonly Check[] = [
  // Several filters keep only users who fit each of them.
  check('list-users.filters-combine', {
    access: 'read',
    on: ['listUsers'],
    sends: 'two to seven filters, with values of a user who fits them and of others who fit some of them',
    accepts: 'the users who fit each filter, and no others',
    run: (scene) =>
      scene.forAll(narrowings(wellKnown), async (narrowing) => {
        const { filters } = inOurWords(scene, narrowing);
        const wanted = await wantedBy(scene, filters);
        await whilePeopleStay(scene, async () => judgeFound(scene, await find(scene, wanted), wanted));
      }),
  }),

  // A filter that is added to others never adds a user.
  check('list-users.filters-combine/narrower', {
    access: 'read',
    on: ['listUsers'],
    sends: 'some filters, then the same with one more',
    accepts: 'no more users than before, and nobody who was not there before',
    run: (scene) =>
      scene.forAll(
        narrowings(wellKnown),
        async (narrowing) => {
          const { filters, added } = inOurWords(scene, narrowing);
          const wanted = await wantedBy(scene, filters);
          const fewer = wanted.filter(({ filter }) => filter.name !== added);
          await whilePeopleStay(scene, () => judgeNarrower(scene, fewer, wanted));
        },
        2 * scene.runs - 4,
      ),
  }),
];

async function judgeNarrower(
  scene: Scene,
  fewer: readonly Wanted[],
  wanted: readonly Wanted[],
): Promise<void> {
  const wide = await find(scene, fewer);
  const narrow = await find(scene, wanted);
  const [before, after] = [pageOf(scene, wide), pageOf(scene, narrow)];
  scene.must.hold((after.total ?? 0) <= (before.total ?? Number.POSITIVE_INFINITY), {
    expected: 'a filter that is added to find no more users',
    actual: `${after.total} users, ${before.total} without it`,
    in: [wide, narrow],
  });
  if (!isWhole(before)) return;
  const there = new Set(idsOf(before.items));
  const strays = idsOf(after.items).filter((id) => !there.has(id)).length;
  scene.must.hold(strays === 0, {
    expected: 'a filter that is added to add nobody',
    actual: `${strays} users who are not found without it`,
    in: [wide, narrow],
  });
}
