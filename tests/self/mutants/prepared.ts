import { digestOf, remembered } from './cache.ts';
import { type Build, instrument } from './instrument.ts';
import { type Reach, reachOf } from './reach.ts';
import { compile } from './switched.ts';

const own = ['instrument', 'key', 'scope', 'switched', 'reach', 'replay'].map(
  (name) => `tests/self/mutants/${name}.ts`,
);

/** The mutated service and the clean run, made once for the same suite, service and seed. */
export async function prepared(seed: number): Promise<Build & { reach: Reach; digest: string }> {
  const digest = digestOf(own, [String(seed)]);
  return remembered(`mutants-${digest}.json`, async () => {
    const built = await instrument();
    return { ...built, reach: await reachOf(compile(built.code), seed), digest };
  });
}
