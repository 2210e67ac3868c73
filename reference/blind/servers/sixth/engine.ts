// The engine: how a list is asked for, found, put in order and cut into pages. Every decision stands in `Policy`, one function each.
import { type Database, MAX_LIMIT, MAX_TEXT, must, ROLES, type Row, STATUS } from './model.ts';

export interface Call {
  op: string;
  method: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  text: string;
  json: unknown;
  nth: number;
  role: 'full' | 'restricted' | null;
}
export interface Answer {
  status: number;
  body?: unknown;
  raw?: string;
  headers: Record<string, string>;
}
export type Handler = (c: Call) => Answer;
/** The members of a JSON object. */
export type Fields = Record<string, unknown>;

export class Refusal extends Error {
  readonly status: number;
  readonly detail: string;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
    this.detail = detail;
  }
}
export function refuse(status: number, detail: string): never {
  throw new Refusal(status, detail);
}

export type Oper = 'gt' | 'gte' | 'lt' | 'lte';
export interface Bound {
  oper: Oper;
  at: number;
  raw: string;
}
export interface Mark {
  list: string;
  sort: string;
  way: 'after' | 'before';
  key: Key | null;
}
export type Key = [string | number | null, number];
export interface Wish {
  op: string;
  call: Call;
  sets: Record<string, string[]>;
  ones: Record<string, string>;
  dates: Record<string, Bound[]>;
  sort: { field: string; dir: string; given: boolean };
  limit: number;
  limitGiven: boolean;
  offset: number;
  offsetGiven: boolean;
  mark: Mark | null;
}
export interface ListPlan {
  op: string;
  sets: string[];
  ones: string[];
  dates: string[];
  sorts: readonly string[] | null;
  order: { field: string; dir: string };
  rows: () => Row[];
  show: (row: Row, op: string) => unknown;
}
export interface Window {
  wish: Wish;
  rows: Row[];
  keys: Key[];
  start: number;
  end: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (v: unknown): v is string => typeof v === 'string' && UUID.test(v);
const INT = /^-?(0|[1-9]\d*)$/;
const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/;

/** The moment of an ISO 8601 date-time, in milliseconds (with a fraction where it is finer). */
export function isoMoment(text: string): number | null {
  const m = ISO.exec(text);
  if (!m) return null;
  const [y, mo, d, h, mi, s] = m.slice(1, 7).map(Number) as [number, number, number, number, number, number];
  if (h > 23 || mi > 59 || s > 59 || !isCalendarDate(`${m[1]}-${m[2]}-${m[3]}`)) return null;
  const day = new Date(0);
  day.setUTCFullYear(y, mo - 1, d);
  let zone = 0;
  if (m[8] !== 'Z') {
    const [zh, zm] = must(m[8]).slice(1).split(':').map(Number) as [number, number];
    if (zh > 23 || zm > 59) return null;
    zone = (zh * 60 + zm) * (must(m[8])[0] === '-' ? -1 : 1);
  }
  return day.getTime() + ((h * 60 + mi - zone) * 60 + s) * 1000 + (m[7] ? Number(`0.${m[7]}`) * 1000 : 0);
}
export function isCalendarDate(text: string): boolean {
  const m = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!m) return false;
  const day = new Date(0);
  day.setUTCFullYear(Number(m[1]), Number(m[2]) - 1, Number(m[3]));
  return day.getUTCMonth() === Number(m[2]) - 1 && day.getUTCDate() === Number(m[3]);
}

export const sameFolded = (a: string, b: string) =>
  a.toLowerCase() === b.toLowerCase() || a.toUpperCase() === b.toUpperCase();
export const compare = (a: string | number | null, b: string | number | null) =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1;

/** All that a switch may change. */
export function policy(db: Database) {
  const testOf = new Map(db.tests.map((t) => [t.testId, t]));
  const k = {
    db,
    handlers: {} as Record<string, Handler>,
    preAuth: [] as ((c: Call) => Answer | undefined)[],
    after: [] as ((c: Call, a: Answer) => void)[],
    last: [] as ((c: Call, a: Answer) => void)[],

    // Keys.
    keyOf: (c: Call): string | null => c.headers.get('x-api-key'),
    roleOf: (
      key: string,
      keys: { full: string; restricted: string },
      _c: Call,
    ): 'full' | 'restricted' | null =>
      key === keys.full ? 'full' : key === keys.restricted ? 'restricted' : null,
    open: (_c: Call): boolean => false,
    mayUse: (_c: Call, may: boolean): boolean => may,

    // Errors.
    problem: (status: number, _c: Call): boolean => status !== 401 && status !== 403,
    words: (detail: string): string => detail,

    // How JSON is written.
    indent: 0,
    letters: (json: string): string => json,

    // What a query may say.
    maxValues: (op: string, _set: string): number =>
      op === 'searchUsers' || op === 'searchSessions' ? Infinity : 30,
    values: (_op: string, _set: string, values: string[]): string[] => values,
    validValue: (_op: string, set: string, v: string): boolean =>
      !['userId', 'testId'].includes(set) || isUuid(v),
    validOne: (_op: string, name: string, v: string): boolean => {
      if (name === 'academicYearId') return v === 'current' || isUuid(v);
      if (name === 'email') return /^[^\s@]+@[^\s@]+$/.test(v);
      if (name === 'name') return v.length > 0;
      if (name === 'role') return (ROLES as readonly string[]).includes(v);
      if (name === 'status') return v === STATUS.open || v === STATUS.done;
      return true;
    },
    whole: (_op: string, _name: string, raw: string): number | null => (INT.test(raw) ? Number(raw) : null),
    validLimit: (_op: string, n: number): boolean => n >= 1 && n <= MAX_LIMIT,
    validOffset: (_op: string, n: number): boolean => n >= 0 && n <= 2147483647,
    defaultLimit: (_op: string, _w: Wish): number => 100,
    offsetBesideCursor: (_op: string, _offset: number): boolean => false,
    moment: (_op: string, _field: string, _oper: Oper, raw: string | number): number | null =>
      typeof raw === 'number'
        ? Number.isInteger(raw)
          ? raw * 1000
          : null
        : INT.test(raw)
          ? Number(raw) * 1000
          : isoMoment(raw),
    validOper: (_op: string, _field: string, oper: string): boolean =>
      ['gt', 'gte', 'lt', 'lte'].includes(oper),
    clash: (_op: string, _field: string, opers: string[]): boolean =>
      (opers.includes('gt') && opers.includes('gte')) || (opers.includes('lt') && opers.includes('lte')),
    validSort: (_op: string, known: readonly string[], field: string): boolean => known.includes(field),
    validDir: (_op: string, dir: string): boolean => dir === 'asc' || dir === 'desc',
    resort: (_w: Wish): void => undefined,
    heed: (_w: Wish): void => undefined,
    readMark: (_op: string, raw: string): Mark | null => openMark(raw),
    writeMark: (m: Mark): string => sealMark(m),

    // What is found.
    matchSet: (_op: string, set: string, row: Row, wanted: string[], _w: Wish): boolean => {
      switch (set) {
        case 'userId':
          return wanted.some((v) => v.toLowerCase() === row.userId);
        case 'testId':
          return wanted.some((v) => v.toLowerCase() === row.testId);
        case 'subject':
          return wanted.includes(must(testOf.get(row.testId)).subject);
        case 'upn':
          return row.upn !== undefined && wanted.includes(row.upn);
        case 'externalId':
          return row.externalId !== undefined && wanted.includes(row.externalId);
        default:
          return wanted.includes(row.username);
      }
    },
    searchName: (_op: string, name: string, wanted: string, _w: Wish): boolean => sameFolded(name, wanted),
    yearOf: (_op: string, wanted: string): string =>
      wanted === 'current' ? db.currentYearId : wanted.toLowerCase(),
    emailsOf: (row: Row): string[] => row.emails.slice(0, 1),
    sameEmail: (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase(),
    hasName: (row: Row, wanted: string): boolean => row.fullName.toLowerCase().includes(wanted.toLowerCase()),
    matchOne: (op: string, one: string, row: Row, v: string, w: Wish): boolean => {
      switch (one) {
        case 'search':
          return k.searchName(op, row.name, v, w);
        case 'academicYearId':
          return row.academicYearId === k.yearOf(op, v);
        case 'email':
          return k.emailsOf(row).some((e) => k.sameEmail(e, v));
        case 'name':
          return k.hasName(row, v);
        case 'role':
          return (row.roles as readonly string[]).includes(v);
        default:
          return (row.end === undefined ? STATUS.open : STATUS.done) === v;
      }
    },
    dateOf: (_op: string, field: string, row: Row): number | null =>
      field === 'startDate' ? row.start : (row.end ?? null),
    within: (_op: string, _field: string, value: number | null, b: Bound): boolean =>
      value !== null &&
      (b.oper === 'gt'
        ? value > b.at
        : b.oper === 'gte'
          ? value >= b.at
          : b.oper === 'lt'
            ? value < b.at
            : value <= b.at),
    join: (_op: string, found: [string, boolean][]): boolean => found.every(([, ok]) => ok),
    found: (_w: Wish, rows: Row[]): Row[] => rows,

    // In which order, and which part.
    sortValue: (_op: string, field: string, row: Row): string | number | null => {
      switch (field) {
        case 'startDate':
          return row.start;
        case 'endDate':
          return row.end ?? null;
        case 'subject':
          return must(testOf.get(row.testId)).subject;
        case 'status':
          return row.end === undefined ? STATUS.open : STATUS.done;
        case '':
          return 0;
        default:
          return row[field as 'createdAt' | 'updatedAt' | 'lastName' | 'fullName' | 'username'];
      }
    },
    tie: (_op: string, row: Row): number => row.seq,
    order: (_op: string, dir: string, a: Key, b: Key): number =>
      (a[0] === null || b[0] === null
        ? compare(a[0], b[0])
        : dir === 'desc'
          ? compare(b[0], a[0])
          : compare(a[0], b[0])) || a[1] - b[1],
    sought: (_w: Wish, side: 'after' | 'before', cmp: number): boolean =>
      side === 'after' ? cmp > 0 : cmp >= 0,
    window: (_w: Window): void => undefined,
    paging: (_w: Window, p: Fields): Fields => p,
  };
  return k;
}
export type Policy = ReturnType<typeof policy>;

// Cursors: base64 of a short JSON text with a check digit.
const check = (t: string) =>
  [...t].reduce((h, ch) => Math.imul(h ^ must(ch.codePointAt(0)), 0x01000193) >>> 0, 0x811c9dc5).toString(36);
const bytes = (t: string) => btoa(String.fromCharCode(...new TextEncoder().encode(t)));
export function sealMark(m: Mark, salt = ''): string {
  const t = JSON.stringify([m.list, m.sort, m.way, m.key]);
  return bytes(`${check(t)}.${t}${salt}`);
}
export function openMark(raw: string): Mark | null {
  try {
    const t = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(raw), (ch) => ch.charCodeAt(0)),
    );
    const body = t.slice(t.indexOf('.') + 1).trimEnd();
    if (check(body) !== t.slice(0, t.indexOf('.'))) return null;
    const [list, sort, way, key] = JSON.parse(body) as [string, string, Mark['way'], Key | null];
    return { list, sort, way, key };
  } catch {
    return null;
  }
}

const PLURAL: Record<string, string> = {
  userId: 'userIds',
  upn: 'upns',
  externalId: 'externalIds',
  username: 'usernames',
  testId: 'testIds',
  subject: 'subjects',
};

/** Reads the wish of a list off a query string. */
export function wishOfQuery(k: Policy, c: Call, plan: ListPlan): Wish {
  const q = c.query;
  const single = (name: string): string | undefined => {
    const all = q.getAll(name);
    if (all.length > 1) refuse(400, `'${name}' was given ${all.length} times`);
    return all[0];
  };
  const parts = (name: string): [string, string][] => {
    const out: [string, string][] = [];
    for (const key of new Set(q.keys())) {
      if (key === name) refuse(400, `'${name}' takes its parts in brackets, as ${name}[part]`);
      if (key.startsWith(`${name}[`)) {
        if (!key.endsWith(']')) refuse(400, `cannot read '${key}'`);
        out.push([key.slice(name.length + 1, -1), must(single(key))]);
      }
    }
    return out;
  };
  const w = blank(c, plan);
  for (const set of plan.sets) if (q.has(set)) addSet(k, w, set, set, q.getAll(set));
  for (const one of plan.ones) {
    const v = single(one);
    if (v !== undefined) addOne(k, w, one, v);
  }
  for (const field of plan.dates) addDates(k, w, field, parts(field));
  if (plan.sorts) addSort(k, w, plan, Object.fromEntries(parts('sort')));
  const num = (name: string): number | undefined => {
    const raw = single(name);
    if (raw === undefined) return undefined;
    const n = k.whole(plan.op, name, raw);
    return n === null ? refuse(400, `'${name}' must be a whole number`) : n;
  };
  k.resort(w);
  addPaging(k, w, plan, num('limit'), num('offset'), single('cursor'));
  k.heed(w);
  return w;
}

const areTexts = (v: unknown): v is string[] => Array.isArray(v) && v.every((x) => typeof x === 'string');

/** Reads the wish of a search off a body. */
export function wishOfBody(k: Policy, c: Call, plan: ListPlan): Wish {
  const body = bodyOf(c);
  const w = blank(c, plan);
  const search = body['search'] === undefined ? {} : objectOf(body['search'], 'search');
  for (const set of plan.sets) {
    const name = must(PLURAL[set]);
    const v = search[name];
    if (v === undefined) continue;
    if (!areTexts(v)) refuse(400, `'search.${name}' must be a list of texts`);
    addSet(k, w, set, name, v);
  }
  for (const one of plan.ones) {
    const v = search[one];
    if (v === undefined) continue;
    if (typeof v !== 'string') refuse(400, `'search.${one}' must be a text`);
    addOne(k, w, one, v);
  }
  for (const field of plan.dates)
    if (search[field] !== undefined) addDates(k, w, field, Object.entries(objectOf(search[field], field)));
  if (plan.sorts && body['sort'] !== undefined) addSort(k, w, plan, objectOf(body['sort'], 'sort'));
  const num = (name: string): number | undefined => {
    const v = body[name];
    if (v === undefined) return undefined;
    return typeof v === 'number' && Number.isInteger(v) ? v : refuse(400, `'${name}' must be a whole number`);
  };
  const cursor = body['cursor'];
  if (cursor !== undefined && cursor !== null && typeof cursor !== 'string')
    refuse(400, "'cursor' must be a text or null");
  k.resort(w);
  addPaging(k, w, plan, num('limit'), num('offset'), cursor ?? undefined);
  k.heed(w);
  return w;
}

const blank = (call: Call, plan: ListPlan): Wish => ({
  op: plan.op,
  call,
  sets: {},
  ones: {},
  dates: {},
  sort: { ...plan.order, given: false },
  limit: 0,
  limitGiven: false,
  offset: 0,
  offsetGiven: false,
  mark: null,
});
export function bodyOf(c: Call): Fields {
  if (c.json === undefined) refuse(400, 'the body is not JSON');
  return objectOf(c.json, 'the body');
}
export function objectOf(v: unknown, what: string): Fields {
  if (typeof v !== 'object' || v === null || Array.isArray(v)) refuse(400, `${what} must be a JSON object`);
  return v as Fields;
}
function addSet(k: Policy, w: Wish, set: string, shown: string, values: string[]) {
  if (values.length > k.maxValues(w.op, set))
    refuse(400, `'${shown}' takes at most ${k.maxValues(w.op, set)} values`);
  for (const v of values) if (!k.validValue(w.op, set, v)) refuse(400, `'${shown}' holds what is no id`);
  w.sets[set] = k.values(w.op, set, values);
}
function addOne(k: Policy, w: Wish, one: string, v: string) {
  if (!k.validOne(w.op, one, v)) refuse(400, `'${one}' has a value that is not allowed`);
  w.ones[one] = v;
}
function addDates(k: Policy, w: Wish, field: string, given: [string, unknown][]) {
  if (!given.length) return;
  const bounds: Bound[] = [];
  for (const [oper, raw] of given) {
    if (!k.validOper(w.op, field, oper)) refuse(400, `'${field}' knows no operator '${oper}'`);
    if (typeof raw !== 'string' && typeof raw !== 'number')
      refuse(400, `'${field}.${oper}' must be a moment`);
    const at = k.moment(w.op, field, oper as Oper, raw);
    if (at === null) refuse(400, `'${field}[${oper}]' is neither a date-time nor a Unix timestamp`);
    bounds.push({ oper: oper as Oper, at, raw: String(raw) });
  }
  if (
    k.clash(
      w.op,
      field,
      given.map(([o]) => o),
    )
  )
    refuse(400, `'${field}' has two operators that exclude each other`);
  w.dates[field] = bounds;
}
function addSort(k: Policy, w: Wish, plan: ListPlan, given: Record<string, unknown>) {
  for (const [part, v] of Object.entries(given)) {
    if (part === 'field' && typeof v === 'string' && k.validSort(w.op, must(plan.sorts), v)) w.sort.field = v;
    else if (part === 'direction' && typeof v === 'string' && k.validDir(w.op, v)) w.sort.dir = v;
    else refuse(400, `'sort' cannot be read: ${part}`);
    w.sort.given = true;
  }
  if (!must(plan.sorts).includes(w.sort.field)) w.sort.field = plan.order.field;
}
function addPaging(k: Policy, w: Wish, plan: ListPlan, limit?: number, offset?: number, cursor?: string) {
  if (limit !== undefined && !k.validLimit(w.op, limit))
    refuse(400, `'limit' must lie between 1 and ${MAX_LIMIT}`);
  if (offset !== undefined && !k.validOffset(w.op, offset)) refuse(400, "'offset' is out of bounds");
  if (cursor !== undefined) {
    if (offset !== undefined && !k.offsetBesideCursor(w.op, offset))
      refuse(400, "'offset' and 'cursor' exclude each other");
    const m = k.readMark(w.op, cursor);
    if (m === null || m.list !== plan.op || m.sort !== `${w.sort.field} ${w.sort.dir}`)
      refuse(400, "'cursor' is none of this list");
    w.mark = m;
  }
  w.offset = offset ?? 0;
  w.offsetGiven = offset !== undefined;
  w.limitGiven = limit !== undefined;
  w.limit = limit ?? k.defaultLimit(w.op, w);
}

/** Finds, sorts and cuts. */
export function answerList(k: Policy, plan: ListPlan, w: Wish): Answer {
  const op = plan.op;
  const hits = k.found(
    w,
    plan
      .rows()
      .filter((row) =>
        k.join(op, [
          ...Object.entries(w.sets).map(([s, v]): [string, boolean] => [s, k.matchSet(op, s, row, v, w)]),
          ...Object.entries(w.ones).map(([o, v]): [string, boolean] => [o, k.matchOne(op, o, row, v, w)]),
          ...Object.entries(w.dates).map(([f, bs]): [string, boolean] => [
            f,
            bs.every((b) => k.within(op, f, k.dateOf(op, f, row), b)),
          ]),
        ]),
      ),
  );
  const keyed = hits.map((row) => ({
    row,
    key: [k.sortValue(op, w.sort.field, row), k.tie(op, row)] as Key,
  }));
  keyed.sort((a, b) => k.order(op, w.sort.dir, a.key, b.key));
  const win: Window = {
    wish: w,
    rows: keyed.map((x) => x.row),
    keys: keyed.map((x) => x.key),
    start: 0,
    end: 0,
  };
  const n = keyed.length;
  const seek = (key: Key, side: 'after' | 'before') => {
    const i = win.keys.findIndex((x) => k.sought(w, side, k.order(op, w.sort.dir, x, key)));
    return i < 0 ? n : i;
  };
  if (!w.mark) {
    win.start = Math.min(w.offset, n);
    win.end = Math.min(win.start + w.limit, n);
  } else if (w.mark.way === 'after') {
    win.start = w.mark.key ? seek(w.mark.key, 'after') : 0;
    win.end = Math.min(win.start + w.limit, n);
  } else {
    win.end = w.mark.key ? seek(w.mark.key, 'before') : n;
    win.start = Math.max(0, win.end - w.limit);
  }
  k.window(win);
  const { start, end } = win;
  const total = win.rows.length;
  const sort = `${w.sort.field} ${w.sort.dir}`;
  const mark = (way: 'after' | 'before', key: Key | null) => k.writeMark({ list: op, sort, way, key });
  const pagination = k.paging(win, {
    total,
    limit: w.limit,
    offset: w.mark ? 0 : w.offset,
    previousCursor: start > 0 ? mark('before', start < total ? (win.keys[start] ?? null) : null) : null,
    nextCursor: end < total ? mark('after', end > 0 ? (win.keys[end - 1] ?? null) : null) : null,
  });
  return {
    status: 200,
    headers: {},
    body: { data: win.rows.slice(start, end).map((r) => plan.show(r, op)), pagination },
  };
}

export const validText = (v: unknown): v is string =>
  typeof v === 'string' && v.trim() !== '' && [...v].length <= MAX_TEXT;
