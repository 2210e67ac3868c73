import type { FastifyInstance } from 'fastify';
import type { Row, Sql } from './database.ts';
import { HttpError } from './errors.ts';

/** A moment as the interface writes it. */
export const moment = (ms: unknown) => new Date(Number(ms)).toISOString();

const render = ({ id, name, starts, ends }: Row) => ({
  academicYearId: id,
  name,
  startDate: moment(starts),
  endDate: moment(ends),
});

/** The current year. @throws HttpError without one */
export function currentYear(db: Sql): Row {
  const year = db.one('select * from year where starts <= ?1 and ends >= ?1', [Date.now()]);
  if (!year) throw new HttpError(404, 'There is no current academic year.');
  return year;
}

/** Academic years. */
export function yearRoutes(app: FastifyInstance, db: Sql): void {
  app.get('/academic-years', async () => ({
    data: db.all('select * from year order by starts').map(render),
  }));
  app.get('/academic-years/current', async () => ({ academicYear: render(currentYear(db)) }));
  app.get<{ Params: { id: string } }>('/academic-years/:id', async ({ params }) => {
    const year = db.one('select * from year where id = ?', [params.id]);
    if (!year) throw new HttpError(404, 'There is no such academic year.');
    return { academicYear: render(year) };
  });
}
