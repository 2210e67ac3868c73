import { type DateName, dates, type Operator, type Operators } from '../../../generators/date-windows.ts';
import { type Form, written } from '../../../generators/moments.ts';
import type { Answer } from '../../../harness/answer.ts';
import type { Params } from '../../../harness/place.ts';
import type { Scene } from '../../../harness/scene.ts';
import type { Operation } from '../../../spec/contract.ts';
import { itemsOf, text } from '../body.ts';
import { plain, plainParams } from '../given.ts';
import { takesDates } from '../sessions/asking.ts';

/** The lists of sessions that take the date filters in their query; the whole one always does. */
export function isDatedList(op: Operation): boolean {
  return op.body === undefined && takesDates(op, 'startDate');
}

/** The dates that an operation can be filtered by. */
export function datesOf(op: Operation): readonly DateName[] {
  return dates.filter((date) => takesDates(op, date));
}

/** Operators with values such that no range is empty: lower ones at the moment, upper ones a minute later. */
export function paramsOf(
  chosen: Operators,
  from: number,
  form: Form,
): Record<string, Record<string, string | number>> {
  const filters = Object.entries(chosen).map(([date, set]) => {
    const values = set.map((operator): [Operator, string | number] => {
      const lower = operator === 'gt' || operator === 'gte';
      return [operator, written(lower ? from : from + 60_000, form)];
    });
    return [date, Object.fromEntries(values)];
  });
  return Object.fromEntries(filters);
}

/** Asks for one session at most: whether the filters are taken is all that counts. */
export async function ask(scene: Scene, params: Params): Promise<Answer> {
  return scene.send(scene.op, { ...(await plainParams(scene, scene.op)), limit: 1, ...params });
}

/** A whole second to filter by: that of a session's start where it can be read, else one in 2025. */
export async function base(scene: Scene): Promise<number> {
  const items = itemsOf(scene, await plain(scene, scene.op));
  const start = Date.parse(text(items[0]?.['startDate']) ?? '');
  return Math.floor((Number.isNaN(start) ? Date.UTC(2025, 0, 15, 9) : start) / 1000) * 1000;
}
