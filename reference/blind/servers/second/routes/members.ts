import type { Ctx } from '../ctx.ts';
import { bad, Fault, isUuid, missing, pathId } from '../ctx.ts';
import type { ClassRow, Kind, UserRow } from '../types.ts';

/** The users of a body; one that is unknown or of the other kind refuses the whole. */
export function membersOf(ctx: Ctx, ids: readonly string[], kind: Kind): UserRow[] {
  return ids.map((id) => {
    const u = ctx.db.user(id);
    if (!u || u.kind !== kind)
      throw ctx.on('manner.unknown-member-404')
        ? new Fault(404, `No ${kind} ${id}.`)
        : bad(`${id} is no ${kind}.`);
    return u;
  });
}

export function groupAt(ctx: Ctx, what: 'class' | 'cohort'): ClassRow {
  const id = pathId(ctx);
  if (id === null) {
    if (what === 'cohort' && ctx.on('cohort-id-500'))
      throw new Fault(500, 'invalid input syntax for type uuid');
    throw ctx.on('manner.malformed-404') ? missing(what) : bad(`The ${what} identifier is no UUID.`);
  }
  const row = what === 'class' ? ctx.db.class(id) : ctx.db.cohort(id);
  if (!row) throw missing(what);
  return row;
}

/** Reads group and body in the order of this service: the body first. */
export function groupAndBody<T>(
  ctx: Ctx,
  what: 'class' | 'cohort',
  read: () => T,
): { group: ClassRow; value: T } {
  if (ctx.on('manner.group-before-body')) {
    const group = groupAt(ctx, what);
    return { group, value: read() };
  }
  const malformed = pathId(ctx) === null;
  if (malformed) groupAt(ctx, what);
  const value = read();
  return { group: groupAt(ctx, what), value };
}

/** The year that a list is asked for: null if any, '' if none can match. */
export function yearFilter(ctx: Ctx): string | null {
  const v = ctx.q.get('academicYearId');
  if (v === null || v === '') return null;
  if (v === 'current') {
    const y =
      ctx.path === '/smart-ia/cohorts' && ctx.on('cohort-current-latest')
        ? ctx.db.latestYear()
        : ctx.db.currentYear();
    return y?.id ?? '';
  }
  if (!isUuid(v)) throw bad('"academicYearId" must be a UUID or "current".');
  const known = ctx.db.year(v.toLowerCase());
  if (!known && ctx.on('manner.unknown-year-400')) throw bad('No such academic year.');
  return v.toLowerCase();
}

/** The year of a creation. */
export function yearOfBody(ctx: Ctx, v: unknown): string {
  if (v === undefined || v === null) {
    const y =
      ctx.path === '/classes' && ctx.on('class-default-year-latest')
        ? ctx.db.latestYear()
        : ctx.db.currentYear();
    if (!y) throw bad('There is no current academic year.');
    return y.id;
  }
  if (!isUuid(v)) throw bad('"academicYearId" must be a UUID.');
  const y = ctx.db.year(v.toLowerCase());
  if (!y) throw bad('"academicYearId" is not known.');
  return y.id;
}

export const visible = (ctx: Ctx, c: ClassRow): boolean =>
  !ctx.on('manner.eventual-lists') || c.visibleAt <= Date.now() - 250;
export const newId = (ctx: Ctx): '5' | '7' => (ctx.on('manner.uuid-seven') ? '7' : '5');
