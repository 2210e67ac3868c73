/** The fields of an object that is answered. */
export type Fields = Record<string, unknown>;

/** ISO 8601 in UTC with milliseconds (Conventions 2), undefined for an absent instant. */
export function dateTime(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

/** An ISO 8601 duration (Conventions 2) of so many milliseconds, whole seconds: `PT1H5M`, `P1DT2H`, `PT0S`. */
export function duration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const date = part(Math.floor(seconds / 86_400), 'D');
  const time =
    part(Math.floor(seconds / 3600) % 24, 'H') +
    part(Math.floor(seconds / 60) % 60, 'M') +
    part(seconds % 60, 'S');
  if (time === '') return date === '' ? 'PT0S' : `P${date}`;
  return `P${date}T${time}`;
}

function part(count: number, unit: string): string {
  return count === 0 ? '' : `${count}${unit}`;
}

/** A list as the choice for empty lists has it: undefined fields are left out of JSON. */
export function listField<Item>(items: readonly Item[], emptyLists: 'omit' | 'show') {
  return items.length === 0 && emptyLists === 'omit' ? undefined : items;
}
