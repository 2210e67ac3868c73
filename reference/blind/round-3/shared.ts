import { edit, meant, page } from '../answers.ts';
import { at, type Fields, fields, type Line, list } from '../kit.ts';

const ofPages = new Set(['limit', 'offset', 'cursor', 'resumed']);

/** A list made anew: the items that `choose` finds for the filters and the sort of a request. */
export async function relisted(
  line: Line,
  applies: (query: URLSearchParams) => boolean,
  choose: (query: URLSearchParams) => Promise<readonly Fields[]>,
): Promise<Response> {
  const query = meant(line.ask);
  if (!applies(query) || (query !== line.ask.query && !isFair(line.ask.query))) return line.pass();
  const probe = query === line.ask.query ? await line.pass() : undefined;
  if (probe && (!probe.ok || query.has('cursor'))) return probe;
  return page(query, await choose(new URLSearchParams([...query].filter(([name]) => !ofPages.has(name)))));
}

/** Whether nothing beside a cursor of ours is to be refused. */
function isFair(query: URLSearchParams): boolean {
  const limit = query.get('limit') ?? '100';
  return !query.has('offset') && /^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 1000;
}

/** A list without the items that don't belong, and with so many fewer in its total. */
export function narrowed(body: Fields, belongs: (item: Fields) => boolean): Fields {
  const data = list(body['data']).map(fields);
  const left = data.filter(belongs);
  const pagination = fields(body['pagination']);
  const total = Number(pagination['total']) - (data.length - left.length);
  return { ...body, data: left, pagination: { ...pagination, total } };
}

/** The query with some of its parameters changed, or taken away by undefined. */
export function changed(
  query: URLSearchParams,
  change: (name: string, value: string) => string | undefined,
): URLSearchParams {
  const made = new URLSearchParams();
  for (const [name, value] of query) {
    const next = change(name, value);
    if (next !== undefined) made.append(name, next);
  }
  return made;
}

/** Whether a date falls into British summer time, by the clock of London. */
export function isSummer(instant: Date): boolean {
  const hour = instant.toLocaleString('en-GB', {
    timeZone: 'Europe/London',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return Number(hour) !== instant.getUTCHours();
}

/** A successful answer with every cohort in it changed, be it `{ cohort }` or a list. */
export function editCohorts(response: Response, change: (cohort: Fields) => Fields): Promise<Response> {
  return edit(response, (body) => {
    if ('cohort' in body) return { ...body, cohort: change(fields(body['cohort'])) };
    return 'data' in body ? { ...body, data: list(body['data']).map((item) => change(fields(item))) } : body;
  });
}

/** The routes that show cohorts. */
export const cohortReads = ['GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'] as const;

/** The tests of a cohort as the service has them now. */
export async function testsOf(line: Line, cohortId: string): Promise<Fields[]> {
  const { body } = await line.call(`GET /smart-ia/cohorts/${cohortId}`);
  return list(at(body, 'cohort', 'tests')).map(fields);
}

/** A list cut into parts of a hundred. */
export function hundreds(items: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let start = 0; start < items.length; start += 100) parts.push(items.slice(start, start + 100));
  return parts;
}
