import type { Ctx, Json } from './types.ts';

export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function refuse(message: string): never {
  throw new Refusal(400, message);
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuidForm.test(value);
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function pathId(c: Ctx, name: string, status = 400): string {
  const id = c.params[name] ?? '';
  if (!isUuid(id)) throw new Refusal(status, `${name} is not a UUID.`);
  return id.toLowerCase();
}

export function object(value: unknown, name: string): Json {
  if (!isObject(value)) refuse(`${name} must be an object.`);
  return value;
}

export function bodyOf(c: Ctx): Json {
  if (!c.body) refuse('The body must be a JSON object.');
  return c.body;
}

/** A text of a body: 1 to 200 characters, not blank. */
export function text(value: unknown, name: string): string {
  if (typeof value !== 'string') refuse(`${name} must be a string.`);
  if (value.trim() === '') refuse(`${name} must not be blank.`);
  if ([...value].length > 200) refuse(`${name} is longer than 200 characters.`);
  return value;
}

export function optional<T>(
  value: unknown,
  name: string,
  check: (v: unknown, n: string) => T,
): T | undefined {
  return value === undefined ? undefined : check(value, name);
}

const emailForm = /^[^@\s]+@[^@\s]+$/;

export function email(value: unknown, name: string): string {
  const t = text(value, name);
  if (!emailForm.test(t)) refuse(`${name} is not an email address.`);
  return t;
}

export function date(value: unknown, name: string): string {
  const t = text(value, name);
  const time = /^\d{4}-\d{2}-\d{2}$/.test(t) ? Date.parse(`${t}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== t) refuse(`${name} is not a date.`);
  return t;
}

export function oneOf(values: readonly string[]): (value: unknown, name: string) => string {
  return (value, name) => {
    if (typeof value !== 'string' || !values.includes(value))
      refuse(`${name} is not one of the allowed values.`);
    return value;
  };
}

export function ids(value: unknown, name: string, least: number, most: number): string[] {
  if (!Array.isArray(value)) refuse(`${name} must be an array.`);
  if (value.length < least || value.length > most) refuse(`${name} must have ${least} to ${most} items.`);
  return value.map((v: unknown) => {
    if (!isUuid(v)) refuse(`${name} holds something that is not a UUID.`);
    return v.toLowerCase();
  });
}

export function strings(value: unknown, name: string): string[] {
  if (!Array.isArray(value)) refuse(`${name} must be an array.`);
  return value.map((v: unknown) => {
    if (typeof v !== 'string') refuse(`${name} holds something that is not a string.`);
    return v;
  });
}

/** A number of a body. */
export function integer(value: unknown, name: string, least: number, most: number): number {
  return whole(typeof value === 'number' ? value : undefined, name, least, most);
}

/** A number of a query (digits) or of a body. */
export function whole(value: unknown, name: string, least: number, most: number): number {
  let n = Number.NaN;
  if (typeof value === 'number') n = value;
  else if (typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value)) n = Number(value);
  if (!Number.isInteger(n) || n < least || n > most)
    refuse(`${name} must be an integer from ${least} to ${most}.`);
  return n;
}

const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** A moment of a filter: an ISO 8601 date-time or seconds since 1970. */
export function moment(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value * 1000;
  if (typeof value !== 'string') refuse(`${name} is not a date-time.`);
  if (/^-?\d{1,12}$/.test(value)) return Number(value) * 1000;
  const fixed = value.replace(/ (\d{2}:\d{2})$/, '+$1');
  const n = dateTime.test(fixed) ? Date.parse(fixed) : Number.NaN;
  const days = new Date(Date.parse(`${fixed.slice(0, 10)}T00:00:00Z`));
  if (
    Number.isNaN(n) ||
    Number.isNaN(days.getTime()) ||
    days.toISOString().slice(0, 10) !== fixed.slice(0, 10)
  ) {
    refuse(`${name} is not a date-time.`);
  }
  return n;
}
