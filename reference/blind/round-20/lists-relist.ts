import { allOf, meant, page, refuse } from '../answers.ts';
import type { Fields, Line } from '../kit.ts';

/** A list whose items a fault chooses or orders anew, page by page and with cursors that go with them. */
export async function relist(
  line: Line,
  path: string,
  change: (items: readonly Fields[]) => readonly Fields[],
): Promise<Response> {
  const { ask, pass } = line;
  const query = meant(ask);
  if (!query.has('resumed')) {
    const answer = await pass();
    if (!answer.ok || ask.query.has('cursor')) return answer;
  } else if (ask.query.has('offset')) {
    return refuse(ask, 400, 'Offset cannot be combined with cursor');
  }
  return page(query, change(await allOf(line, path, query)));
}
