// Bugs of the filters by date on lists of sessions.

import { argsIf, deep, filter, lax, on, plain, S, SC, SL, SP, SS, ST, sub } from './kit.ts';
import type { Ctx, Def } from './switches.ts';
import type { DateOps, Json, ListArgs, Row } from './types.ts';

const GT = 'gt finds what is later than the value';
const GTE = 'gte finds what is at the value or later';
const LT = 'lt finds what is before the value';
const LTE = 'lte finds what is at the value or before';
const RANGE = 'operators may be combined into a range';
const UNIX = 'a value may be a Unix timestamp in seconds';
const END = 'endDate filters by the end of the session';
const START = 'startDate filters by the start of the session';

type Name = 'startDate' | 'endDate';
const time = (row: Row, name: Name): number | undefined => (name === 'startDate' ? S(row).start : S(row).end);

/** Lets in what stands exactly at the value of an operator. */
const inclusive = (ops: string, name: Name, op: 'gt' | 'lt', when: (a: ListArgs) => boolean = () => true) =>
  filter(
    ops,
    name,
    (ok, row, a) => ok || (when(a) && time(row, name) !== undefined && time(row, name) === a.f[name]?.[op]),
  );

/** Keeps out what stands exactly at the value of an operator. */
const exclusive = (ops: string, name: Name, op: 'gte' | 'lte', when: (a: ListArgs) => boolean = () => true) =>
  filter(ops, name, (ok, row, a) => ok && !(when(a) && time(row, name) === a.f[name]?.[op]));

const said = (a: ListArgs, name: Name, op: string): string | undefined => {
  const direct = a.raw.get(`${name}[${op}]`)?.[0];
  if (direct !== undefined) return String(direct);
  const inner = a.raw.get(name)?.[0];
  const value: Json | undefined =
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? sub({ x: inner }, 'x')[op]
      : undefined;
  return value === undefined ? undefined : String(value);
};
const isUnix = (a: ListArgs, name: Name, op: string): boolean => /^\d+$/.test(said(a, name, op) ?? '');

const each = (ops: string, name: Name, fn: (d: DateOps, a: ListArgs) => void) =>
  on('args', ops, (a) => {
    const dates = a.f[name];
    if (dates) fn(dates, a);
  });

const scale = (d: DateOps, a: ListArgs, name: Name, by: number): void => {
  for (const op of ['gt', 'gte', 'lt', 'lte'] as const) {
    const value = d[op];
    if (value !== undefined && isUnix(a, name, op)) d[op] = value * by;
  }
};
const count = (d: DateOps): number => Object.keys(d).length;
const floor = (ms: number, to: number): number => Math.floor(ms / to) * to;
const unixGiven = (c: Ctx): boolean =>
  c.req.query.some(([name, value]) => /^(start|end)Date\[/.test(name) && /^\d+$/.test(value));

export const dateBugs: readonly Def[] = [
  // Boundaries
  deep(
    'date.sessions.start-gt-inclusive',
    GT,
    'startDate[gt] finds a session at the very moment',
    inclusive(SL, 'startDate', 'gt'),
  ),
  deep(
    'date.sessions.start-lte-exclusive',
    LTE,
    'startDate[lte] does not find a session at the very moment',
    exclusive(SL, 'startDate', 'lte'),
  ),
  deep(
    'date.sessions.end-gte-exclusive',
    GTE,
    'endDate[gte] does not find a session at the very moment',
    exclusive(SL, 'endDate', 'gte'),
  ),
  deep(
    'date.sessions.end-lt-inclusive',
    LT,
    'endDate[lt] finds a session at the very moment',
    inclusive(SL, 'endDate', 'lt'),
  ),
  deep(
    'date.sessions.gte-exclusive-in-range',
    GTE,
    'startDate[gte] is exclusive where an upper bound is given as well',
    exclusive(SL, 'startDate', 'gte', (a) => count(a.f.startDate ?? {}) > 1),
  ),
  deep(
    'date.completed.start-gte-exclusive',
    GTE,
    'startDate[gte] does not find a session at the very moment',
    exclusive(SC, 'startDate', 'gte'),
  ),
  deep(
    'date.completed.end-gt-inclusive',
    GT,
    'endDate[gt] finds a session at the very moment',
    inclusive(SC, 'endDate', 'gt'),
  ),
  deep(
    'date.completed.start-lt-inclusive-descending',
    LT,
    'startDate[lt] is inclusive where the order is descending',
    inclusive(SC, 'startDate', 'lt', (a) => a.direction === 'desc'),
  ),
  deep(
    'date.progress.start-gt-inclusive-with-user',
    GT,
    'startDate[gt] is inclusive where userId is given',
    inclusive(SP, 'startDate', 'gt', (a) => a.f.userId !== undefined),
  ),
  deep(
    'date.progress.start-lte-exclusive',
    LTE,
    'startDate[lte] does not find a session at the very moment',
    exclusive(SP, 'startDate', 'lte'),
  ),
  deep(
    'date.search.start-gte-exclusive',
    GTE,
    'startDate.gte does not find a session at the very moment',
    exclusive(SS, 'startDate', 'gte'),
  ),
  deep(
    'date.search.end-lt-inclusive',
    LT,
    'endDate.lt finds a session at the very moment',
    inclusive(SS, 'endDate', 'lt'),
  ),
  deep(
    'date.study.end-lte-exclusive',
    LTE,
    'endDate[lte] does not find a study session at the very moment',
    exclusive(ST, 'endDate', 'lte'),
  ),
  // Precision
  deep(
    'date.sessions.value-to-the-second',
    LTE,
    'milliseconds of startDate[lte] are dropped',
    each(SL, 'startDate', (d) => {
      if (d.lte !== undefined) d.lte = floor(d.lte, 1000);
    }),
  ),
  deep(
    'date.sessions.end-value-to-the-minute',
    GT,
    'seconds of endDate[gt] are dropped',
    each(SL, 'endDate', (d) => {
      if (d.gt !== undefined) d.gt = floor(d.gt, 60_000);
    }),
  ),
  deep(
    'date.completed.row-to-the-second',
    GT,
    'milliseconds of a start are dropped before startDate[gt] is looked at',
    filter(
      SC,
      'startDate',
      (ok, row, a) =>
        ok && !(a.f.startDate?.gt !== undefined && floor(S(row).start, 1000) <= a.f.startDate.gt),
    ),
  ),
  deep(
    'date.completed.whole-day',
    LTE,
    'endDate[lte] finds all of the day',
    each(SC, 'endDate', (d) => {
      if (d.lte !== undefined) d.lte = floor(d.lte, 86_400_000) + 86_399_999;
    }),
  ),
  deep(
    'date.progress.start-of-day',
    GTE,
    'startDate[gte] finds all of the day',
    each(SP, 'startDate', (d) => {
      if (d.gte !== undefined) d.gte = floor(d.gte, 86_400_000);
    }),
  ),
  deep(
    'date.study.value-rounded',
    LT,
    'startDate[lt] is rounded up to the second',
    each(ST, 'startDate', (d) => {
      if (d.lt !== undefined) d.lt = Math.ceil(d.lt / 1000) * 1000;
    }),
  ),
  // Unix timestamps
  deep(
    'date.sessions.unix-as-milliseconds',
    UNIX,
    'a timestamp for startDate is taken as milliseconds',
    each(SL, 'startDate', (d, a) => scale(d, a, 'startDate', 0.001)),
  ),
  deep(
    'date.sessions.unix-refused-for-end',
    UNIX,
    'a timestamp for endDate is refused',
    on('args', SL, (a, c) => {
      if (a.f.endDate && /^\d/.test(said(a, 'endDate', 'lte') ?? '') && isUnix(a, 'endDate', 'lte'))
        c.fail(400, 'date', 'endDate must be a date-time');
    }),
  ),
  deep(
    'date.sessions.unix-zero',
    UNIX,
    'the timestamp 0 counts as no value',
    each(SL, 'startDate', (d) => {
      for (const op of ['gt', 'gte', 'lt', 'lte'] as const) if (d[op] === 0) delete d[op];
    }),
  ),
  deep(
    'date.progress.unix-ignored',
    UNIX,
    'a timestamp is ignored beside a date-time',
    on('args', SP, (a, c) => {
      const d = a.f.startDate;
      if (d && count(d) > 1 && unixGiven(c))
        for (const op of ['gt', 'gte', 'lt', 'lte'] as const) if (isUnix(a, 'startDate', op)) delete d[op];
    }),
  ),
  deep(
    'date.search.unix-number-as-milliseconds',
    UNIX,
    'a number is taken as milliseconds',
    each(SS, 'endDate', (d, a) => scale(d, a, 'endDate', 0.001)),
  ),
  deep(
    'date.study.unix-hour-off',
    UNIX,
    'a timestamp is taken in a zone one hour off',
    each(ST, 'startDate', (d, a) => {
      for (const op of ['gt', 'gte', 'lt', 'lte'] as const) {
        const v = d[op];
        if (v !== undefined && isUnix(a, 'startDate', op)) d[op] = v + 3_600_000;
      }
    }),
  ),
  // Ranges
  deep(
    'date.sessions.range-first-only',
    RANGE,
    'of two operators for startDate the upper is ignored',
    each(SL, 'startDate', (d) => {
      if (count(d) > 1) {
        delete d.lt;
        delete d.lte;
      }
    }),
  ),
  deep(
    'date.sessions.end-range-lower-lost',
    RANGE,
    'of two operators for endDate the lower is ignored',
    each(SL, 'endDate', (d) => {
      if (count(d) > 1) {
        delete d.gt;
        delete d.gte;
      }
    }),
  ),
  deep(
    'date.completed.range-either',
    RANGE,
    'a range finds what fits either of its operators',
    filter(SC, 'startDate', (ok, row, a) => {
      const d = a.f.startDate ?? {};
      const t = S(row).start;
      if (count(d) < 2) return ok;
      return (
        t > (d.gt ?? Infinity) ||
        t >= (d.gte ?? Infinity) ||
        t < (d.lt ?? -Infinity) ||
        t <= (d.lte ?? -Infinity)
      );
    }),
  ),
  deep(
    'date.progress.range-refused',
    RANGE,
    'gt beside lte is refused',
    on('args', SP, (a, c) => {
      const d = a.f.startDate;
      if (d?.gt !== undefined && d.lte !== undefined)
        c.fail(400, 'date', 'gt and lte cannot be used together');
    }),
  ),
  deep(
    'date.search.range-turned',
    RANGE,
    'the bounds of an endDate range change places',
    each(SS, 'endDate', (d) => {
      if (d.gt !== undefined && d.lt !== undefined) [d.gt, d.lt] = [d.lt, d.gt];
    }),
  ),
  deep(
    'date.sessions.both-dates-end-lost',
    END,
    'endDate is ignored beside startDate',
    argsIf(
      SL,
      (a) => a.f.startDate !== undefined,
      (a) => {
        delete a.f.endDate;
      },
    ),
  ),
  deep(
    'date.completed.both-dates-start-lost',
    START,
    'startDate is ignored beside endDate',
    argsIf(
      SC,
      (a) => a.f.endDate !== undefined,
      (a) => {
        delete a.f.startDate;
      },
    ),
  ),
  deep(
    'date.sessions.range-point',
    RANGE,
    'a range with gte and lte at one moment finds nothing',
    filter(
      SL,
      'startDate',
      (ok, _row, a) => ok && !(a.f.startDate?.gte !== undefined && a.f.startDate.gte === a.f.startDate.lte),
    ),
  ),
  // Which date
  plain(
    'date.completed.end-by-start',
    END,
    'endDate filters by the start',
    filter(SC, 'endDate', (_ok, row, a) => {
      const d = a.f.endDate ?? {};
      const t = S(row).start;
      return (
        t > (d.gt ?? -Infinity) &&
        t >= (d.gte ?? -Infinity) &&
        t < (d.lt ?? Infinity) &&
        t <= (d.lte ?? Infinity)
      );
    }),
  ),
  deep(
    'date.search.start-by-end',
    START,
    'startDate filters completed sessions by their end',
    filter(SS, 'startDate', (ok, row, a) => {
      const t = S(row).end;
      const d = a.f.startDate ?? {};
      if (t === undefined) return ok;
      return (
        t > (d.gt ?? -Infinity) &&
        t >= (d.gte ?? -Infinity) &&
        t < (d.lt ?? Infinity) &&
        t <= (d.lte ?? Infinity)
      );
    }),
  ),
  deep(
    'date.sessions.end-before-finds-open',
    'a session in progress has no endDate',
    'endDate[lt] finds sessions in progress',
    filter(SL, 'endDate', (ok, row, a) => ok || (S(row).end === undefined && a.f.endDate?.lt !== undefined)),
  ),
  deep(
    'date.search.end-after-finds-open',
    'a session in progress has no endDate',
    'endDate.gt finds sessions in progress',
    filter(SS, 'endDate', (ok, row, a) => ok || (S(row).end === undefined && a.f.endDate?.gt !== undefined)),
  ),
  // Conflicts
  plain(
    'date.sessions.start-gt-gte',
    'gt and gte cannot be used together',
    'startDate[gt] beside startDate[gte] is let through',
    lax(SL, 'both.gt.startDate'),
  ),
  deep(
    'date.sessions.end-gt-gte',
    'gt and gte cannot be used together',
    'endDate[gt] beside endDate[gte] is let through',
    lax(SL, 'both.gt.endDate'),
  ),
  deep(
    'date.sessions.lt-lte-with-lower',
    'lt and lte cannot be used together',
    'startDate[lt] beside startDate[lte] is let through where a lower bound is given',
    lax(SL, 'both.lt.startDate', (c) => c.req.query.some(([name]) => name.startsWith('startDate[g'))),
  ),
  deep(
    'date.sessions.end-lt-lte',
    'lt and lte cannot be used together',
    'endDate[lt] beside endDate[lte] is let through',
    lax(SL, 'both.lt.endDate'),
  ),
  plain(
    'date.completed.lt-lte',
    'lt and lte cannot be used together',
    'startDate[lt] beside startDate[lte] is let through',
    lax(SC, 'both.lt.startDate'),
  ),
  deep(
    'date.progress.gt-gte-equal',
    'gt and gte cannot be used together',
    'startDate[gt] beside startDate[gte] of the same value is let through',
    lax(
      SP,
      'both.gt.startDate',
      (c) => new Set(c.req.query.filter(([n]) => n.startsWith('startDate[g')).map(([, v]) => v)).size === 1,
    ),
  ),
  deep(
    'date.sessions.garbage-ignored',
    'a value is a date-time or a timestamp',
    'a startDate that is neither is ignored',
    lax(SL, 'date.startDate'),
  ),
  deep(
    'date.completed.garbage-ignored',
    'a value is a date-time or a timestamp',
    'an endDate that is neither is ignored',
    lax(SC, 'date.endDate'),
  ),
];
