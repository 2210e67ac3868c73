import type { RunConfig } from './config.ts';
import { type Shard, writersOf } from './shard.ts';

/** The most that a run will do to a target, as lines of text. It is printed before the first row. */
export function announcement({
  options,
  settings,
  whole,
}: Pick<RunConfig, 'options' | 'settings' | 'whole'>): string[] {
  const { budget, pace, write, lent } = settings;
  const most = budget
    ? [
        `At most ${budget.requests} requests${paceWords(pace)}, and ${budget.shrinking} more to shrink what fails.`,
      ]
    : [];
  const writes = write
    ? [
        `At most ${budget?.writes ?? 0} writes, ${budget?.creations ?? 0} of them creations, which stay: the interface deletes nothing.`,
        ...(lent.length > 0 ? [`${lent.length} lent things may be changed, and are put back.`] : []),
      ]
    : ['Nothing is written; --write would allow it.'];
  return [
    ...most,
    ...writes,
    ...shardWords(options.shard, whole),
    ...(options.insecure ? [insecureWarning] : []),
  ];
}

/** The warning of every command that does not verify the target's certificate. */
export const insecureWarning =
  'WARNING: the certificate of the target is NOT verified (--insecure). Anybody between could read the key.';

/** What a reader must know of a shard: its limits are its own, but for what stays on the target. */
function shardWords(shard: Shard | undefined, whole: RunConfig['whole']): string[] {
  if (shard === undefined || whole === undefined) return [];
  const writers = writersOf(whole, shard);
  const who = writers === 1 ? 'The first alone writes.' : `The first ${writers} write.`;
  const all = `Shard ${shard.index} of ${shard.of}: ${shard.of} at once send ${shard.of} times as much.`;
  return [
    writers === 0 ? all : `${all} ${who} All together create at most ${whole.budget?.creations ?? 0} things.`,
  ];
}

function paceWords(pace: RunConfig['settings']['pace']): string {
  return pace?.perSecond === undefined ? '' : `, ${pace.perSecond} a second and ${pace.concurrency} at once`;
}
