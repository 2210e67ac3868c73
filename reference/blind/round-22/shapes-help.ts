import { json, withText } from '../answers.ts';
import { type Fields, fields, list } from '../kit.ts';

/** Every operation whose answer holds users with their classes and cohorts. */
export const userRoutes = [
  'GET /users',
  'POST /users/search',
  'POST /students',
  'POST /teachers',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
] as const;

/** Every list of initial-assessment sessions. */
export const sessionRoutes = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
  'POST /smart-ia/sessions/search',
] as const;

/** A value with every text in it changed, whatever its depth. */
export function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}

/** A value as an XML element. */
export function toXml(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => toXml(name, item)).join('');
  if (typeof value === 'object' && value !== null) {
    const inside = Object.entries(value).map(([key, item]) => toXml(key, item));
    return `<${name}>${inside.join('')}</${name}>`;
  }
  if (value === null || value === undefined) return `<${name}/>`;
  const text = String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}>${text}</${name}>`;
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The year that the ISO week of a date-time belongs to, put in the place of its year. */
export function weekYear(dateTime: string): string {
  const instant = new Date(dateTime);
  const weekday = (instant.getUTCDay() + 6) % 7;
  const thursday = new Date(instant.getTime() + (3 - weekday) * 86_400_000);
  return `${thursday.getUTCFullYear()}${dateTime.slice(4)}`;
}

/** The fields of an object without some of them. */
export function without(value: unknown, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields(value)).filter(([name]) => !names.includes(name)));
}

/** The answer with another text, read from it first. */
export async function retext(response: Response, change: (text: string) => string): Promise<Response> {
  return withText(response, change(await response.text()));
}

/** Batches single reads for some milliseconds, and hands the found ones out in the order of their ids. */
export class Batch {
  #waiting: { id: string; response: Response; give: (response: Response) => void }[] = [];

  join(id: string, response: Response): Promise<Response> {
    return new Promise((give) => {
      this.#waiting.push({ id, response, give });
      if (this.#waiting.length === 1) setTimeout(() => this.#flush(), 8);
    });
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const texts = new Map<string, string>();
    for (const { id, response } of waiting) texts.set(id, await response.text());
    const keys = [...texts.keys()];
    const rows = [...keys].sort();
    for (const { id, give } of waiting) {
      const row = texts.get(rows[keys.indexOf(id)] ?? id) ?? '{}';
      give(json(200, JSON.parse(row)));
    }
  }
}

/** The items of a list body, each changed. */
export function changeData(body: Fields, change: (item: Fields) => Fields): Fields {
  return { ...body, data: list(body['data']).map((item) => change(fields(item))) };
}
