import { allOf, meant, page, refuse } from '../answers.ts';
import { type Fields, type Line, readAnswer } from '../kit.ts';

/** How a fault chooses the items of a list in its own way. */
export interface Choice {
  /** Whether the fault has a part in this query. */
  readonly wanted: (query: URLSearchParams) => boolean;
  /** Takes out of the query what the fault decides itself. */
  readonly widen: (query: URLSearchParams) => void;
  readonly keep: (item: Fields, query: URLSearchParams) => boolean;
}

/** A page of the items that a fault chooses, refusals of the service aside. */
export async function reselect(line: Line, { wanted, widen, keep }: Choice): Promise<Response> {
  const { ask } = line;
  const query = meant(ask);
  if (!wanted(query)) return line.pass();
  const resumed = query.has('resumed');
  if (resumed && ask.query.has('offset')) return refuse(ask, 400, 'Invalid request');
  const plain = new URLSearchParams(ask.query);
  if (resumed) plain.delete('cursor');
  const answer = await line.pass({ query: plain });
  if (!answer.ok) return answer;
  await readAnswer(answer);
  const wide = new URLSearchParams(query);
  wide.delete('resumed');
  widen(wide);
  return page(
    query,
    (await allOf(line, ask.path, wide)).filter((item) => keep(item, query)),
  );
}

/** The query with some change. */
export function changed(query: URLSearchParams, change: (query: URLSearchParams) => void): URLSearchParams {
  const copy = new URLSearchParams(query);
  change(copy);
  return copy;
}

/** The instant that a date filter means, in milliseconds. */
export function instantOf(value: string): number {
  return /^-?\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value);
}

/** Shapes of ids and the four operators of dates. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const operators = ['gt', 'gte', 'lt', 'lte'] as const;
