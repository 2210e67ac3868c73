import { compact, iso, isUuid, missing, uuid } from './http.ts';
import type { App, Call, JsonObject, Reply, YearRow } from './types.ts';

export function currentYear(app: App): YearRow {
  const now = app.now();
  const year = app.store.years.find((y) => y.startDate <= now && now <= y.endDate);
  if (year === undefined) throw missing('There is no current academic year');
  return year;
}

export function latestYear(app: App): YearRow {
  return app.store.years[app.store.years.length - 1] as YearRow;
}

/** Turns the filter academicYearId (a UUID or the literal current) into an id. */
export function yearFilter(app: App, value: string): string {
  if (value === 'current') return currentYear(app).academicYearId;
  return uuid(value, 'academicYearId');
}

function view(year: YearRow): JsonObject {
  return compact({
    academicYearId: year.academicYearId,
    name: year.name,
    startDate: iso(year.startDate),
    endDate: iso(year.endDate),
  });
}

export function listYears(app: App, call: Call): Reply {
  let years = app.store.years;
  if (app.on('years-list-drops-oldest')) years = years.slice(1);
  if (app.on('manner.years-newest-first')) years = [...years].reverse();
  const data = years.map((y) => view(y));
  if (app.on('years-list-dates-only')) {
    for (const item of data) item['endDate'] = String(item['endDate']).slice(0, 10);
  }
  if (app.on('years-list-key-renamed')) return { status: 200, body: { academicYears: data } };
  if (app.on('years-list-label') && call.op !== '')
    for (const item of data) item['name'] = Number(String(item['name']).slice(0, 4));
  return { status: 200, body: { data } };
}

export function readCurrentYear(app: App): Reply {
  const year = app.on('years-current-is-latest') ? latestYear(app) : currentYear(app);
  if (app.on('years-current-unwrapped')) return { status: 200, body: view(year) };
  return { status: 200, body: { academicYear: view(year) } };
}

export function readYear(app: App, call: Call): Reply {
  const asked = call.params['academicYearId'] ?? '';
  const year = isUuid(asked)
    ? app.store.years.find((y) => y.academicYearId === asked.toLowerCase())
    : undefined;
  if (year === undefined) {
    if (app.on('year-unknown-gives-current') && isUuid(asked)) return readCurrentYear(app);
    throw missing('No such academic year');
  }
  const shown = view(year);
  if (app.on('year-detail-no-millis')) shown['startDate'] = iso(year.startDate).replace('.000Z', 'Z');
  if (app.on('year-detail-end-next-day')) shown['endDate'] = iso(year.endDate + 1000);
  return { status: 200, body: { academicYear: shown } };
}
