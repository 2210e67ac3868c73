export const DAY = 86_400_000;

const written = new Map<number, string>();

export function dateTime(ms: number): string {
  const known = written.get(ms);
  if (known !== undefined) return known;
  if (written.size > 20_000) written.clear();
  const text = new Date(ms).toISOString();
  written.set(ms, text);
  return text;
}

export function withoutMillis(ms: number): string {
  return dateTime(ms).replace('.000Z', 'Z');
}

function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return last.getTime() - last.getUTCDay() * DAY + 3_600_000;
}

const summers = new Map<number, readonly [number, number]>();

/** Whether the clocks of London stood an hour ahead: from the last Sunday of March to that of October. */
export function isSummer(ms: number): boolean {
  const year = new Date(ms).getUTCFullYear();
  const summer = summers.get(year) ?? ([lastSunday(year, 2), lastSunday(year, 9)] as const);
  summers.set(year, summer);
  return ms >= summer[0] && ms < summer[1];
}

const two = (n: number): string => String(n).padStart(2, '0');

export function duration(seconds: number, short: boolean): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  if (!short) return `P0Y0M0DT${hours}H${minutes}M${rest}S`;
  const parts = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`;
  return `PT${parts || '0S'}`;
}

export function clockDuration(seconds: number): string {
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
}

const FORM =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)$/;

/** The moment that an ISO 8601 date-time or a Unix timestamp in seconds names. */
export function parseMoment(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value * 1000 : undefined;
  if (/^-?\d{1,12}$/.test(value)) return Number(value) * 1000;
  const found = FORM.exec(value);
  if (!found) return undefined;
  const [, y, mo, d, h, mi, s = '0', fraction = '0', zone = 'Z'] = found;
  const day = Date.UTC(Number(y), Number(mo) - 1, Number(d));
  const date = new Date(day);
  if (date.getUTCMonth() !== Number(mo) - 1 || date.getUTCDate() !== Number(d)) return undefined;
  if (Number(h) > 23 || Number(mi) > 59 || Number(s) > 59) return undefined;
  const millis = Math.floor(Number(`0.${fraction}`) * 1000 + 1e-6);
  const time = day + Number(h) * 3_600_000 + Number(mi) * 60_000 + Number(s) * 1000 + millis;
  if (zone === 'Z') return time;
  const digits = zone.slice(1).replace(':', '');
  const ahead = (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || '0')) * 60_000;
  return zone.startsWith('-') ? time + ahead : time - ahead;
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
