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
import { isOpen, sheet } from './sheet.ts';
import { cell, type House } from './store.ts';

type Range = { from: number; fromToo: boolean; to: number; toToo: boolean; given: boolean };

/** GET /smart-ia/sessions/in-progress: a range, a few sets, and a list kept small from the start. */
export function openDesk(house: House): Desk {
  const { on, db, seals } = house;
  const { attempts } = db;
  const running = attempts.id.map((_, row) => row).filter((row) => isOpen(house, row));

  const range = (q: URLSearchParams, field: string): Range => {
    const found: Range = { from: -Infinity, fromToo: true, to: Infinity, toToo: true, given: false };
    const has = (operator: string): boolean => q.has(`${field}[${operator}]`);
    if (has('gt') && has('gte')) refuse(400, 'gt and gte exclude each other');
    if (has('lt') && has('lte') && !on('open-lt-beside-lte')) refuse(400, 'lt and lte exclude each other');
    for (const name of new Set(q.keys())) {
      if (!name.startsWith(field)) continue;
      const values = q.getAll(name);
      const at = moment(values[0]);
      if (values.length > 1 || Number.isNaN(at)) refuse(400, `${name} is not understood`);
      if (on('open-timestamps-ignored') && /^-?\d+$/.test(values[0] ?? '')) continue;
      found.given = true;
      if (name === `${field}[gt]`) Object.assign(found, { from: at, fromToo: on('open-gt-as-gte') });
      else if (name === `${field}[gte]`) found.from = at;
      else if (name === `${field}[lt]`) Object.assign(found, { to: at, toToo: false });
      else if (name === `${field}[lte]`) found.to = at;
      else refuse(400, `${name} is not understood`);
    }
    return found;
  };

  const among = (q: URLSearchParams, name: string, ids: readonly string[], column: readonly number[]) => {
    const asked = q.getAll(name);
    if (!asked.every(isUuid)) refuse(400, `${name} is no UUID`);
    const wanted = asked.map((id) => id.toLowerCase());
    return (row: number): boolean => wanted.length === 0 || wanted.includes(cell(ids, cell(column, row)));
  };

  const pick = (q: URLSearchParams): number[] => {
    const start = range(q, 'startDate');
    const end = range(q, 'endDate');
    const who = among(q, 'userId', db.users.id, attempts.user);
    const what = among(q, 'testId', db.tests.id, attempts.test);
    const fold = (text: string): string => (on('subject-in-any-case') ? text.toLowerCase() : text);
    const subjects = q.getAll('subject').map(fold);
    const direction = q.get('sort[direction]') ?? 'asc';
    const field = q.get('sort[field]') ?? 'startDate';
    if (!/^(asc|desc)$/.test(direction) || !/^(startDate|endDate|subject)$/.test(field))
      refuse(400, 'sort is not understood');
    if (end.given) return [];
    const source = on('open-with-completed') ? attempts.id.map((_, row) => row) : running;
    const rows = source.filter((row) => {
      const at = cell(attempts.start, row);
      if (at < start.from || at > start.to) return false;
      if ((at === start.from && !start.fromToo) || (at === start.to && !start.toToo)) return false;
      const subject = fold(cell(db.tests.subject, cell(attempts.test, row)));
      if (subjects.length > 0 && !subjects.includes(subject)) return false;
      return (who(row) || on('open-user-ignored')) && what(row);
    });
    const sign = direction === 'desc' ? -1 : 1;
    const tie = on('session-ties-last-first') ? -1 : 1;
    const key = (row: number): string | number => {
      if (field === 'subject') return cell(db.tests.subject, cell(attempts.test, row));
      return field === 'startDate' ? cell(attempts.start, row) : 0;
    };
    return rows.sort((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : tie * (a - b)));
  };

  const draw = (row: number): Dict => {
    const card = sheet(house, row);
    if (on('open-end-null') && isOpen(house, row)) card['endDate'] = null;
    if (on('open-result-given')) card['result'] = { level: 'E1 - Lower' };
    if (on('open-test-null') && row % 7 === 0) card['test'] = null;
    return card;
  };

  const list = (ask: Ask): Reply => {
    const asked = limitOf(ask.q);
    const limit = asked === 1 && on('open-limit-of-one-lost') ? 100 : asked;
    const offset = offsetOf(ask.q);
    const cursor = ask.q.get('cursor');
    if (cursor !== null && ask.q.has('offset')) return refuse(400, 'offset and cursor exclude each other');
    const plain = (text: string): string => (on('open-cursor-no-base64') ? text.replace(/^~/, '') : text);
    const mark = cursor === null ? undefined : seals.open('o', plain(cursor));
    const q = mark === undefined ? ask.q : recall(ask.q, mark.rest);
    if (mark !== undefined && on('open-cursor-loses-direction')) q.delete('sort[direction]');
    const rows = pick(q);
    const back = mark?.way === 'back';
    const spot = mark === undefined ? offset : Number(mark.spot);
    const a = back ? Math.max(0, spot - limit) : spot;
    const z = back ? spot : spot + limit;
    const shift = mark?.way === 'on' && on('open-pages-overlap') ? 1 : 0;
    const cursorOf = (way: string, at: number): string =>
      (on('open-cursor-no-base64') ? '~' : '') + seals.seal('o', way, at, questionOf(q));
    return {
      status: 200,
      body: {
        data: rows.slice(a - shift, z).map(draw),
        pagination: {
          total: rows.length,
          limit: asked,
          offset: mark === undefined ? offset : 0,
          previousCursor: a > 0 && rows.length > 0 ? cursorOf('back', Math.min(a, rows.length)) : null,
          nextCursor: z < rows.length ? cursorOf('on', z) : null,
        },
      },
    };
  };

  return { listInProgressSessions: list };
}
