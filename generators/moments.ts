import fc from 'fast-check';

/** How a moment lies to the date of a session: exactly on it, or one millisecond beside it. */
export const shifts = { on: 0, '1 ms before': -1, '1 ms after': 1 } as const;
export type Shift = keyof typeof shifts;

/** A moment by the session whose date it is taken from; the date itself never stands in a counterexample. */
export interface Moment {
  readonly session: number;
  readonly shift: Shift;
}

/** Moments on or beside the date of one of the sessions 1 to `sessions`. Shrinks to the first session. */
export function moments(
  sessions: number,
  among: readonly Shift[] = ['on', '1 ms before', '1 ms after'],
): fc.Arbitrary<Moment> {
  return fc.record({ session: fc.integer({ min: 1, max: sessions }), shift: fc.constantFrom(...among) });
}

/** The two forms of a filter value (chapter Date filtering). */
export type Form = 'ISO 8601' | 'Unix';

/**
 * A moment as a filter value: a date-time with milliseconds, or whole seconds since 1970.
 *
 * @param instant milliseconds since 1970; for the Unix form a whole second
 */
export function written(instant: number, form: Form): string | number {
  return form === 'Unix' ? Math.floor(instant / 1000) : new Date(instant).toISOString();
}

/**
 * Moments at which calendars and parsers go wrong, each a whole second; the last one has nine digits as a timestamp.
 */
export const hardMoments: Readonly<Record<'end of a year' | 'leap day' | 'start of 2000', number>> = {
  'end of a year': Date.UTC(2024, 11, 31, 23, 59, 59),
  'leap day': Date.UTC(2024, 1, 29, 12),
  'start of 2000': Date.UTC(2000, 0, 1),
};

/** Moments far from the sessions of most targets, in words that stand behind an operator; the first ones tell most. */
export const farMoments: Readonly<Record<string, number>> = {
  'the start of 1970': 0,
  'the first second that 32 bits do not hold': 2_147_483_648_000,
  'a moment before 1970': Date.UTC(1965, 5, 15, 12),
  'a moment before 2000': Date.UTC(1999, 11, 31, 23, 59, 59),
  'a moment in 2100': Date.UTC(2100, 0, 1),
};

/**
 * Values in neither of the two forms: no date at all, and dates that no calendar or clock has, which some parsers roll
 * over.
 */
export const unreadable = {
  'no date': ['not-a-date', 'ten', 'rollcall'],
  'no such date': [
    '2024-02-30T00:00:00.000Z',
    '2023-02-29T12:00:00.000Z',
    '2024-13-01T00:00:00.000Z',
    '2024-04-31T00:00:00.000Z',
    '2024-06-15T25:00:00.000Z',
  ],
} as const;

/** A value that no filter on a date can read. */
export function unreadableValue(kind: keyof typeof unreadable): fc.Arbitrary<string> {
  return fc.constantFrom<string[]>(...unreadable[kind]);
}
