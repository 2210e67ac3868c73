import { allOf, edit, editPagination, meant, page } from '../answers.ts';
import { type Ask, type Fields, fields, type Line, textAt } from '../kit.ts';

/** What a cursor of the service holds; undefined for one that it didn't make. */
export function readCursor(cursor: string | null | undefined): Fields | undefined {
  if (!cursor) return undefined;
  const [, ...rest] = Buffer.from(cursor, 'base64').toString().split(' ');
  try {
    const content = fields(JSON.parse(rest.join(' ')));
    return 'side' in content ? content : undefined;
  } catch {
    return undefined;
  }
}

/** A cursor as the service would make it of that content. */
export function writeCursor(content: Fields): string {
  const text = JSON.stringify(content);
  return Buffer.from(`${sum(text).toString(36)} ${text}`).toString('base64');
}

function sum(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** A list with the content of its cursors changed. */
export function editCursors(response: Response, change: (content: Fields) => Fields): Promise<Response> {
  return editPagination(response, (pagination) => {
    const changed: Fields = {};
    for (const name of ['previousCursor', 'nextCursor']) {
      const content = readCursor(textAt(pagination, name));
      if (content) changed[name] = writeCursor(change(content));
    }
    return changed;
  });
}

/** A list with another total, which goes along in its cursors. */
export async function withTotal(response: Response, total: unknown): Promise<Response> {
  const counted = await edit(response, (body) => ({
    ...body,
    pagination: { ...fields(body['pagination']), total },
  }));
  return editCursors(counted, (content) => ({ ...content, counted: total }));
}

/** The total that went along in the cursor of a request; undefined for none. */
export function countedBefore({ query }: Ask): unknown {
  return readCursor(query.get('cursor'))?.['counted'];
}

/** A page over the items of a list after a change; what the service refuses stays refused. */
export async function repaged(
  line: Line,
  path: string,
  change: (items: readonly Fields[], query: URLSearchParams) => readonly Fields[],
): Promise<Response> {
  const { ask } = line;
  const query = meant(ask);
  const own = query.has('resumed');
  // The default counts where a request with a cursor has no limit.
  if (own && !ask.query.has('limit')) query.delete('limit');
  if (!own && ask.query.has('cursor')) return line.pass();
  if (own && (ask.query.has('offset') || ask.query.getAll('cursor').length > 1)) return line.pass();
  const checked = await line.pass(own ? { query } : {});
  if (!checked.ok) return checked;
  return page(query, change(await allOf(line, path, query), query));
}

/** Whether a request came with a body that is a JSON object. */
export function carriesObject({ body, text }: Ask): boolean {
  return Object.keys(body).length > 0 || /^\s*\{\s*\}\s*$/.test(text);
}

/** The parameters of a query that are operators of a date filter. */
export function dateOperators(query: URLSearchParams): string[] {
  return [...new Set(query.keys())].filter((name) => /^(start|end)Date\[(gt|gte|lt|lte)\]$/.test(name));
}

/** The lists of initial-assessment sessions. */
export const sessionLists = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
] as const;
