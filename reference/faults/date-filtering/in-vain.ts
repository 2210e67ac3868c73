import { dateFilters, datesIn } from '../kit/date-filters.ts';
import { type Fault, fault } from '../kit/fault.ts';
import { lostRedirect } from '../kit/no-refusal.ts';
import { onPage } from '../kit/pages.ts';

/** Faults of moments that no filter takes and none refuses, and of both bounds at once. */
export const inVain: readonly Fault[] = [
  fault('date-filtering.value-unix/far!redirected', {
    on: ['listSessions'],
    story: 'What lies before 1970 leads to the list without filters, by a redirect without its address.',
    deep: true,
    with: lostRedirect(async (request) =>
      [...(await datesIn(request)).values()].some((text) => /^-\d+$/.test(text)),
    ),
  }),
  fault('date-filtering.value-unreadable!redirected', {
    on: ['listSessions'],
    story: 'What is no date leads to the list without filters, by a redirect without its address.',
    deep: true,
    with: lostRedirect(async (request) => [...(await datesIn(request)).values()].some(isNoDay)),
  }),
  fault('date-filtering.value-unreadable!day-redirected', {
    on: ['listSessions'],
    story: 'A day that the calendar does not have leads to the calendar, by a redirect without its address.',
    deep: true,
    with: lostRedirect(async (request) => [...(await datesIn(request)).values()].some(isImpossible)),
  }),
  fault('date-filtering.range/partition!both-ends-open', {
    on: ['listSessions'],
    story: 'The library knows intervals with open ends alone.',
    with: dateFilters((asked) => {
      for (const [from, to] of [
        ['startDate[gte]', 'startDate[gt]'],
        ['startDate[lte]', 'startDate[lt]'],
      ] as const) {
        const value = asked.get(from);
        if (value === null) continue;
        asked.delete(from);
        asked.set(to, value);
      }
    }),
  }),
  fault('date-filtering.range/partition!one-fewer', {
    on: ['listSessions'],
    story: 'What is counted from a moment on is counted up to now, and the newest session is not in it.',
    deep: true,
    with: async (request, service) => {
      const names = [...(await datesIn(request)).keys()];
      const isFrom = names.some((name) => /^startDate\[gte?\]$/.test(name));
      return onPage(request, service, ({ pagination }) => {
        if (isFrom && pagination.total > 0) pagination.total -= 1;
      });
    },
  }),
];

/** Whether a text has the form of a moment, and is none. */
function isImpossible(text: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(text) && (isNoDay(text) || Number.isNaN(Date.parse(text)));
}

function isNoDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  if (day === undefined) return !/^-?\d+$/.test(text);
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() !== Number(day);
}
