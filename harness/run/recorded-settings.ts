import type { StandIns } from '../privacy/stand-ins.ts';
import type { Settings } from './settings.ts';

/** The settings of a recorded run, as far as judging its rows again needs them, redacted. */
export interface RecordedSettings {
  readonly kind: 'settings';
  /** Whether there was a key with fewer permissions. */
  readonly restricted: boolean;
  /** The roles of the further keys. */
  readonly roles?: readonly string[];
  readonly seed: number;
  readonly effort: Settings['effort'];
  readonly write: boolean;
  readonly mark?: string;
  readonly budget?: NonNullable<Settings['budget']>;
  readonly lentThings?: NonNullable<Settings['lentThings']>;
  readonly fixtures?: NonNullable<Settings['fixtures']>;
}

/** Redacts the settings of a run. */
export function recordedSettings(settings: Settings, standIns: StandIns): RecordedSettings {
  const { seed, effort, write, mark, budget, lentThings, fixtures, keys } = settings;
  const redacted = <T>(value: T): T => standIns.answer(value, () => false) as T;
  return {
    kind: 'settings',
    restricted: keys.restricted !== undefined,
    ...(keys.others === undefined ? {} : { roles: Object.keys(keys.others) }),
    seed,
    effort,
    write,
    ...(mark === undefined ? {} : { mark }),
    ...(budget === undefined ? {} : { budget }),
    ...(lentThings === undefined ? {} : { lentThings: redactedIds(lentThings, standIns) }),
    ...(fixtures === undefined ? {} : { fixtures: redacted(fixtures) }),
  };
}

function redactedIds(
  lent: NonNullable<Settings['lentThings']>,
  standIns: StandIns,
): NonNullable<Settings['lentThings']> {
  return Object.fromEntries(
    Object.entries(lent).map(([kind, ids]) => [kind, ids.map((id) => standIns.text(id))]),
  );
}
