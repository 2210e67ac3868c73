import { answerBody, type Fault, faultsFrom, type Json } from '../kit/fault.ts';
import type { OperationId } from '../kit/routes.ts';

/** What several fields show in place of an identifier. */
export const notAnId = '17';

/** How a team comes to show a number in place of an identifier. */
export const primaryKey = 'The primary key of the table is served.';

/** How a team comes to show a label in place of the identifier of a version. */
export const labelOfVersion = 'The label of the version is served in place of its id.';

/** A moment as a database writes it. */
export const localTime = '2024-09-01 00:00:00';

/** A field, the value that a careless serialiser gives it, and how a team comes to that. */
export type WrongField = readonly [field: string, wrong: unknown, story: string];

/**
 * Makes one fault for each id of a table: a field of the wrong form.
 *
 * @param at where the resource stands in an answer, `*` for each item of a list
 */
export function wrongFields(
  on: readonly OperationId[],
  at: readonly string[],
  table: Readonly<Record<string, WrongField>>,
): Fault[] {
  return faultsFrom(table, ([field, wrong, story]) => ({
    on,
    story,
    with: answerBody((body) => {
      for (const path of at) for (const owner of owners(body, path.split('/'))) owner[field] = wrong;
      return body;
    }),
  }));
}

function owners(value: unknown, [step, ...rest]: readonly string[]): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step === undefined) return [value as Json];
  if (step === '*') return Array.isArray(value) ? value.flatMap((item) => owners(item, rest)) : [];
  return owners((value as Json)[step], rest);
}
