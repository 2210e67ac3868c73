import {
  type Ask,
  bodyOffset,
  type Desk,
  type Dict,
  dictOf,
  idList,
  integer,
  isDict,
  iso,
  MOST,
  moment,
  type Reply,
  refuse,
  words,
} from './kit.ts';
import { DONE, isOpen, OPEN, sheet, verdict } from './sheet.ts';
import { cell, type House } from './store.ts';

type Clause = { holds: (row: number) => boolean };

const COMPARE: Record<string, (a: number, b: number) => boolean> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
};

/** POST /smart-ia/sessions/search: the body becomes named clauses, of which every one must hold. */
export function huntDesk(house: House): Desk {
  const { on, db, seals } = house;
  const { attempts, tests, users } = db;
  const answers = new Map<string, Reply>();
  const subjectOf = (row: number): string => cell(tests.subject, cell(attempts.test, row));

  const members = (search: Dict, name: string, read: (row: number) => string, ids: boolean): Clause[] => {
    const value = search[name];
    if (value === undefined) return [];
    const list = ids ? idList(value, name) : words(value, name);
    if (list.length > 30 && on('hunt-over-30-refused')) refuse(400, `${name}: at most 30`);
    if (on('hunt-unknown-user-finds-all') && name === 'userIds' && !list.some((id) => db.userRow.has(id)))
      return [];
    const fold = (text: string): string =>
      on('subject-in-any-case') && name === 'subjects' ? text.toLowerCase() : text;
    const set = new Set(list.map(fold));
    return [{ holds: (row) => set.has(fold(read(row))) }];
  };

  const dated = (search: Dict, name: string, column: readonly number[]): Clause[] => {
    const value = search[name];
    if (value === undefined) return [];
    if (!isDict(value)) return refuse(400, `${name} must be an object of operators`);
    const given = Object.keys(value);
    if (given.includes('gt') && given.includes('gte')) refuse(400, 'gt and gte exclude each other');
    if (given.includes('lt') && given.includes('lte')) refuse(400, 'lt and lte exclude each other');
    return given.flatMap((operator) => {
      const compare = Object.hasOwn(COMPARE, operator) ? COMPARE[operator] : undefined;
      const at = moment(value[operator]);
      if (compare === undefined || Number.isNaN(at))
        return refuse(400, `${name}.${operator} is not understood`);
      if (on('hunt-timestamps-ignored') && typeof value[operator] === 'number') return [];
      return [{ holds: (row: number) => compare(cell(column, row), at) }];
    });
  };

  const clauses = (search: Dict): Clause[] => {
    const all = [
      ...members(search, 'userIds', (row) => cell(users.id, cell(attempts.user, row)), true),
      ...members(search, 'testIds', (row) => cell(tests.id, cell(attempts.test, row)), true),
      ...members(search, 'subjects', subjectOf, false),
      ...dated(search, 'startDate', attempts.start),
      ...dated(search, 'endDate', attempts.end),
    ];
    const { status } = search;
    if (status === undefined) return all;
    if (status !== OPEN && status !== DONE) return refuse(400, 'no such status');
    if (on('hunt-status-lost-beside-dates') && search['startDate'] !== undefined) return all;
    all.push({ holds: (row) => isOpen(house, row) === (status === OPEN) });
    return all;
  };

  const comparer = (sort: unknown): ((a: number, b: number) => number) => {
    const { field = 'startDate', direction = 'asc' } = isDict(sort)
      ? sort
      : sort === undefined
        ? {}
        : refuse(400, 'sort must be an object');
    if (direction !== 'asc' && direction !== 'desc') return refuse(400, 'sort.direction is asc or desc');
    const tie = on('session-ties-last-first') ? -1 : 1;
    const sign = direction === 'asc' ? 1 : -1;
    if (field !== 'startDate' && field !== 'endDate' && field !== 'subject')
      return refuse(400, 'sort.field is unknown');
    if (on('hunt-sort-ignored')) return (a, b) => cell(attempts.start, a) - cell(attempts.start, b) || a - b;
    if (field === 'subject') {
      return (a, b) =>
        subjectOf(a) === subjectOf(b) ? tie * (a - b) : subjectOf(a) < subjectOf(b) ? -sign : sign;
    }
    const column = field === 'startDate' ? attempts.start : attempts.end;
    return (a, b) => {
      const one = cell(column, a);
      const two = cell(column, b);
      if (Number.isNaN(one) !== Number.isNaN(two)) return Number.isNaN(one) ? 1 : -1;
      return sign * (one - two) || tie * (a - b);
    };
  };

  const draw = (row: number): Dict => {
    const card = sheet(house, row);
    if (isOpen(house, row)) {
      if (on('hunt-open-ends-at-start')) card['endDate'] = iso(cell(attempts.start, row));
      return card;
    }
    if (on('hunt-level-in-small'))
      card['result'] = { ...verdict(house, row), level: attempts.level[row]?.toLowerCase() };
    return card;
  };

  const answer = (body: Dict): Reply => {
    const limit = integer(body['limit'], 'limit', 1, MOST, 100);
    const offset = bodyOffset(body['offset']);
    const cursor = body['cursor'] ?? undefined;
    if (cursor !== undefined && typeof cursor !== 'string') return refuse(400, 'cursor must be a string');
    if (cursor !== undefined && body['offset'] !== undefined)
      return refuse(400, 'offset and cursor exclude each other');
    const mark = cursor === undefined ? undefined : seals.open('h', cursor);
    const past: unknown = mark === undefined ? {} : JSON.parse(mark.rest);
    const question: Dict = isDict(past) ? { ...past } : {};
    for (const name of ['search', 'sort']) if (body[name] !== undefined) question[name] = body[name];
    const search = question['search'] ?? {};
    if (!isDict(search)) return refuse(400, 'search must be an object');
    const all = mark !== undefined && on('hunt-cursor-loses-search') ? [] : clauses(search);
    const rows = attempts.id.map((_, row) => row).filter((row) => all.every(({ holds }) => holds(row)));
    rows.sort(comparer(question['sort']));
    const spot = mark === undefined ? offset : Number(mark.spot);
    const [from, to] = mark?.way === 'b' ? [Math.max(0, spot - limit), spot] : [spot, spot + limit];
    const rest = JSON.stringify(question);
    return {
      status: 200,
      body: {
        data: rows.slice(from, to).map(draw),
        pagination: {
          total: rows.length,
          limit,
          offset: mark === undefined ? offset : 0,
          previousCursor:
            from > 0 && rows.length > 0 ? seals.seal('h', 'b', Math.min(from, rows.length), rest) : null,
          nextCursor: to < rows.length ? seals.seal('h', 'f', to, rest) : null,
        },
      },
    };
  };

  return {
    searchSessions: async (ask: Ask) => {
      if (!on('hunt-answers-kept-by-length')) return answer(await dictOf(ask));
      const body = await dictOf(ask);
      const text = JSON.stringify(body);
      const key = `${text.length}${text.slice(0, 24)}`;
      const kept = answers.get(key) ?? answer(body);
      answers.set(key, kept);
      return { ...kept };
    },
  };
}
