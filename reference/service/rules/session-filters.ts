import type { Shapes } from '../choices.ts';
import type { SessionRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { type DateFilter, dateFilter, inRange } from './dates.ts';
import { checkLiteral, checkUuid } from './formats.ts';
import { object, type Payload, text, texts } from './property.ts';
import { objectOf, one, several } from './query.ts';

/** The two kinds of a session (States and transitions). */
export type SessionKind = 'inProgress' | 'completed';

/** The filters of the session lists and the session search, past their checks. */
export interface SessionFilters {
  readonly startDate: DateFilter | undefined;
  readonly endDate: DateFilter | undefined;
  readonly userIds: readonly string[] | undefined;
  readonly testIds: readonly string[] | undefined;
  readonly subjects: readonly string[] | undefined;
  readonly kind: SessionKind | undefined;
}

const most = 30;

/** The filters of a query, `status` aside; throws a Refusal with 400, also beyond 30 values. */
export function sessionFiltersOfQuery(query: URLSearchParams): SessionFilters {
  return {
    startDate: dateFilter(objectOf(query, 'startDate'), 'startDate'),
    endDate: dateFilter(objectOf(query, 'endDate'), 'endDate'),
    userIds: uuids(several(query, 'userId', most)),
    testIds: uuids(several(query, 'testId', most)),
    subjects: several(query, 'subject', most),
    kind: undefined,
  };
}

/** The kind that the `status` of a query asks for; throws a Refusal with 400 for another literal. */
export function kindOfQuery(query: URLSearchParams, shapes: Shapes): SessionKind | undefined {
  return kindOf(one(query, 'status'), shapes);
}

/** The filters of a search body, which takes any number of values; throws a Refusal with 400. */
export function sessionFiltersOfSearch(search: Payload, shapes: Shapes): SessionFilters {
  return {
    startDate: dateFilter(object(search, 'startDate'), 'startDate'),
    endDate: dateFilter(object(search, 'endDate'), 'endDate'),
    userIds: uuids(texts(search, 'userIds')),
    testIds: uuids(texts(search, 'testIds')),
    subjects: texts(search, 'subjects'),
    kind: kindOf(text(search, 'status'), shapes),
  };
}

function uuids(ids: readonly string[] | undefined) {
  return ids?.map((id) => checkUuid(id, 'Each id'));
}

function kindOf(status: string | undefined, shapes: Shapes): SessionKind | undefined {
  return status === undefined ? undefined : checkLiteral(status, shapes.status, 'status');
}

/** The kind of a session: completed when it has ended. */
export function kindOfSession(session: Pick<SessionRow, 'endDate'>): SessionKind {
  return session.endDate === undefined ? 'inProgress' : 'completed';
}

/** Whether a session meets every filter; undefined when there is none. */
export function sessionChooser(
  filters: SessionFilters,
  store: Store,
): ((session: SessionRow) => boolean) | undefined {
  const { startDate, endDate, kind } = filters;
  const users = setOf(filters.userIds);
  const tests = setOf(filters.testIds);
  const subjects = setOf(filters.subjects);
  if (!(startDate || endDate || kind || users || tests || subjects)) return undefined;
  return (session) =>
    (!startDate || inRange(session.startDate, startDate)) &&
    (!endDate || inRange(session.endDate, endDate)) &&
    (!kind || kindOfSession(session) === kind) &&
    (!users || users.has(session.userId)) &&
    (!tests || tests.has(session.testId)) &&
    (!subjects || subjects.has(store.tests.get(session.testId)?.subject ?? ''));
}

function setOf(values: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return values ? new Set(values) : undefined;
}
