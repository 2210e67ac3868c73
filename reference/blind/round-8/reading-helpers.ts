import { meant, page, refuse } from '../answers.ts';
import { type Fields, fields, type Line, list, texts } from '../kit.ts';

/**
 * A list that a fault makes itself, with cursors of its own. Refusals are those of the healthy service,
 * and so is the walk of a cursor that it made.
 */
export async function paged(
  line: Line,
  choose: (query: URLSearchParams) => Promise<Fields[]>,
): Promise<Response> {
  const { query: sent } = line.ask;
  const query = meant(line.ask);
  const own = query.has('resumed');
  if (sent.has('cursor') && !own) return line.pass();
  if (own && sent.has('offset')) return refuse(line.ask, 400, 'Invalid request');
  if (own && !sent.has('limit')) query.delete('limit');
  const probe = new URLSearchParams(sent);
  probe.delete('cursor');
  const checked = await line.pass({ query: probe });
  return checked.ok ? page(query, await choose(query)) : checked;
}

/** The query without some parameters. */
export function without(query: URLSearchParams, ...names: readonly string[]): URLSearchParams {
  const less = new URLSearchParams(query);
  for (const name of names) less.delete(name);
  return less;
}

/** Sets the values of the parameters whose name is among these or begins with one of them and a bracket. */
export function revalue(
  query: URLSearchParams,
  names: readonly string[],
  change: (value: string) => string | undefined,
): void {
  for (const name of new Set(query.keys())) {
    if (!names.includes(name.split('[')[0] ?? '')) continue;
    const values = query.getAll(name).map(change);
    query.delete(name);
    for (const value of values) if (value !== undefined) query.append(name, value);
  }
}

/** Items without the fields of that name below `key`. */
export function omit(item: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

/** The JSON body of an answer, which stays readable. */
export async function bodyOf(response: Response): Promise<Fields> {
  try {
    return fields(await response.clone().json());
  } catch {
    return {};
  }
}

/** The texts of a list in a request body. */
export function sentIds(line: Line, name: string): string[] {
  return texts(line.ask.body[name]).map((id) => id.toLowerCase());
}

/** The items of a body as objects. */
export function dataOf(body: Fields): Fields[] {
  return list(body['data']).map(fields);
}

/** The date-time as a clock in London shows it, with its offset. */
export function inLondon(instant: number): string {
  const summer = isSummer(instant);
  const local = new Date(instant + (summer ? 3_600_000 : 0)).toISOString();
  return local.replace('Z', summer ? '+01:00' : '+00:00');
}

/** Whether clocks in London are put forward at an instant. */
export function isSummer(instant: number): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeZoneName: 'short' });
  return parts.format(instant).includes('BST');
}
