import type { SessionSortKey } from '../choices.ts';
import { asks, type Operation } from '../http/operation.ts';
import { okPage } from '../http/reply.ts';
import { textOf } from '../render/kept.ts';
import { renderStudySession } from '../render/render.ts';
import { type DateFilter, dateFilter, inRange } from '../rules/dates.ts';
import { checkUuid } from '../rules/formats.ts';
import { pageOf } from '../rules/listing.ts';
import { pageOfQuery } from '../rules/paging.ts';
import { objectOf, several } from '../rules/query.ts';
import { readSort } from '../rules/sorting.ts';
import type { StudySessionRow } from '../store/rows.ts';
import { usualSort } from './sessions.ts';

interface StudyFilters {
  readonly startDate: DateFilter | undefined;
  readonly endDate: DateFilter | undefined;
  readonly userIds: readonly string[] | undefined;
}

/** Completed study sessions, filtered by dates and users and paginated as the other lists are. */
export const studySessions: readonly Operation[] = [
  asks('listStudySessions', 'GET /sessions/completed', 'sessions', ({ store, shapes, query }) => {
    const { rows, pagination } = pageOf<StudySessionRow, StudyFilters, SessionSortKey>(
      {
        name: 'study sessions',
        rows: store.studySessions.list(),
        chooses: studyChooser,
        valueBy: (session, key) => session[key],
      },
      pageOfQuery(query, shapes),
      {
        filters: {
          startDate: dateFilter(objectOf(query, 'startDate'), 'startDate'),
          endDate: dateFilter(objectOf(query, 'endDate'), 'endDate'),
          userIds: several(query, 'userId', 30)?.map((id) => checkUuid(id, 'userId')),
        },
        sort: readSort(objectOf(query, 'sort'), shapes.sessionSort, usualSort),
      },
    );
    const items = rows.map((session) =>
      textOf(session, undefined, shapes, () => renderStudySession(session, shapes)),
    );
    return okPage(items, pagination);
  }),
];

function studyChooser({ startDate, endDate, userIds }: StudyFilters) {
  const users = userIds && new Set(userIds);
  return (session: StudySessionRow) =>
    (!startDate || inRange(session.startDate, startDate)) &&
    (!endDate || inRange(session.endDate, endDate)) &&
    (!users || users.has(session.userId));
}
