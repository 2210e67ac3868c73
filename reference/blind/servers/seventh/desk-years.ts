import { type Desk, iso, refuse } from './kit.ts';
import { cell, type House } from './store.ts';

/** Academic years are read-only: each is drawn up once, as a card that all answers share. */
export function yearDesk({ on, db }: House): Desk {
  const { years } = db;
  const cards = years.id.map((id, row) => ({
    academicYearId: id,
    name: cell(years.name, row),
    startDate: iso(cell(years.start, row)),
    endDate: iso(cell(years.end, row)),
  }));
  const order = cards.map((_, row) => row);
  if (on('years-newest-first')) order.reverse();
  let seen = -1;
  let visits = 0;

  const inList = (row: number): Record<string, unknown> => {
    const card: Record<string, unknown> = { ...cell(cards, row) };
    if (on('years-list-dates-without-time')) card['startDate'] = iso(cell(years.start, row)).slice(0, 10);
    if (on('years-list-end-without-millis') && row < years.current)
      card['endDate'] = iso(cell(years.end, row)).replace(/\.\d+Z/, 'Z');
    if (on('years-list-name-null') && row > years.current) card['name'] = null;
    return card;
  };

  return {
    listAcademicYears: () => {
      let rows = order;
      if (on('years-list-without-current')) rows = rows.filter((row) => row !== years.current);
      if (on('years-list-grows') && visits++ > 0) rows = [...rows, years.current];
      if (on('years-list-wrong-name')) return { status: 200, body: { academicYears: rows.map(inList) } };
      return { status: 200, body: { data: rows.map(inList) } };
    },

    getCurrentAcademicYear: (ask) => {
      let row = years.current;
      if (on('year-current-is-newest')) row = cards.length - 1;
      if (on('year-current-by-key') && ask.key === 'restricted') row--;
      if (on('year-current-is-last-read') && seen >= 0) row = seen;
      const card = cell(cards, row);
      if (on('year-current-unwrapped')) return { status: 200, body: card };
      if (on('year-current-as-text'))
        return { status: 200, raw: JSON.stringify({ academicYear: card }), type: 'text/plain' };
      if (on('year-current-dates-swapped')) {
        return {
          status: 200,
          body: { academicYear: { ...card, startDate: card.endDate, endDate: card.startDate } },
        };
      }
      return { status: 200, body: { academicYear: card } };
    },

    getAcademicYear: (ask) => {
      const id = (ask.at[0] ?? '').toLowerCase();
      let row = years.id.indexOf(id);
      if (row < 0 && on('year-get-by-beginning'))
        row = years.id.findIndex((each) => each.slice(0, 8) === id.slice(0, 8));
      if (row < 0 && on('year-get-unknown-is-200')) return { status: 200, body: { academicYear: null } };
      if (row < 0) return refuse(404, 'No such academic year');
      seen = row;
      const card = cell(cards, row);
      if (on('year-get-in-data')) return { status: 200, body: { data: card } };
      return { status: 200, body: { academicYear: card } };
    },
  };
}
