import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../harness/judging/context.ts';
import { delaysOf, lagOf, readingOf } from './delays.ts';

/** After so many breaks that outlived their pauses, a target is taken for one that is simply wrong. */
const enoughBreaks = 30;
/** So many milliseconds the rows of a run pause, one with another: on a target that never rests it is of no use. */
const longestDoubt = 180_000;

/** What became of the breaks that were in doubt on a target. */
interface Breaks {
  /** How many outlived the pauses before they were judged again. */
  readonly outlived: number;
  /** How many did not. */
  readonly passed: number;
  /** How long rows have paused, in milliseconds. */
  readonly paused: number;
}

const breaks = new WeakMap<Context['world'], Breaks>();

/** Rows in which a break outlived its pauses: they fail, and what comes after that makes the failure smaller. */
const failing = new WeakSet<Context>();

/**
 * Whether what broke may have been changed by others on one copy of the data, and not yet on the next one: of others nobody
 * knows when they change something. It is not where the profile says that changes are seen at once, nor in a row that fails
 * already, nor where many breaks outlived their pauses and none did not.
 */
export function isInDoubt(context: Context): boolean {
  if (failing.has(context) || readingOf(context) === 0) return false;
  const { passed, outlived } = breaksOf(context);
  return passed > 0 || outlived < enoughBreaks;
}

/**
 * How often a law that broke in doubt has to break again before the target is accused of it. Where others change something
 * as a rule, two copies may differ for as long as a law and its measurements take.
 */
export function breaksDue(context: Context): number {
  const { passed, outlived } = breaksOf(context);
  return passed > outlived ? 4 : 2;
}

/**
 * How often a law that broke in doubt has to hold before nobody is accused of it. Where one instance of several is wrong, it
 * holds now and then; where others change something, it holds from then on, and once is enough when that is the rule.
 */
export function holdsDue(context: Context): number {
  const { passed, outlived } = breaksOf(context);
  return passed > outlived ? 1 : 3;
}

/** Waits as long as it takes for every read to show what may have changed just now, while that may be of use. */
export async function pauseInDoubt(context: Context): Promise<void> {
  const { paused } = breaksOf(context);
  if (paused >= longestDoubt) return;
  const pause = lagOf(readingOf(context), delaysOf(context));
  note(context, { paused: paused + pause });
  await sleep(pause);
}

/** Notes that a break that was in doubt outlived its pauses. */
export function noteOutlived(context: Context): void {
  failing.add(context);
  note(context, { outlived: breaksOf(context).outlived + 1 });
}

/** Notes that one did not. */
export function notePassed(context: Context): void {
  note(context, { passed: breaksOf(context).passed + 1 });
}

function breaksOf({ world }: Context): Breaks {
  return breaks.get(world) ?? { outlived: 0, passed: 0, paused: 0 };
}

function note(context: Context, learnt: Partial<Breaks>): void {
  breaks.set(context.world, { ...breaksOf(context), ...learnt });
}
