import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { idIn, itemsOf, type Json, object, text } from '../body.ts';
import { minimal } from '../minimal.ts';

/** The id of the current academic year. Inconclusive without one. */
export async function currentYearId(context: Context): Promise<string> {
  const answer = await minimal(context, context.operation('getCurrentAcademicYear'));
  return context.need(yearIn(answer), 'a current academic year');
}

/** The id of the academic year that an answer shows; `undefined` where it shows none. */
export function yearIn(answer: Answer): string | undefined {
  return text(object(object(answer.json)?.['academicYear'])?.['academicYearId']);
}

/** Whether the target says of a year that it is the current one. */
export async function hasCurrentYear(context: Context): Promise<boolean> {
  const answer = await minimal(context, context.operation('getCurrentAcademicYear'));
  return object(object(answer.json)?.['academicYear']) !== undefined;
}

/** The ids of all academic years. */
export async function yearIds(context: Context): Promise<readonly string[]> {
  const years = itemsOf(context, await minimal(context, context.operation('listAcademicYears')));
  return years.flatMap((year) => text(year['academicYearId']) ?? []);
}

/** The ids of the years that are not the current one; none where there is no current one. */
export async function otherYearIds(context: Context): Promise<readonly string[]> {
  const answer = await minimal(context, context.operation('getCurrentAcademicYear'));
  const current = object(object(answer.json)?.['academicYear'])?.['academicYearId'];
  const isOther = (id: string) => id.toLowerCase() !== String(current).toLowerCase();
  return current === undefined ? [] : (await yearIds(context)).filter(isOther);
}

/** Whether a class or cohort says that it belongs to a year; `undefined` when it names no year. */
export function isOfYear(item: Json, academicYearId: string): boolean | undefined {
  const shown = idIn(item, 'academicYearId');
  return shown === undefined ? undefined : shown === academicYearId.toLowerCase();
}
