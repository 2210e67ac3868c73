// Notations: identifiers, instants, durations, whole numbers, texts.

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuidShape.test(text);

export const instant = (ms: number): string => new Date(ms).toISOString();

const isoShape =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|z|[+\- ]\d\d(?::?\d\d)?)?$/;

/** Milliseconds of an ISO 8601 date-time (UTC where no zone is written), or null. A blank before the
 *  zone is a plus sign that a client forgot to encode. */
export const fromIso = (text: string, dropZone = false): number | null => {
  const m = isoShape.exec(text);
  if (m === null) return null;
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  const [hour, minute, second] = [Number(m[4]), Number(m[5]), Number(m[6] ?? '0')];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setUTCHours(hour, minute, second, 0);
  const fraction = m[7] === undefined ? 0 : Number(`0.${m[7]}`) * 1000;
  const zone = m[8] ?? 'Z';
  let shift = 0;
  if (zone !== 'Z' && zone !== 'z' && !dropZone) {
    const digits = zone.slice(1).replace(':', '');
    const [zh, zm] = [Number(digits.slice(0, 2)), Number(digits.slice(2) || '0')];
    if (zh > 23 || zm > 59) return null;
    shift = (zone.startsWith('-') ? -1 : 1) * (zh * 60 + zm) * 60_000;
  }
  return date.getTime() + Number(fraction.toFixed(6)) - shift;
};

export const fromUnix = (text: string): number | null =>
  /^-?\d{1,12}$/.test(text) ? Number(text) * 1000 : null;

export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

export const duration = (seconds: number, whole = false): string => {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (whole) return `P0Y0M0DT${h}H${m}M${s}S`;
  const parts = `${h > 0 ? `${h}H` : ''}${m > 0 ? `${m}M` : ''}${s > 0 ? `${s}S` : ''}`;
  return parts === '' ? 'PT0S' : `PT${parts}`;
};

/** A whole number of at most 32 bits, not negative; null where the text is none. */
export const count = (text: string): number | null => {
  if (!/^\d{1,10}$/.test(text)) return null;
  const n = Number(text);
  return n <= 2147483647 ? n : null;
};

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);

export const folded = (text: string): string => text.normalize('NFC').toLowerCase();

export const asciiFolded = (text: string): string =>
  text.normalize('NFC').replace(/[A-Z]/g, (c) => c.toLowerCase());

export const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
