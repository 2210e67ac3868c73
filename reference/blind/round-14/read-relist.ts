import { allOf, meant, page } from '../answers.ts';
import type { Fields, Line } from '../kit.ts';

/** A list read anew where its query is one of those wanted, with other items and cursors of its own. */
export async function relist(
  line: Line,
  wants: (query: URLSearchParams) => boolean,
  change: (
    items: readonly Fields[],
    query: URLSearchParams,
  ) => readonly Fields[] | Promise<readonly Fields[]>,
): Promise<Response> {
  const query = meant(line.ask);
  const response = await line.pass();
  const resumed = query.has('resumed');
  if (query.has('cursor') || (resumed && line.ask.query.has('offset')) || !wants(query)) return response;
  if (!response.ok && !resumed) return response;
  const items = await allOf(line, line.ask.path, query);
  const changed = await change(items, query);
  const same = changed.length === items.length && changed.every((item, index) => item === items[index]);
  return same && !resumed ? response : page(query, changed);
}
