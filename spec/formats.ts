/**
 * The formats of the interface (chapter Conventions), each as a predicate over a string.
 *
 * They are stricter than the usual JSON Schema formats where the interface is stricter, and exactly as lenient
 * where it leaves room.
 */
export type FormatName =
  | 'date'
  | 'date-time'
  | 'duration'
  | 'uuid'
  | 'email'
  | 'byte'
  | 'uri'
  | 'uri-reference';

/** A real day of the calendar, written `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

/**
 * A real moment, written exactly `YYYY-MM-DDTHH:MM:SS.SSSZ`.
 *
 * Second 60 is accepted where UTC has had leap seconds, in the last minute of June and of December: such a moment
 * exists, and the form does not exclude it. 24:00:00 is no time of day.
 */
export function isDateTime(text: string): boolean {
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})\.\d{3}Z$/.exec(text);
  if (parts === null) return false;
  const [, day = '', hour, minute, second] = parts;
  const leapSecond = /-(06-30|12-31)T23:59:60/.test(text);
  return isDate(day) && Number(hour) < 24 && Number(minute) < 60 && (Number(second) < 60 || leapSecond);
}

/**
 * A duration `PnYnMnDTnHnMnS`.
 *
 * Two readings are open: whether parts that are zero must be written (`P0Y0M0DT0H30M0S`) or may be left out
 * (`PT30M`, as ISO 8601 allows), and whether seconds may have decimals. All are accepted. Required in every
 * reading: the order of the parts, at least one part, and a part after `T` if there is a `T`. Weeks (`P2W`) and
 * signs are not in the form that the interface gives.
 */
export function isDuration(text: string): boolean {
  return /^P(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?$/.test(text);
}

/** A UUID as it stands: 32 hexadecimal digits in five groups, either case, any version, no prefix or braces. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}

/** Something before and after one last `@`, without spaces or control characters; unicode is allowed. */
export function isEmail(text: string): boolean {
  return /^[^\s\p{Cc}]+@[^\s\p{Cc}@]+$/u.test(text);
}

/**
 * Base64. The interface only says "byte": the standard and the URL-safe alphabet, with and without padding, are
 * all readings of it, but not a mixture of the alphabets and not padding of the wrong length.
 */
export function isByte(text: string): boolean {
  const body = text.replace(/={1,2}$/, '');
  if (!/^([A-Za-z\d+/]*|[A-Za-z\d_-]*)$/.test(body) || body.length % 4 === 1) return false;
  return body.length === text.length || text.length % 4 === 0;
}

/** Characters that RFC 3986 allows, with whole percent escapes. */
const URI_CHARACTERS = /^([\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})*$/i;

/** An absolute URI: a scheme, a colon and something after it. */
export function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:./i.test(text) && isUriReference(text);
}

/** A URI or a relative reference: RFC 7807 allows both for `type` and `instance`. */
export function isUriReference(text: string): boolean {
  const [, fragment = ''] = text.split(/#(.*)/s);
  return URI_CHARACTERS.test(text) && !fragment.includes('#');
}

/** A 32-bit signed integer. */
export function isInt32(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
}

/** Every format of strings by name: its predicate, and what it is in words. */
export const formats: Readonly<Record<FormatName, { is: (text: string) => boolean; words: string }>> = {
  date: { is: isDate, words: 'a calendar date YYYY-MM-DD' },
  'date-time': { is: isDateTime, words: 'a date-time YYYY-MM-DDTHH:MM:SS.SSSZ' },
  duration: { is: isDuration, words: 'a duration PnYnMnDTnHnMnS' },
  uuid: { is: isUuid, words: 'a UUID' },
  email: { is: isEmail, words: 'an e-mail address' },
  byte: { is: isByte, words: 'base64 text' },
  uri: { is: isUri, words: 'a URI' },
  'uri-reference': { is: isUriReference, words: 'a URI or a relative reference' },
};
