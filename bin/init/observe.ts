import type { Run } from '../../harness/run/run.ts';
import type { Operation } from '../../spec/contract.ts';
import { arrayAt, objectAt, textAt } from '../../spec/tree.ts';
import { itemsSeen, type Survey, survey, surveyWith, totalSeen } from '../../tests/target/survey/survey.ts';
import { findMaximum, type LimitOutcome, type Maximum } from './maximum.ts';
import { type ErrorFormat, openProber, type Prober, paged } from './probe.ts';
import { type Sorts, sortsOf } from './sorts.ts';

/** The observed rows of one list. */
export interface Rows {
  readonly items: readonly unknown[];
  /** Whether these are all rows of the target. */
  readonly whole: boolean;
}

/** What the answers of a target show. It is held in memory; only its shapes and literals are written to files. */
export interface Observation {
  /** The answers to the reads with the full key. */
  readonly full: Survey;
  /** The answers to the reads with the restricted key; `undefined` without one. */
  readonly restricted: Survey | undefined;
  /** The rows of lists, by operationId. */
  readonly rows: ReadonlyMap<string, Rows>;
  readonly maximum: Maximum;
  /** The status for an id that is no UUID, by operationId. */
  readonly malformed: ReadonlyMap<string, number>;
  /** The status of a refusal, by operationId, for operations whose error statuses the interface does not state. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Whether an offset of 0 beside a cursor is taken for none; `undefined` where no list has a second page. */
  readonly zeroOffset: boolean | undefined;
  /** The operationIds of answers that have pages although the interface does not say so. */
  readonly pages: readonly string[];
  /** The accepted words for sorting, by operationId. */
  readonly sorts: ReadonlyMap<string, Sorts>;
  /** The formats of errors, by operationId. */
  readonly errors: ReadonlyMap<string, ReadonlySet<ErrorFormat>>;
  /** Sends a status as a filter of sessions. Resolves to whether the target filtered by it. */
  readonly filtersBy: (status: string) => Promise<boolean>;
}

/** The most rows that are requested in one page. */
const largestPage = 1000;
/** Operations that read one thing, and their parameter for its id. */
const malformed: readonly (readonly [string, string])[] = [
  ['getAcademicYear', 'academicYearId'],
  ['getClass', 'classId'],
  ['getCohort', 'cohortId'],
];

/** Observes a target with valid reads, and with reads that it has to refuse. */
export async function observe(run: Run): Promise<Observation> {
  const { contract, settings } = run;
  const prober = openProber(run);
  const full = await survey(run);
  const restricted =
    settings.keys.restricted === undefined ? undefined : await surveyWith(run, full, 'restricted');
  for (const { op, answer } of full.values()) prober.note(op, answer);
  const answering = contract.operations.filter(({ id }) => full.get(id)?.answer?.status === 200);
  const paginated = answering.filter((op) => op.paginated);
  const maximum = await maximumOf(prober, paginated, full);
  return {
    full,
    restricted,
    maximum,
    rows: await rowsOf(prober, answering, full, maximum),
    malformed: await malformedStatuses(prober),
    refusals: await refusalsOf(prober, paginated),
    zeroOffset: await takesZeroOffset(prober, paginated),
    pages: await unstatedPages(prober, answering),
    sorts: await sortsOf(prober, contract, paginated),
    errors: prober.formats,
    filtersBy: async (status) => {
      const answer = await prober.ask('listSessions', { status, limit: 5 });
      const found = arrayAt(answer?.json, 'data').map((item) => textAt(item, 'status'));
      return answer?.status === 200 && found.length > 0 && found.every((one) => one === status);
    },
  };
}

/**
 * Finds the smallest of the maximums that the lists have: first on the shortest list, because its pages cost the target
 * least, then on each that does not take what the others take. The pages that are asked for hold the last item alone.
 */
async function maximumOf(prober: Prober, lists: readonly Operation[], answers: Survey): Promise<Maximum> {
  const filled = lists
    .filter(({ method }) => method === 'GET')
    .map(({ id }) => ({ id, total: totalSeen(answers, id) ?? 0 }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => a.total - b.total);
  let smallest: Maximum = { value: undefined, above: 'unknown' };
  for (const { id, total } of filled) {
    const ask = (limit: number) => limitAt(prober, id, { limit, offset: total - 1 });
    const isTaken = smallest.value !== undefined && (await ask(smallest.value))?.kind === 'used';
    if (!isTaken) smallest = await findMaximum(ask);
    if (smallest.value === undefined) break;
  }
  return smallest;
}

/** What a list did with a limit; `undefined` where its answer does not show that. */
async function limitAt(
  prober: Prober,
  list: string,
  params: { readonly limit: number; readonly offset: number },
): Promise<LimitOutcome | undefined> {
  const answer = await prober.ask(list, params);
  if (answer?.status === 400) return { kind: 'refused' };
  const used = paged(answer, 'limit');
  if (used === undefined) return undefined;
  return used === params.limit ? { kind: 'used' } : { kind: 'lowered', to: used };
}

/** Reads one page of each list, as large as the target allows. */
async function rowsOf(
  prober: Prober,
  lists: readonly Operation[],
  answers: Survey,
  { value = 100 }: Maximum,
): Promise<Map<string, Rows>> {
  const rows = new Map<string, Rows>();
  for (const op of lists.filter(({ wrapper, success }) => wrapper === 'data' || success === undefined)) {
    const seen = itemsSeen(answers, op.id);
    const total = totalSeen(answers, op.id) ?? seen.length;
    const limit = Math.min(value, largestPage);
    const more = total > seen.length && op.method === 'GET' && op.paginated && limit > seen.length;
    const answer = more ? await prober.ask(op.id, { limit }) : undefined;
    const items = answer?.status === 200 ? arrayAt(answer.json, 'data') : seen;
    rows.set(op.id, { items, whole: items.length >= total });
  }
  return rows;
}

async function malformedStatuses(prober: Prober): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  for (const [operation, name] of malformed) {
    const answer = await prober.ask(operation, { [name]: 'no-uuid' });
    if (answer?.status === 400 || answer?.status === 404) statuses.set(operation, answer.status);
  }
  return statuses;
}

/** Provokes a refusal on each list without stated error statuses: `offset` may not be combined with `cursor`. */
async function refusalsOf(prober: Prober, lists: readonly Operation[]): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  for (const op of lists.filter(({ gaps }) => gaps.some((gap) => gap.endsWith('error-statuses')))) {
    const search = op.has('search') ? { search: {} } : {};
    const first = await prober.ask(op.id, { ...search, limit: 1 });
    const cursor = textAt(objectAt(first?.json, 'pagination'), 'nextCursor');
    if (cursor === undefined) continue;
    const answer = await prober.ask(op.id, { ...search, offset: 1, cursor });
    if (answer !== undefined && answer.status >= 400 && answer.status < 500)
      statuses.set(op.id, answer.status);
  }
  return statuses;
}

/** Sends the offset of a first page beside a cursor: they may not be combined, and 0 is the default. */
async function takesZeroOffset(prober: Prober, lists: readonly Operation[]): Promise<boolean | undefined> {
  for (const { id } of lists.filter(({ method }) => method === 'GET')) {
    const first = await prober.ask(id, { limit: 1 });
    const cursor = textAt(objectAt(first?.json, 'pagination'), 'nextCursor');
    if (cursor === undefined) continue;
    const [zero, one] = [
      await prober.ask(id, { offset: 0, cursor }),
      await prober.ask(id, { offset: 1, cursor }),
    ];
    return zero?.status === 200 && one?.status === 400;
  }
  return undefined;
}

async function unstatedPages(prober: Prober, lists: readonly Operation[]): Promise<string[]> {
  const pages: string[] = [];
  for (const op of lists.filter(({ success, wrapper, method }) => !success && !wrapper && method === 'GET')) {
    const answer = await prober.ask(op.id, {}, { rawQuery: 'limit=1' });
    if (paged(answer, 'limit') === 1) pages.push(op.id);
  }
  return pages;
}
