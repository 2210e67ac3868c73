import type { Call } from './call.ts';
import { DAY, isSummer, parseMoment } from './dates.ts';
import { bad } from './errors.ts';
import { isObject, isUuid, single, uuidText } from './params.ts';
import type { Json } from './types.ts';

type Operator = 'gt' | 'gte' | 'lt' | 'lte';
export type Range = Partial<Record<Operator, number | undefined>>;

export interface SessionFilters extends Json {
  startDate?: Range | undefined;
  endDate?: Range | undefined;
  userIds?: string[] | undefined;
  testIds?: string[] | undefined;
  subjects?: string[] | undefined;
  status?: string | undefined;
}

export const STATUS = { open: 'IN_PROGRESS', done: 'COMPLETED' };
const OPERATORS: readonly string[] = ['gt', 'gte', 'lt', 'lte'];

type Which = 'startDate' | 'endDate';

function given(c: Call, which: Which): Json | undefined {
  if (isObject(c.body)) {
    const search = c.body['search'];
    const value = isObject(search) ? search[which] : undefined;
    if (value !== undefined && !isObject(value)) throw bad(`"${which}" takes gt, gte, lt or lte.`);
    return value;
  }
  if (c.query.has(which)) throw bad(`"${which}" takes gt, gte, lt or lte.`);
  const found: Json = {};
  for (const name of new Set(c.query.keys())) {
    if (!name.startsWith(`${which}[`) || !name.endsWith(']')) continue;
    found[name.slice(which.length + 1, -1)] = single(c, name);
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

function bothOk(c: Call, which: Which, a: string): boolean {
  const start = which === 'startDate';
  if (c.ep === 'sess') {
    if (start && a === 'gt' && c.on('sess-start-gt-gte-ok')) return true;
    return !start && a === 'lt' && c.on('sess-end-lt-lte-ok');
  }
  if (c.ep === 'done') {
    if (start && a === 'lt' && c.on('done-start-lt-lte-ok')) return true;
    return !start && a === 'gt' && c.on('done-end-gt-gte-ok');
  }
  if (c.ep === 'prog') return start && a === 'gt' && c.on('prog-start-gt-gte-ok');
  if (c.ep === 'ssearch') return start && a === 'lt' && c.on('ssearch-start-lt-lte-ok');
  return false;
}

function moment(c: Call, which: Which, operator: string, value: unknown): number | undefined {
  const { ep, on } = c;
  const start = which === 'startDate';
  const text = typeof value === 'number' || typeof value === 'string' ? value : '';
  const unix = typeof text === 'number' || /^-?\d+$/.test(text);
  if (unix) {
    const number = Number(text);
    if (ep === 'sess' && start && operator === 'gte' && on('sess-start-gte-unix-millis')) return number;
    if (ep === 'sess' && !start && on('sess-end-unix-ignored')) return undefined;
    if (ep === 'done' && start && operator.startsWith('l') && on('done-start-unix-ignored')) return undefined;
    if (ep === 'done' && number < 1_000_000_000 && on('done-unix-short-refused')) throw bad('No moment.');
    if (ep === 'prog' && number === 0 && on('prog-unix-zero-ignored')) return undefined;
    if (ep === 'sess' && number < 0 && on('sess-unix-negative-refused')) throw bad('No moment.');
    if (ep === 'prog' && number > 0 && on('prog-unix-minutes')) return Math.floor(number / 60) * 60_000;
    if (ep === 'ssearch' && number > 2_147_483_647 && on('ssearch-unix-2038')) return 0;
    if (ep === 'sess' && number > 2_147_483_647 && on('sess-unix-2038-millis')) return number;
  }
  const time = parseMoment(text);
  if (time === undefined) {
    if (
      ep === 'sess' &&
      start &&
      typeof text === 'string' &&
      /[a-z]/.test(text) &&
      on('sess-start-garbage-ok')
    )
      return undefined;
    if (ep === 'prog' && on('prog-start-garbage-ok')) return undefined;
    if (ep === 'done' && !start && on('done-end-garbage-none')) return Number.NaN;
    throw bad(`"${which}[${operator}]" must be a date-time or a Unix timestamp.`);
  }
  if (unix || typeof text === 'number') return time;
  const [, zone = ''] = /([+-]\d{2}:?\d{2})$/.exec(text) ?? [];
  const here = Date.parse(`${text.slice(0, 19)}Z`);
  if (zone && !/00:?00$/.test(zone)) {
    if (ep === 'sess' && on('sess-offset-ignored')) return here;
    if (ep === 'done' && on('done-offset-reversed')) return here - (time - here);
  }
  if (!text.includes('.') && ep === 'done' && start && on('done-start-no-millis-refused'))
    throw bad('Three digits of milliseconds are needed.');
  if (!text.includes('.') && ep === 'prog' && on('prog-start-no-millis-ignored')) return undefined;
  if (isSummer(time) && ep === 'sess' && !start && on('sess-end-summer-hour')) return time - 3_600_000;
  if (isSummer(time) && ep === 'prog' && on('prog-start-summer-hour')) return time - 3_600_000;
  if (time % 1000 !== 0 && ep === 'sess' && start && on('sess-start-millis-cut')) return time - (time % 1000);
  if (time % DAY !== 0 && ep === 'done' && operator === 'lte' && !start && on('done-end-lte-whole-day'))
    return time - (time % DAY) + DAY - 1;
  if (
    time % DAY !== 0 &&
    ep === 'ssearch' &&
    start &&
    operator === 'gte' &&
    on('ssearch-start-gte-whole-day')
  )
    return time - (time % DAY);
  return time;
}

function rangeOf(c: Call, which: Which): Range | undefined {
  const found = given(c, which);
  if (!found) return undefined;
  const names = Object.keys(found);
  for (const name of names) {
    if (!OPERATORS.includes(name)) throw bad(`"${which}" has no operator "${name}".`);
  }
  for (const [a, b] of [
    ['gt', 'gte'],
    ['lt', 'lte'],
  ] as const) {
    if (a in found && b in found && !bothOk(c, which, a))
      throw bad(`"${a}" and "${b}" cannot be used together.`);
  }
  if ('gt' in found && 'lte' in found && c.ep === 'done' && c.on('done-gt-lte-refused'))
    throw bad('These cannot be combined.');
  const range: Range = {};
  for (const name of names as Operator[]) {
    const time = moment(c, which, name, found[name]);
    if (time !== undefined) range[name] = time;
  }
  if (names.length < 2) return range;
  if (c.ep === 'sess' && which === 'startDate' && c.on('sess-start-range-last-only')) {
    const last = names.at(-1) as Operator;
    return { [last]: range[last] };
  }
  if (c.ep === 'prog' && c.on('prog-range-lower-only')) return { gt: range.gt, gte: range.gte };
  const low = range.gt ?? range.gte ?? 0;
  const high = range.lt ?? range.lte ?? Number.MAX_SAFE_INTEGER;
  if (low > high && c.ep === 'ssearch' && c.on('ssearch-range-turned')) return { gte: high, lte: low };
  if (low === high && c.ep === 'done' && c.on('done-range-of-moment-empty')) return { gt: low, lt: high };
  if (low > high && c.ep === 'sess' && c.on('sess-range-reversed-ignored')) return {};
  return range;
}

function listParameter(c: Call, name: 'userId' | 'testId' | 'subject'): string[] | undefined {
  const values = c.query.getAll(name);
  if (values.length === 0) return undefined;
  const sess = c.ep === 'sess';
  if (values.length === 30 && sess && name === 'testId' && c.on('sess-testid-30-refused'))
    throw bad('Too many values.');
  if (values.length > 30) {
    if (sess && name === 'userId' && values.length === 31 && c.on('sess-userid-31-ok')) return values;
    if (sess && name === 'subject' && c.on('sess-subject-unbounded')) return values;
    if (sess && name === 'testId' && c.on('sess-testid-cut-at-30')) return values.slice(0, 30);
    throw bad(`"${name}" may have 30 values at most.`);
  }
  if (name !== 'subject' && !values.every(uuidText)) {
    if (sess && name === 'testId' && c.on('sess-testid-malformed-none')) return ['none'];
    if (sess && name === 'userId' && c.on('sess-userid-malformed-ignored')) return undefined;
    throw bad(`"${name}" must be a UUID.`);
  }
  if (name === 'subject' && values.includes('')) throw bad('"subject" holds an empty value.');
  if (values.length > 1) {
    if (sess && name === 'userId' && c.on('sess-userid-last-only')) return values.slice(-1);
    if (c.ep === 'done' && name === 'testId' && c.on('done-testid-first-only')) return values.slice(0, 1);
    if (c.ep === 'prog' && name === 'subject' && c.on('prog-subject-last-only')) return values.slice(-1);
  }
  return name === 'subject' ? values : values.map((value) => value.toLowerCase());
}

function listProperty(c: Call, search: Json, name: 'userIds' | 'testIds' | 'subjects'): string[] | undefined {
  const value = search[name];
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length === 0)
    throw bad(`"${name}" must be a list with one value at least.`);
  const texts = value.map((item) => {
    if (typeof item !== 'string' || item === '') throw bad(`"${name}" holds what is no text.`);
    if (name !== 'subjects' && !isUuid(item)) throw bad(`"${name}" holds what is no UUID.`);
    return name === 'subjects' ? item : item.toLowerCase();
  });
  if (texts.length > 30) {
    if (name === 'userIds' && c.on('ssearch-userids-31-refused')) throw bad('Too many values.');
    if (name === 'userIds' && c.on('ssearch-userids-first-30')) return texts.slice(0, 30);
  }
  if (texts.length > 1) {
    if (name === 'subjects' && c.on('ssearch-subjects-first-only')) return texts.slice(0, 1);
    if (name === 'testIds' && c.on('ssearch-testids-last-only')) return texts.slice(-1);
  }
  return texts;
}

function statusOf(c: Call, status: unknown): string | undefined {
  if (status === undefined) return undefined;
  if (status === STATUS.open || status === STATUS.done) return status;
  if (c.ep === 'sess' && c.on('sess-status-unknown-all')) return undefined;
  throw bad(`"status" must be ${STATUS.open} or ${STATUS.done}.`);
}

/** Filters that get lost when others are there. */
function dropped(c: Call, f: SessionFilters): SessionFilters {
  if (c.ep === 'sess') {
    if (f.status && f.testIds && c.on('sess-status-lost-with-tests')) return { ...f, status: undefined };
    if (f.startDate && f.endDate && c.on('sess-end-lost-with-start')) return { ...f, endDate: undefined };
    if (f.subjects && f.userIds && c.on('sess-subject-lost-with-users')) return { ...f, subjects: undefined };
    if (f.userIds && f.startDate && c.on('sess-start-lost-with-users')) return { ...f, startDate: undefined };
  } else if (c.ep === 'done') {
    if (f.userIds && c.on('done-userid-ignored')) return { ...f, userIds: undefined };
    if (f.subjects && f.startDate && c.on('done-subject-lost-with-start'))
      return { ...f, subjects: undefined };
    if (f.endDate && f.testIds && c.on('done-end-lost-with-tests')) return { ...f, endDate: undefined };
  } else if (c.ep === 'prog') {
    if (f.endDate && c.on('prog-end-ignored')) return { ...f, endDate: undefined };
    if (f.testIds && f.userIds && c.on('prog-tests-lost-with-users')) return { ...f, testIds: undefined };
  } else {
    if (f.status && c.on('ssearch-status-ignored')) return { ...f, status: undefined };
    if (f.endDate && f.startDate && c.on('ssearch-start-lost-with-end'))
      return { ...f, startDate: undefined };
    if (f.status === STATUS.open && f.userIds && c.on('ssearch-users-lost-with-open'))
      return { ...f, userIds: undefined };
  }
  return f;
}

export function sessionFilters(c: Call): SessionFilters {
  if (c.ep === 'ssearch') {
    if (!isObject(c.body)) throw bad('The body must be a JSON object.');
    const search = c.body['search'] ?? {};
    if (!isObject(search)) throw bad('"search" must be an object.');
    return dropped(c, {
      startDate: rangeOf(c, 'startDate'),
      endDate: rangeOf(c, 'endDate'),
      userIds: listProperty(c, search, 'userIds'),
      testIds: listProperty(c, search, 'testIds'),
      subjects: listProperty(c, search, 'subjects'),
      status: statusOf(c, search['status']),
    });
  }
  return dropped(c, {
    startDate: rangeOf(c, 'startDate'),
    endDate: rangeOf(c, 'endDate'),
    userIds: listParameter(c, 'userId'),
    testIds: listParameter(c, 'testId'),
    subjects: listParameter(c, 'subject'),
    status: c.ep === 'sess' ? statusOf(c, single(c, 'status')) : undefined,
  });
}
