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
import { DONE, isOpen, OPEN, sheet, verdict } from './sheet.ts';
import { cell, type House } from './store.ts';

/** Sessions never change: the orders they are listed in are permutations drawn up once for all servers. */
const rows = SEED.attempts.id.map((_, row) => row);
const subjectOf = (row: number): string => cell(SEED.tests.subject, cell(SEED.attempts.test, row));
const KEYS: Record<string, (row: number) => string | number> = {
  startDate: (row) => cell(SEED.attempts.start, row),
  endDate: (row) => cell(SEED.attempts.end, row),
  subject: subjectOf,
};

function permutation(field: string, tie: number): number[] {
  const key = KEYS[field] ?? subjectOf;
  const present = rows.filter((row) => !Number.isNaN(key(row)));
  const absent = rows.filter((row) => Number.isNaN(key(row)));
  present.sort((a, b) => {
    const one = key(a);
    const two = key(b);
    return one < two ? -1 : one > two ? 1 : tie * (a - b);
  });
  return [...present, ...absent];
}

const ORDERS = new Map<string, readonly number[]>();
for (const field of Object.keys(KEYS)) {
  const up = permutation(field, 1);
  const gaps = field === 'endDate' ? up.filter((row) => Number.isNaN(SEED.attempts.end[row])).length : 0;
  const cut = up.length - gaps;
  ORDERS.set(`${field} asc`, up);
  ORDERS.set(`${field} desc`, [...up.slice(0, cut).reverse(), ...up.slice(cut)]);
  const other = permutation(field, -1);
  ORDERS.set(`${field} asc other`, other);
  ORDERS.set(`${field} desc other`, [...other.slice(0, cut).reverse(), ...other.slice(cut)]);
}

type Mask = Uint8Array;

/** GET /smart-ia/sessions: a mask over all rows, which every filter clears bits of. */
export function attemptDesk(house: House): Desk {
  const { on, db, seals } = house;
  const { attempts } = db;

  const clear = (mask: Mask, keeps: (row: number) => boolean): void => {
    for (let row = 0; row < mask.length; row++) if (mask[row] === 1 && !keeps(row)) mask[row] = 0;
  };

  const instant = (text: string): number => {
    if (on('sessions-unix-as-millis') && /^-?\d+$/.test(text)) return Number(text);
    return moment(text);
  };

  const dates = (mask: Mask, q: URLSearchParams, field: 'startDate' | 'endDate'): void => {
    const asked = new Map<string, number>();
    for (const [name, value] of q) {
      if (!name.startsWith(field)) continue;
      const operator = /^\[(gte?|lte?)\]$/.exec(name.slice(field.length))?.[1];
      const taken = operator !== undefined && asked.has(operator);
      const op = operator === undefined || taken ? refuse(400, `${name} is not understood`) : operator;
      const at = instant(value);
      if (Number.isNaN(at)) refuse(400, `${name} is neither a date-time nor a timestamp`);
      asked.set(op, at);
    }
    if (asked.has('gt') && asked.has('gte') && !on('sessions-gt-beside-gte'))
      refuse(400, 'gt and gte exclude each other');
    if (asked.has('lt') && asked.has('lte')) refuse(400, 'lt and lte exclude each other');
    if (on('sessions-range-half') && asked.size > 1) asked.delete([...asked.keys()][0] ?? '');
    const column = field === 'startDate' ? attempts.start : attempts.end;
    for (const [operator, at] of asked) {
      clear(mask, (row) => {
        const value = cell(column, row);
        if (Number.isNaN(value)) return on('sessions-end-keeps-open');
        if (operator === 'gt') return value > at;
        if (operator === 'gte')
          return on('sessions-gte-as-gt') && field === 'startDate' ? value > at : value >= at;
        if (operator === 'lt') return value < at;
        return on('sessions-end-lte-as-lt') && field === 'endDate' ? value < at : value <= at;
      });
    }
  };

  const some = (q: URLSearchParams, name: string): string[] | undefined => {
    if (!q.has(name)) return undefined;
    const values = q.getAll(name);
    if (values.length > 30 && !(on('sessions-31-tests-taken') && name === 'testId'))
      refuse(400, `at most 30 values of ${name}`);
    if (name !== 'subject' && !values.every(isUuid)) refuse(400, `${name} is no UUID`);
    return name === 'subject' ? values : values.map((value) => value.toLowerCase());
  };

  const masked = (q: URLSearchParams): Mask => {
    const mask = new Uint8Array(attempts.id.length).fill(1);
    dates(mask, q, 'startDate');
    dates(mask, q, 'endDate');
    const people = some(q, 'userId');
    const papers = some(q, 'testId');
    const holds = (list: readonly string[], ids: readonly string[], row: number | undefined): boolean =>
      row !== undefined && list.includes(ids[row] ?? '');
    if (people !== undefined && papers !== undefined && on('sessions-user-or-test')) {
      clear(
        mask,
        (row) =>
          holds(people, db.users.id, attempts.user[row]) || holds(papers, db.tests.id, attempts.test[row]),
      );
    } else {
      if (people !== undefined) clear(mask, (row) => holds(people, db.users.id, attempts.user[row]));
      if (papers !== undefined) clear(mask, (row) => holds(papers, db.tests.id, attempts.test[row]));
    }
    let subjects = some(q, 'subject');
    if (subjects !== undefined) {
      if (on('sessions-first-subject-only')) subjects = subjects.slice(0, 1);
      const fold = (text: string): string => (on('subject-in-any-case') ? text.toLowerCase() : text);
      const wanted = new Set(subjects.map(fold));
      clear(mask, (row) => wanted.has(fold(subjectOf(row))));
    }
    const status = q.get('status');
    if (status !== null) {
      if (status !== OPEN && status !== DONE) refuse(400, 'no such status');
      if (!on('sessions-status-ignored')) clear(mask, (row) => isOpen(house, row) === (status === OPEN));
    }
    return mask;
  };

  const order = (q: URLSearchParams): readonly number[] => {
    const field = q.get('sort[field]') ?? 'startDate';
    let direction = q.get('sort[direction]') ?? 'asc';
    if (on('sessions-newest-first') && !q.has('sort[field]')) direction = 'desc';
    const found = ORDERS.get(`${field} ${direction}${on('session-ties-last-first') ? ' other' : ''}`);
    if (found === undefined) return refuse(400, 'sort is not understood');
    if (on('sessions-end-order-scrambled') && field === 'endDate') {
      const sign = direction === 'asc' ? 1 : -1;
      return rows.toSorted((a, b) => sign * (cell(attempts.end, a) - cell(attempts.end, b)) || 0);
    }
    return found;
  };

  const faces = new Map<string, unknown>();
  const draw = (row: number): Dict => {
    const card = sheet(house, row);
    const open = isOpen(house, row);
    if (open && on('sessions-open-with-end')) card['endDate'] = iso(cell(attempts.start, row) + 3_600_000);
    if (open && on('sessions-open-result-empty')) card['result'] = {};
    if (!open) {
      const result = verdict(house, row);
      const level = String(attempts.level[row]);
      if (on('sessions-level-without-blanks') && level.startsWith('L2'))
        result['level'] = level.replaceAll(' ', '');
      if (on('sessions-na-in-maths') && subjectOf(row) === 'Maths' && row % 4 === 0) result['level'] = 'NA';
      if (on('sessions-duration-in-seconds'))
        result['totalDuration'] = (cell(attempts.end, row) - cell(attempts.start, row)) / 1000;
      card['result'] = result;
    }
    if (on('sessions-learner-by-name')) {
      const { users } = db;
      const user = cell(attempts.user, row);
      const name = `${cell(users.last, user)}`.toLowerCase();
      if (!faces.has(name)) faces.set(name, card['learner']);
      card['learner'] = faces.get(name);
    }
    return card;
  };

  const list = (ask: Ask): Reply => {
    const limit = limitOf(ask.q);
    const offset = offsetOf(ask.q);
    const cursor = ask.q.get('cursor');
    if (cursor !== null && ask.q.has('offset')) return refuse(400, 'offset and cursor exclude each other');
    const mark = cursor === null ? undefined : seals.open('s', cursor);
    const q = mark === undefined ? ask.q : recall(ask.q, mark.rest);
    if (mark !== undefined && on('sessions-cursor-loses-status')) q.delete('status');
    const mask = masked(q);
    const found = order(q).filter((row) => mask[row] === 1);
    let a = offset;
    let b = offset + limit;
    if (mark?.way === 'up') {
      const edge = found.findIndex((row) => attempts.id[row] === mark.spot);
      if (edge < 0) return refuse(400, 'the cursor belongs to another question');
      a = edge + 1;
      if (on('sessions-ties-lost-between-pages')) {
        const key = attempts.start[cell(found, edge)];
        while (a < found.length && attempts.start[cell(found, a)] === key) a++;
      }
      b = a + limit;
    } else if (mark !== undefined) {
      b = mark.spot === 'end' ? found.length : found.findIndex((row) => attempts.id[row] === mark.spot);
      if (b < 0) return refuse(400, 'the cursor belongs to another question');
      a = Math.max(0, b - limit);
    }
    const page = found.slice(a, b);
    const first = page[0];
    const last = page.at(-1);
    const rest = questionOf(q);
    return {
      status: 200,
      body: {
        data: page.map(draw),
        pagination: {
          total: found.length,
          limit,
          offset: mark === undefined ? offset : 0,
          previousCursor:
            a > 0 && found.length > 0
              ? seals.seal('s', 'down', first === undefined ? 'end' : cell(attempts.id, first), rest)
              : null,
          nextCursor:
            last !== undefined && b < found.length
              ? seals.seal('s', 'up', cell(attempts.id, last), rest)
              : null,
        },
      },
    };
  };

  return { listSessions: list };
}
