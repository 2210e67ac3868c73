import { missing, pathId } from '../ctx.ts';
import { yearJson } from '../present.ts';
import type { Route } from './route.ts';

export const yearRoutes: Route[] = [
  {
    method: 'GET',
    path: '/academic-years',
    need: 'read',
    run: (ctx) => {
      let rows = ctx.db.years;
      const gone = ctx.state.get('spliced');
      if (typeof gone === 'string' && ctx.on('years-current-splice'))
        rows = rows.filter((y) => y.id !== gone);
      if (ctx.on('manner.years-newest-first')) rows = [...rows].reverse();
      return { status: 200, body: { data: rows.map((y) => yearJson(ctx, y)) } };
    },
  },
  {
    method: 'GET',
    path: '/academic-years/current',
    need: 'read',
    run: (ctx) => {
      const y = ctx.db.currentYear();
      if (!y) throw missing('current academic year');
      ctx.state.set('spliced', y.id);
      return { status: 200, body: { academicYear: yearJson(ctx, y) } };
    },
  },
  {
    method: 'GET',
    path: '/academic-years/{academicYearId}',
    need: 'read',
    run: (ctx) => {
      const y = ctx.db.year(pathId(ctx) ?? '');
      if (!y) throw missing('academic year');
      return { status: 200, body: { [ctx.on('years-no-wrap') ? 'data' : 'academicYear']: yearJson(ctx, y) } };
    },
  },
];
