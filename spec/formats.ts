/**
 * The names of the string formats (chapter Conventions). They are as strict as the interface, which often is stricter
 * than the JSON Schema format of the same name. Where the interface leaves room, they accept every reading.
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

/** Whether a text is an existing day, written `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

/**
 * Whether a text is an existing moment, written `YYYY-MM-DDTHH:MM:SS.SSSZ`.
 *
 * Second 60 is accepted in the last minute of June and of December, where UTC has leap seconds. 24:00:00 is refused.
 */
export function isDateTime(text: string): boolean {
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})\.\d{3}Z$/.exec(text);
  if (parts === null) return false;
  const [, day = '', hour, minute, second] = parts;
  const leapSecond = /-(06-30|12-31)T23:59:60/.test(text);
  return isDate(day) && Number(hour) < 24 && Number(minute) < 60 && (Number(second) < 60 || leapSecond);
}

/**
 * Whether a text is a duration `PnYnMnDTnHnMnS`.
 *
 * The interface does not say whether parts that are zero may be left out (`PT30M`, as ISO 8601 allows), nor whether
 * seconds may have decimals. Both are accepted. Every reading requires the order of the parts, at least one part, and a
 * part after `T` if there is a `T`. Weeks (`P2W`) and signs are refused: the interface's form has none.
 */
export function isDuration(text: string): boolean {
  return /^P(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?$/.test(text);
}

/**
 * Whether a text is a UUID: 32 hexadecimal digits in five groups, in either case, of any version, without prefix or
 * braces.
 */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}

/** Whether a text has a local part and a domain around its last `@`, without spaces or control characters. */
export function isEmail(text: string): boolean {
  return /^[^\s\p{Cc}]+@[^\s\p{Cc}@]+$/u.test(text);
}

/**
 * Whether a text is base64. The interface only says "byte", so the standard and the URL-safe alphabet are accepted,
 * with and without padding. A mixture of the alphabets and padding of a wrong length are refused.
 */
export function isByte(text: string): boolean {
  const body = text.replace(/={1,2}$/, '');
  if (!/^([A-Za-z\d+/]*|[A-Za-z\d_-]*)$/.test(body) || body.length % 4 === 1) return false;
  return body.length === text.length || text.length % 4 === 0;
}

/** Characters that RFC 3986 allows, with whole percent escapes. */
const URI_CHARACTERS = /^([\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})*$/i;

/** Whether a text is an absolute URI: a scheme, a colon and at least one more character. */
export function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:./i.test(text) && isUriReference(text);
}

/** Whether a text is a URI or a relative reference. RFC 7807 allows both for `type` and `instance`. */
export function isUriReference(text: string): boolean {
  const [, fragment = ''] = text.split(/#(.*)/s);
  return URI_CHARACTERS.test(text) && !fragment.includes('#');
}

/** Whether a number is a 32-bit signed integer. */
export function isInt32(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
}

/** The string formats by name: the predicate, and a description in words. */
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
