import type { SessionSortKey } from '../choices.ts';
import { asks, type Call, type Operation, sends } from '../http/operation.ts';
import { okPage, type Reply } from '../http/reply.ts';
import { textOf } from '../render/kept.ts';
import { renderSession } from '../render/render.ts';
import { pageOf } from '../rules/listing.ts';
import { type PageRequest, pageOfBody, pageOfQuery } from '../rules/paging.ts';
import { object } from '../rules/property.ts';
import { objectOf } from '../rules/query.ts';
import {
  kindOfQuery,
  type SessionFilters,
  type SessionKind,
  sessionChooser,
  sessionFiltersOfQuery,
  sessionFiltersOfSearch,
} from '../rules/session-filters.ts';
import { readSort, type Sort } from '../rules/sorting.ts';
import type { SessionRow } from '../store/rows.ts';

/** The default order of every list of sessions. */
export const usualSort: Sort<SessionSortKey> = { key: 'startDate', direction: 'asc' };

/** Initial-assessment sessions: all, those of one kind, and the search. */
export const sessions: readonly Operation[] = [
  asks('listSessions', 'GET /smart-ia/sessions', 'sessions', (call) =>
    answerQuery(call, 'sessions', kindOfQuery(call.query, call.shapes)),
  ),
  asks('listCompletedSessions', 'GET /smart-ia/sessions/completed', 'sessions', (call) =>
    answerQuery(call, 'completed sessions', 'completed'),
  ),
  asks('listInProgressSessions', 'GET /smart-ia/sessions/in-progress', 'sessions', (call) =>
    answerQuery(call, 'sessions in progress', 'inProgress'),
  ),
  sends('searchSessions', 'POST /smart-ia/sessions/search', 'sessions', (call) => {
    const { body, shapes } = call;
    const sort = readSort(object(body, 'sort'), shapes.sessionSort, usualSort);
    const filters = sessionFiltersOfSearch(object(body, 'search') ?? {}, shapes);
    return answerSessions(call, 'sessions', pageOfBody(body, shapes), filters, sort);
  }),
];

function answerQuery(call: Call, name: string, kind: SessionKind | undefined): Reply {
  const { query, shapes } = call;
  const sort = readSort(objectOf(query, 'sort'), shapes.sessionSort, usualSort);
  const filters = { ...sessionFiltersOfQuery(query), kind };
  return answerSessions(call, name, pageOfQuery(query, shapes), filters, sort);
}

function answerSessions(
  { store, shapes }: Call,
  name: string,
  page: PageRequest,
  filters: SessionFilters,
  sort: Sort<SessionSortKey>,
): Reply {
  const { rows, pagination } = pageOf<SessionRow, SessionFilters, SessionSortKey>(
    {
      name,
      rows: store.sessions.list(),
      chooses: (chosen) => sessionChooser(chosen, store),
      valueBy: (session, key) => session[key],
    },
    page,
    { filters, sort },
  );
  const items = rows.map((session) => {
    const user = store.users.get(session.userId);
    return textOf(session, user, shapes, () => renderSession(session, store, shapes));
  });
  return okPage(items, pagination);
}
