import { invalid } from '../http/refusal.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

// One address, in the everyday form: neither quoted local parts nor bare host names.
const email = /^[^\s@"(),:;<>[\]\\]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;

/** Whether a text is a bare UUID, in either letter case. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** A UUID in lower case; throws a Refusal with 400 that names what should have been one. */
export function checkUuid(text: string, name: string): string {
  if (!isUuid(text)) throw invalid(`${name} must be a UUID.`);
  return text.toLowerCase();
}

/** An e-mail address as it came; throws a Refusal with 400. */
export function checkEmail(text: string, name: string): string {
  if (text.length > 254 || !email.test(text)) throw invalid(`${name} must be an e-mail address.`);
  return text;
}

/** A date `YYYY-MM-DD` that the calendar has; throws a Refusal with 400. */
export function checkDate(text: string, name: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  const real = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  if (!real) throw invalid(`${name} must be a date, YYYY-MM-DD.`);
  return text;
}

/** The key of a closed table whose literal is `text`; throws a Refusal with 400 for another literal. */
export function checkLiteral<Key extends string>(
  text: string,
  literals: Readonly<Record<Key, string>>,
  name: string,
): Key {
  for (const key in literals) {
    if (literals[key] === text) return key;
  }
  throw invalid(`${name} must be one of: ${Object.values(literals).join(', ')}.`);
}
