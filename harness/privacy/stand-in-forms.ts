/** A UUID and nothing else. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const date = /^\d{4}-\d\d-\d\d$/;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const day = 86_400_000;

/** Texts of a form, each with how the stand-in with a number looks. */
const forms: readonly (readonly [RegExp, (nth: number) => string])[] = [
  [uuid, (nth) => `aaaaaaaa-aaaa-4aaa-8aaa-${nth.toString(16).padStart(12, '0')}`],
  [date, (nth) => new Date(Date.UTC(1900, 0, 1) + nth * day).toISOString().slice(0, 10)],
  [dateTime, (nth) => new Date(Date.UTC(1900, 0, 1) + nth * 1000).toISOString()],
  [/^\S+@\S+$/, (nth) => `${word(nth)}@redacted.invalid`],
  [/^https?:\/\//, (nth) => `https://redacted.invalid/${word(nth)}`],
  [/^P[\dTYMWDHS.]+$/, (nth) => `PT${nth}S`],
];

/** A word of eight letters and digits: base64 as well, so that it can stand for a cursor. */
function word(nth: number): string {
  return `r${nth.toString(36).padStart(7, '0')}`;
}

/** A text of the same form as a text. `numberOf` gives each text its number; a text of no form is replaced by words. */
export function standIn(value: string, numberOf: (text: string) => number): string {
  const form = forms.find(([pattern]) => pattern.test(value));
  if (form) return inCaseOf(value, form[1](numberOf(value)));
  return value.replace(/\S+/g, (part) => inCaseOf(part, word(numberOf(part))));
}

/** The stand-in in the case of the text: one that is written in capitals stays so. */
function inCaseOf(value: string, standIn: string): string {
  if (value === value.toLowerCase()) return standIn;
  if (value === value.toUpperCase()) return standIn.toUpperCase();
  const isNamed = value.slice(1) === value.slice(1).toLowerCase();
  return isNamed ? standIn.charAt(0).toUpperCase() + standIn.slice(1) : swapped(standIn);
}

function swapped(text: string): string {
  return [...text].map((letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter)).join('');
}
