import { fields, list } from '../kit.ts';

/** Whether a text is JSON of any kind. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A value as XML, in the plain manner of serialisers. */
export function xmlOf(value: unknown): string {
  if (Array.isArray(value)) return list(value).map(itemOf).join('');
  if (typeof value !== 'object' || value === null) return escaped(String(value ?? ''));
  return Object.entries(fields(value))
    .map(([name, inner]) => `<${name}>${xmlOf(inner)}</${name}>`)
    .join('');
}

function itemOf(value: unknown): string {
  return `<item>${xmlOf(value)}</item>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The address of a request below the base, with its query. */
export function addressOf({ path, query }: { path: string; query: URLSearchParams }): string {
  return `${path}?${query}`;
}
