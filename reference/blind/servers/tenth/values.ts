// Values as they stand in requests and answers.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const EMAIL = /^[^\s@<>]+@[^\s@<>]+$/;

export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text);
}

export function isEmail(text: unknown): text is string {
  return typeof text === 'string' && text.length <= 254 && EMAIL.test(text);
}

export function isDate(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const m = DATE.exec(text);
  return m !== null && daysMatch(Number(m[1]), Number(m[2]), Number(m[3]));
}

function daysMatch(y: number, m: number, d: number): boolean {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(y, m - 1, d);
  return date.getUTCFullYear() === y && date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
}

/** Milliseconds of an ISO 8601 date-time or of a Unix timestamp in seconds; undefined for anything else. */
export function moment(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value * 1000 : undefined;
  if (typeof value !== 'string') return undefined;
  if (/^-?\d{1,12}$/.test(value)) return Number(value) * 1000;
  const m = MOMENT.exec(value);
  if (!m) return undefined;
  const [y, mo, d, h, mi, s] = [m[1], m[2], m[3], m[4], m[5], m[6] ?? '0'].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (!daysMatch(y, mo, d) || h > 23 || mi > 59 || s > 59) return undefined;
  const zone = m[8] ?? 'Z';
  let shift = 0;
  if (zone !== 'Z') {
    const hours = Number(zone.slice(1, 3));
    const minutes = Number(zone.slice(-2));
    if (hours > 23 || minutes > 59) return undefined;
    shift = (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
  }
  const base = new Date(Date.UTC(2000, mo - 1, d, h, mi, s));
  base.setUTCFullYear(y, mo - 1, d);
  return base.getTime() + Number(`0.${m[7] ?? '0'}`) * 1000 - shift;
}

const written = new Map<number, string>();

export function dateTime(ms: number): string {
  let text = written.get(ms);
  if (text === undefined) {
    text = new Date(ms).toISOString();
    if (written.size < 50_000) written.set(ms, text);
  }
  return text;
}

/** A duration in ISO 8601, without the parts that are zero. */
export function duration(ms: number): string {
  let rest = Math.round(ms / 1000);
  const days = Math.floor(rest / 86_400);
  rest -= days * 86_400;
  const hours = Math.floor(rest / 3_600);
  rest -= hours * 3_600;
  const minutes = Math.floor(rest / 60);
  const seconds = rest - minutes * 60;
  let time = '';
  if (hours) time += `${hours}H`;
  if (minutes) time += `${minutes}M`;
  if (seconds || (!time && !days)) time += `${seconds}S`;
  return `P${days ? `${days}D` : ''}${time ? `T${time}` : ''}`;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim().length > 0 && value.length <= 200;
}
