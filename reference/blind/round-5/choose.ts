import { allOf, meant, page, refuse } from '../answers.ts';
import type { Fields, Line } from '../kit.ts';

/** A list whose items are chosen and ordered here: the service's own, asked for without some parameters. */
export async function arranged(
  line: Line,
  path: string,
  without: readonly string[],
  arrange: (items: readonly Fields[], query: URLSearchParams) => readonly Fields[],
): Promise<Response> {
  const query = meant(line.ask);
  const resumed = query !== line.ask.query;
  if (resumed && line.ask.query.has('offset')) return refuse(line.ask, 400, 'Invalid request');
  const plain = new URLSearchParams(query);
  plain.delete('resumed');
  const checked = await line.pass({ query: plain });
  if (!checked.ok || query.has('cursor')) return checked;
  for (const name of [...without, 'limit', 'offset']) plain.delete(name);
  return page(query, arrange(await allOf(line, path, plain), query));
}
