import { lighten } from './light-web.ts';
import { subjectsOf } from './proving.ts';

lighten();
const subjects = subjectsOf(Number(process.argv[2]));

/** What a worker is asked: the place of a subject in the list, and the seeds to try it with. */
export interface Task {
  readonly at: number;
  readonly seeds: readonly number[];
}

/** What it found: on how many seeds the subject held, and a line for each thing that speaks against it. */
export interface Outcome {
  readonly at: number;
  readonly held: number;
  readonly against: readonly string[];
}

process.on('message', async ({ at, seeds }: Task) => {
  const against: string[] = [];
  let held = 0;
  for (const seed of seeds) {
    const lines = (await subjects[at]?.tryWith(seed)) ?? ['there is no such subject'];
    against.push(...lines.map((line) => `seed ${seed}: ${line}`));
    if (lines.length === 0) held += 1;
  }
  process.send?.({ at, held, against } satisfies Outcome);
});
