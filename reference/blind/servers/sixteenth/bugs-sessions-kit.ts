// What the bugs of sessions share.
import { edit, fieldOf, type Hooks, keeping } from './hooks.ts';
import {
  type Bounds,
  type Ctx,
  type Json,
  must,
  objectOf,
  type Row,
  type SessionRow,
  textOf,
} from './types.ts';

export const SE = 'GET /smart-ia/sessions';
export const CP = 'GET /smart-ia/sessions/completed';
export const IP = 'GET /smart-ia/sessions/in-progress';
export const SS = 'POST /smart-ia/sessions/search';
export const ST = 'GET /sessions/completed';
export const dates = 'operators of startDate and endDate mean what they say';
export const range = 'operators may be combined into a range';
export const open = 'an In Progress session has no endDate and result null';
export const level = 'a level is one of the list, as [Level] - [Sub-Level]';
export const form = 'a duration is PnYnMnDTnHnMnS';
export const most = 'at most 30 values of a filter';
export type Test = (time: number, b: Bounds) => boolean;
// The time of a session that a filter looks at.
export const timeOf = (row: Row, name: string): number | undefined => {
  const time = fieldOf(row, name);
  return typeof time === 'number' ? time : undefined;
};
export const when = (name: string, test: Test): Hooks => ({
  filter: (v) => {
    const { bounds } = v;
    if (!bounds || v.name !== name) return v;
    return keeping(v, (row) => {
      const time = timeOf(row, name);
      return time !== undefined && test(time, bounds);
    });
  },
});
// Another reading of the bounds of endDate.
export const ending = (keep: (row: SessionRow, b: Bounds) => boolean): Hooks => ({
  filter: (v) => {
    const { bounds } = v;
    return bounds && v.name === 'endDate' ? keeping(v, (row: SessionRow) => keep(row, bounds)) : v;
  },
});
export const inside: Test = (t, b) =>
  !(b.gt !== undefined && t <= b.gt) &&
  !(b.gte !== undefined && t < b.gte) &&
  !(b.lt !== undefined && t >= b.lt) &&
  !(b.lte !== undefined && t > b.lte);
export const shifted = (name: string, shift: (t: number) => number) =>
  when(name, (t, b) =>
    inside(t, Object.fromEntries(Object.entries(b).map(([k, x]) => [k, shift(Number(x))]))),
  );
export const summer = (t: number): boolean => {
  const d = new Date(t);
  const m = d.getUTCMonth();
  return (m > 2 && m < 9) || (m === 2 && d.getUTCDate() >= 29) || (m === 9 && d.getUTCDate() < 26);
};
export const result = (change: (r: Json, row: SessionRow, c: Ctx) => unknown): Hooks => ({
  item: edit((o, row: SessionRow, c) => {
    if (o['result']) o['result'] = change({ ...objectOf(o['result']) }, row, c);
  }),
});
export const leveled = (how: (l: string) => string) =>
  result((r) => ({ ...r, level: how(textOf(r['level'])) }));
export const subjectOf = (c: Ctx, row: SessionRow): string =>
  must(c.w.tests.find((t) => t.testId === row.testId)).subject;
export const externalOf = (c: Ctx, row: SessionRow): string =>
  must(c.w.users.find((u) => u.userId === row.userId)).externalId ?? '';
export const done = (v: Row[]): Row[] => v.filter((row) => timeOf(row, 'endDate') !== undefined);
export const byStart = (a: SessionRow, b: SessionRow): number => a.startDate - b.startDate;
