// Academic years.

import { currentYear } from './clock.ts';
import { instant } from './notation.ts';
import { answer, refuse } from './replies.ts';
import type { Ctx, JsonObject, YearRow } from './types.ts';

const showYear = (row: YearRow): JsonObject => ({
  academicYearId: row.academicYearId,
  name: row.name,
  startDate: instant(row.from),
  endDate: instant(row.to),
});

export const listYears = (ctx: Ctx): Response => {
  const rows = [...ctx.db.years].sort((a, b) =>
    ctx.on('manner.years-newest-first') ? b.from - a.from : a.from - b.from,
  );
  ctx.db.memo.set('years answered', true);
  return answer(200, { data: rows.map(showYear) });
};

export const readCurrentYear = (ctx: Ctx): Response => {
  const row = currentYear(ctx.db);
  if (row === undefined) return refuse(404, 'no academic year contains today');
  const shown = showYear(row);
  if (ctx.on('current-year-without-ms')) {
    shown['startDate'] = instant(row.from).replace(/\.\d+Z/, 'Z');
    shown['endDate'] = instant(row.to).replace(/\.\d+Z/, 'Z');
  }
  return answer(200, { academicYear: shown });
};

export const readYear = (ctx: Ctx): Response => {
  const id = (ctx.params['academicYearId'] ?? '').toLowerCase();
  if (ctx.on('year-malformed-id-400') && !/^[0-9a-f-]{36}$/.test(id))
    return refuse(400, 'academicYearId must be a UUID');
  const row = ctx.db.years.find((y) => y.academicYearId === id);
  return row === undefined
    ? refuse(404, 'academic year not found')
    : answer(200, { academicYear: showYear(row) });
};
