import {
  type Ask,
  type Desk,
  type Dict,
  isUuid,
  limitOf,
  moment,
  offsetOf,
  questionOf,
  type Reply,
  recall,
  refuse,
} from './kit.ts';
import { isOpen, OPEN, sheet, verdict } from './sheet.ts';
import { cell, type House } from './store.ts';

type Stage = (rows: Iterable<number>) => Iterable<number>;

const keep = (fits: (row: number) => boolean): Stage =>
  function* (rows) {
    for (const row of rows) if (fits(row)) yield row;
  };

/** GET /smart-ia/sessions/completed: rows flow through a pipe of stages; pages are cut by position. */
export function completedDesk(house: House): Desk {
  const { on, db, seals } = house;
  const { attempts } = db;

  const dateStages = (q: URLSearchParams): Stage[] => {
    const stages: Stage[] = [];
    for (const field of ['startDate', 'endDate'] as const) {
      const used = [...q.keys()].filter((name) => name === field || name.startsWith(`${field}[`));
      if (new Set(used).size < used.length) refuse(400, `${field} is given twice`);
      if (used.includes(`${field}[gt]`) && used.includes(`${field}[gte]`))
        refuse(400, 'gt and gte exclude each other');
      if (used.includes(`${field}[lt]`) && used.includes(`${field}[lte]`))
        refuse(400, 'lt and lte exclude each other');
      const swapped = on('completed-start-filters-end') && field === 'startDate';
      const column = field === 'endDate' || swapped ? attempts.end : attempts.start;
      for (const name of used) {
        const at = moment(q.get(name));
        if (Number.isNaN(at)) refuse(400, `${name} is neither a date-time nor a timestamp`);
        const value = (row: number): number => cell(column, row);
        if (on('completed-lt-lost-beside-gte') && name === `${field}[lt]` && used.includes(`${field}[gte]`))
          continue;
        switch (name.slice(field.length)) {
          case '[gt]':
            stages.push(keep((row) => value(row) > at));
            break;
          case '[gte]':
            stages.push(keep((row) => value(row) >= at));
            break;
          case '[lt]':
            stages.push(keep((row) => value(row) < at));
            break;
          case '[lte]':
            stages.push(keep((row) => value(row) <= at));
            break;
          default:
            refuse(400, `${name} is not understood`);
        }
      }
    }
    return stages;
  };

  const pipe = (q: URLSearchParams): Stage[] => {
    const stages: Stage[] = [];
    if (!on('completed-with-open')) stages.push(keep((row) => !isOpen(house, row)));
    stages.push(...dateStages(q));
    for (const name of ['userId', 'testId'] as const) {
      const ids = q.getAll(name);
      if (ids.length === 0) continue;
      if (!ids.every(isUuid)) refuse(400, `${name} is no UUID`);
      const map = name === 'userId' ? db.userRow : db.testRow;
      const column = name === 'userId' ? attempts.user : attempts.test;
      const wanted = new Set(ids.map((id) => map.get(id.toLowerCase())));
      stages.push(keep((row) => wanted.has(column[row])));
    }
    const fold = (text: string): string => (on('subject-in-any-case') ? text.toLowerCase() : text);
    const subjects = q.getAll('subject').map(fold);
    if (subjects.length > 0) {
      stages.push(keep((row) => subjects.includes(fold(cell(db.tests.subject, cell(attempts.test, row))))));
    }
    return stages;
  };

  const sorted = (rows: number[], q: URLSearchParams): number[] => {
    const field = q.get('sort[field]') ?? 'startDate';
    const standard = on('completed-newest-first') && !q.has('sort[field]') ? 'desc' : 'asc';
    const direction = q.get('sort[direction]') ?? standard;
    if (direction !== 'asc' && direction !== 'desc') return refuse(400, 'sort[direction] is asc or desc');
    const sign = direction === 'asc' ? 1 : -1;
    const tie = on('session-ties-last-first') ? -1 : 1;
    const byNumber = (column: readonly number[]) => (a: number, b: number) =>
      sign * (cell(column, a) - cell(column, b)) || tie * (a - b);
    if (field === 'startDate') return rows.sort(byNumber(attempts.start));
    if (field === 'endDate') return rows.sort(byNumber(attempts.end));
    if (field !== 'subject') return refuse(400, 'sort[field] is unknown');
    const rank = (row: number): string => cell(db.tests.subject, cell(attempts.test, row));
    return rows.sort((a, b) => (rank(a) === rank(b) ? tie * (a - b) : rank(a) < rank(b) ? -sign : sign));
  };

  const draw = (row: number): Dict => {
    const card = sheet(house, row);
    if (isOpen(house, row)) return card;
    const result = verdict(house, row);
    if (on('completed-calculated-as-date'))
      result['calculatedOn'] = String(result['calculatedOn']).slice(0, 10);
    if (on('completed-duration-as-clock'))
      result['totalDuration'] = `PT${String(result['totalDuration']).replace(/\D+/g, ':').slice(1, -1)}`;
    card['result'] = result;
    const lost = attempts.level[row] === 'NA' || attempts.level[row] === 'Entry - Below E3';
    if (on('completed-result-lost') && lost) card['result'] = null;
    if (on('completed-status-mixed') && row % 10 === 0) card['status'] = OPEN;
    return card;
  };

  const list = (ask: Ask): Reply => {
    const { q: query } = ask;
    let limit = limitOf(query);
    if (on('completed-limit-ignored')) limit = 100;
    const offset = offsetOf(query);
    const cursor = query.get('cursor');
    if (cursor !== null && query.has('offset')) {
      return refuse(400, 'offset and cursor exclude each other');
    }
    const mark = cursor === null ? undefined : seals.open('d', cursor);
    const q = mark === undefined ? query : recall(query, mark.rest);
    let flow: Iterable<number> = attempts.id.keys();
    for (const stage of pipe(q)) flow = stage(flow);
    const all = sorted([...flow], q);
    const start =
      mark === undefined
        ? offset
        : mark.way === 'p'
          ? Math.max(0, Number(mark.spot) - limit)
          : Number(mark.spot);
    const stop = mark?.way === 'p' ? Number(mark.spot) : start + limit;
    const rest = questionOf(q);
    let next = stop < all.length ? seals.seal('d', 'n', stop, rest) : null;
    if (next === null && start > 0 && on('completed-next-begins-again')) next = seals.seal('d', 'n', 0, rest);
    const hasBefore = (start > 0 && all.length > 0) || on('completed-way-back-on-first');
    return {
      status: 200,
      body: {
        data: all.slice(start, stop).map(draw),
        pagination: {
          total: on('completed-total-of-both') ? attempts.id.length : all.length,
          limit: numberShown(query, limit),
          offset: mark === undefined ? offset : 0,
          previousCursor: hasBefore ? seals.seal('d', 'p', Math.min(start, all.length), rest) : null,
          nextCursor: next,
        },
      },
    };
  };
  const numberShown = (q: URLSearchParams, limit: number): number =>
    on('completed-limit-ignored') ? limitOf(q) : limit;

  return { listCompletedSessions: list };
}
