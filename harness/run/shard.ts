import type { Budget } from '../http/budget.ts';
import { ConfigurationError } from '../judging/outcome.ts';
import type { Settings } from './settings.ts';

/** One part of a run that several processes or machines share. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

/** The most shards of a run. */
const mostShards = 64;
/** What a shard that writes creates at most at the first time, but for lists of a hundred users. */
const creationsOfShard = { quick: 60, standard: 60, deep: 300 } as const;
/** The creations with which a run also tries lists of a hundred users: they are left to the first shard. */
const creationsOfFirst = { quick: 300, standard: 300, deep: 600 } as const;

/** Reads `K/N`. @throws ConfigurationError */
export function readShard(text: string | undefined): Shard | undefined {
  if (text === undefined || text === '') return undefined;
  const [, first = '', last = ''] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const shard = { index: Number(first), of: Number(last) };
  if (shard.index >= 1 && shard.index <= shard.of && shard.of <= mostShards) return shard;
  throw new ConfigurationError(
    `a shard is K/N, from 1/N to N/N with at most ${mostShards} of them, such as 1/4; not \`${text}\``,
  );
}

/**
 * How many of the shards may write: all shards together create no more than the profile allows to one run. What is lent
 * is changed by the first shard alone, since two at once would take their own changes for mistakes of the target. Where
 * a class or several cohorts are lent, that takes the place of creations, and so the first shard writes alone; a single
 * cohort is lent for what is in it.
 */
export function writersOf(
  { write, lentThings = {}, budget, effort }: WholeSettings,
  { of }: Pick<Shard, 'of'>,
): number {
  if (!write) return 0;
  const { classes = [], cohorts = [] } = lentThings;
  if (classes.length > 0 || cohorts.length > 1) return 1;
  const creations = budget?.creations ?? 0;
  const each = creationsOfShard[effort];
  const first = creations >= creationsOfFirst[effort] ? creationsOfFirst[effort] : each;
  return Math.min(of, 1 + Math.max(0, Math.floor((creations - first) / each)));
}

type WholeSettings = Pick<Settings, 'write' | 'lentThings' | 'effort'> & { readonly budget?: Budget };

/**
 * The settings of a shard, from those of the whole run. The first shard works with the things of earlier runs. Each other
 * that writes has a mark of its own, so that shards at the same time create nothing under one name.
 */
export function settingsOfShard(whole: Settings, shard: Shard): Settings {
  const writers = writersOf(whole, shard);
  const { budget, mark = '' } = whole;
  const isFirst = shard.index === 1;
  const write = shard.index <= writers;
  const rest = (budget?.creations ?? 0) - (writers - 1) * creationsOfShard[whole.effort];
  return {
    ...whole,
    write,
    mark: isFirst ? mark : `${mark} shard ${shard.index}`,
    lent: isFirst ? whole.lent : [],
    ...(isFirst ? {} : { lentThings: {} }),
    ...(budget === undefined
      ? {}
      : { budget: { ...budget, creations: isFirst ? rest : write ? creationsOfShard[whole.effort] : 0 } }),
  };
}
