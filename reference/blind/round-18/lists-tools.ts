import { json } from '../answers.ts';
import { type Ask, at, type Fields, fields, type Line, list } from '../kit.ts';

/** How a request asks for its list, be it in a query or in a body; of a cursor made here, what it stands for. */
export interface Wanted {
  readonly asked: Fields;
  readonly limit: number;
  readonly start: number;
  readonly resumed: boolean;
}

const mark = 'list ';

/** The body of a search, or the query of a list as an object of lists of texts. */
function sentOf({ method, query, body }: Ask): Fields {
  if (method !== 'GET') return body;
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
}

/** What a request asks for. */
export function wantedOf(ask: Ask): Wanted {
  const sent = sentOf(ask);
  const own = Buffer.from(String(sent['cursor'] ?? ''), 'base64').toString();
  const resumed = own.startsWith(mark);
  const {
    limit: _limit,
    offset,
    cursor,
    ...rest
  } = resumed ? fields(JSON.parse(own.slice(mark.length))) : sent;
  const kept = cursor === undefined || cursor === null ? rest : { ...rest, cursor };
  return { asked: kept, limit: Number(sent['limit'] ?? 100), start: Number(offset ?? 0), resumed };
}

/** The query that an object of lists of texts stands for. */
export function queryOf(asked: Fields): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(asked)) {
    for (const value of [values].flat()) query.append(name, String(value));
  }
  return query;
}

/** The answer of the service to the same list with other limit, offset and filters. */
export async function askAgain(line: Line, asked: Fields, limit: number, offset: number) {
  const { method, path } = line.ask;
  const whole = { ...asked, limit, offset };
  return method === 'GET'
    ? line.call(`GET ${path}?${queryOf(whole)}`)
    : line.call(`${method} ${path}`, whole);
}

/** All items of the list that a request asks for. */
export async function everyItem(line: Line, asked: Fields): Promise<Fields[]> {
  const items: Fields[] = [];
  for (;;) {
    const { body } = await askAgain(line, asked, 500, items.length);
    const data = list(body['data']).map(fields);
    items.push(...data);
    if (data.length < 500) return items;
  }
}

/** A page over these items, with cursors of its own. */
export function pageOver({ asked, limit, start, resumed }: Wanted, items: readonly Fields[]): Response {
  const cursor = (offset: number) =>
    Buffer.from(mark + JSON.stringify({ ...asked, offset })).toString('base64');
  const pagination = {
    total: items.length,
    limit,
    offset: resumed ? 0 : start,
    previousCursor: start > 0 ? cursor(Math.max(0, Math.min(start, items.length) - limit)) : null,
    nextCursor: start + limit < items.length ? cursor(start + limit) : null,
  };
  return json(200, { data: items.slice(start, start + limit), pagination });
}

/** Answers a list with other items than the service's own; what the service refuses stays refused. */
export async function relist(
  line: Line,
  applies: (asked: Fields) => boolean,
  items: (asked: Fields) => Promise<readonly Fields[]>,
): Promise<Response> {
  const wanted = wantedOf(line.ask);
  const both = wanted.resumed && sentOf(line.ask)['offset'] !== undefined;
  if (both || wanted.asked['cursor'] !== undefined || !applies(wanted.asked)) return line.pass();
  const { asked, limit, start } = wanted;
  const whole = { ...asked, limit, offset: start };
  const probe = await line.pass(
    wanted.resumed ? (line.ask.method === 'GET' ? { query: queryOf(whole) } : { body: whole }) : {},
  );
  return probe.ok ? pageOver(wanted, await items(asked)) : probe;
}

/** The value of a filter of a search body. */
export function searched(asked: Fields, name: string): unknown {
  return at(asked, 'search', name);
}
