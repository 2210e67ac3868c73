import type { RunConfig } from './config.ts';

/** The most that a run will do to a target, as lines of text. It is printed before the first row. */
export function announcement({ options, settings }: Pick<RunConfig, 'options' | 'settings'>): string[] {
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
  return [...most, ...writes, ...(options.insecure ? [insecureWarning] : [])];
}

/** The warning of every command that does not verify the target's certificate. */
export const insecureWarning =
  'WARNING: the certificate of the target is NOT verified (--insecure). Anybody between could read the key.';

function paceWords(pace: RunConfig['settings']['pace']): string {
  return pace?.perSecond === undefined ? '' : `, ${pace.perSecond} a second and ${pace.concurrency} at once`;
}
