import { invalid } from '../http/refusal.ts';

/** The value of a parameter; throws a Refusal with 400 when it is given twice. */
export function one(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw invalid(`${name} must be given once.`);
  return values[0];
}

/** The values of a repeated parameter, undefined for none; throws a Refusal with 400 beyond `most`. */
export function several(query: URLSearchParams, name: string, most: number): readonly string[] | undefined {
  const values = query.getAll(name);
  if (values.length > most) throw invalid(`${name} must have at most ${most} values.`);
  return values.length > 0 ? values : undefined;
}

/**
 * An object parameter such as `sort[field]`: its properties by name, undefined for none.
 * Throws a Refusal with 400 for a property given twice, or for the name without a property.
 */
export function objectOf(query: URLSearchParams, name: string): Readonly<Record<string, string>> | undefined {
  if (query.has(name)) throw invalid(`${name} is an object parameter: ${name}[…].`);
  const keys = [...new Set(query.keys())].filter((key) => key.startsWith(`${name}[`) && key.endsWith(']'));
  if (keys.length === 0) return undefined;
  const entries = keys.map((key) => [key.slice(name.length + 1, -1), one(query, key) ?? ''] as const);
  return Object.fromEntries(entries);
}
