import {
  type Ask,
  type Desk,
  type Dict,
  iso,
  isUuid,
  limitOf,
  moment,
  offsetOf,
  questionOf,
  type Reply,
  recall,
  refuse,
} from './kit.ts';
import { SEED } from './seed.ts';
import { cell, type House, span } from './store.ts';

/** Completed study sessions by start: a date range is a slice that two binary searches find. */
const BY_START = SEED.studies.id
  .map((_, row) => row)
  .filter((row) => !Number.isNaN(SEED.studies.end[row]))
  .sort((a, b) => cell(SEED.studies.start, a) - cell(SEED.studies.start, b) || a - b);
const EVEN_OPEN = SEED.studies.id
  .map((_, row) => row)
  .sort((a, b) => cell(SEED.studies.start, a) - cell(SEED.studies.start, b) || a - b);

/** How many rows start before `at`, or at it as well. */
function countBefore(rows: readonly number[], at: number, orAt: boolean): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = cell(SEED.studies.start, cell(rows, middle));
    if (value < at || (orAt && value === at)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function studyDesk(house: House): Desk {
  const { on, db, seals } = house;
  const { studies } = db;

  const at = (q: URLSearchParams, name: string): number | undefined => {
    const [text, ...others] = q.getAll(name);
    if (text === undefined) return undefined;
    const value = moment(text);
    return others.length > 0 || Number.isNaN(value) ? refuse(400, `${name} is not understood`) : value;
  };

  const bounds = (q: URLSearchParams, field: string) => {
    for (const name of q.keys()) {
      if (name.startsWith(field) && !/^\[(gt|gte|lt|lte)\]$/.test(name.slice(field.length)))
        refuse(400, `${name} is not understood`);
    }
    const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((operator) => at(q, `${field}[${operator}]`));
    if (gt !== undefined && gte !== undefined && !on('study-gt-beside-gte'))
      refuse(400, 'gt and gte exclude each other');
    if (lt !== undefined && lte !== undefined) refuse(400, 'lt and lte exclude each other');
    return { gt, gte, lt, lte };
  };

  const slice = (q: URLSearchParams): number[] => {
    const rows = on('study-with-open') ? EVEN_OPEN : BY_START;
    const { gt, gte, lt, lte } = bounds(q, 'startDate');
    let from = 0;
    let to = rows.length;
    if (gt !== undefined) from = countBefore(rows, gt, true);
    if (gte !== undefined) from = Math.max(from, countBefore(rows, gte, false));
    if (lt !== undefined) to = countBefore(rows, lt, on('study-lt-as-lte'));
    if (lte !== undefined) to = Math.min(to, countBefore(rows, lte, true));
    const end = bounds(q, 'endDate');
    const users = q.getAll('userId');
    if (!users.every(isUuid)) refuse(400, 'userId is no UUID');
    const wanted = new Set(users.map((id) => db.userRow.get(id.toLowerCase())));
    return rows.slice(from, to).filter((row) => {
      const value = cell(studies.end, row);
      if (end.gt !== undefined && !(value > end.gt)) return false;
      if (end.gte !== undefined && !(value >= end.gte)) return false;
      if (end.lt !== undefined && !(value < end.lt)) return false;
      if (end.lte !== undefined && !(value <= end.lte)) return false;
      return users.length === 0 || wanted.has(studies.user[row]);
    });
  };

  const draw = (row: number): Dict => {
    const start = cell(studies.start, row);
    const end = cell(studies.end, row);
    const card: Dict = {
      studySessionId: cell(studies.id, row),
      userId: cell(db.users.id, cell(studies.user, row)),
    };
    const classRow = studies.classRow[row];
    if (classRow !== undefined) card['classId'] = house.classIdOf(classRow);
    else if (on('study-class-null')) card['classId'] = null;
    card['skill'] = cell(studies.skill, row);
    card['startDate'] = on('study-start-as-date') ? iso(start).slice(0, 10) : iso(start);
    if (Number.isNaN(end)) return card;
    card['endDate'] = on('study-end-cut-zeros') ? iso(end).replace(/0+Z$/, 'Z').replace('.Z', 'Z') : iso(end);
    card['duration'] = on('study-duration-in-minutes')
      ? Math.round((end - start) / 60_000)
      : span(end - start, on('durations-in-full'));
    return card;
  };

  const list = (ask: Ask): Reply => {
    const limit = limitOf(ask.q);
    const offset = offsetOf(ask.q);
    const cursor = ask.q.get('cursor');
    if (cursor !== null && ask.q.has('offset')) return refuse(400, 'offset and cursor exclude each other');
    const mark = cursor === null ? undefined : seals.open('y', cursor);
    const q = mark === undefined ? ask.q : recall(ask.q, mark.rest);
    const rows = slice(q);
    const back = mark?.way === 'back';
    const spot = mark === undefined ? offset : Number(mark.spot);
    const from = back ? Math.max(0, spot - limit) : spot;
    const to = back ? spot : spot + limit;
    const rest = questionOf(q);
    return {
      status: 200,
      body: {
        data: rows.slice(from, to).map(draw),
        pagination: {
          total: rows.length,
          limit,
          offset: mark === undefined ? offset : 0,
          previousCursor:
            from > 0 && rows.length > 0 ? seals.seal('y', 'back', Math.min(from, rows.length), rest) : null,
          nextCursor: to < rows.length ? seals.seal('y', 'on', to, rest) : null,
        },
      },
    };
  };

  return { listStudySessions: list };
}
