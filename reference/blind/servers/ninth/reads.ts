// Reading years, classes, cohorts, tests and users.
import type { Ctx } from './context.ts';
import type { Reply } from './http.ts';
import { absent, HttpError, invalid } from './http.ts';
import type { Json } from './input.ts';
import { isObject, isUuid, objectParam, payload, single, sortOf } from './input.ts';
import { pageOf, paginate } from './paging.ts';
import { ROLES } from './seed.ts';
import type { ClassRow, Cmp, CohortRow, Pred, UserRow } from './store.ts';
import { Query } from './store.ts';
import { classView, cohortView, currentYear, fullName, testView, userView, yearView } from './views.ts';

const ok = (body: unknown): Reply => ({ status: 200, body });

export function listYears(c: Ctx): Reply {
  const { on } = c;
  let rows = [...c.db.years.rows];
  if (on('m-years-newest-first')) rows.reverse();
  if (on('years-last-dropped')) rows = rows.slice(0, -1);
  if (on('years-joined-twice'))
    rows = rows.flatMap((y) => c.db.cohorts.rows.filter((k) => k.yearId === y.id).map(() => y));
  if (on('years-only-running')) rows = rows.filter((y) => y.end >= Date.now());
  const data = rows.map((y) => yearView(c, y));
  if (on('years-under-own-name')) return ok({ academicYears: data });
  if (on('years-bare-array')) return ok(data);
  return ok({ data });
}

export function getCurrentYear(c: Ctx): Reply {
  const year = currentYear(c);
  if (!year) throw absent('academic year');
  const view = yearView(c, year);
  return ok(c.on('year-in-data') ? { data: view } : { academicYear: view });
}

export function getYear(c: Ctx): Reply {
  const { on } = c;
  const id = c.params['academicYearId'] as string;
  if (!isUuid(id) && on('year-malformed-500')) throw new HttpError(500, 'invalid input syntax for type uuid');
  let year = c.db.years.find((y) => y.id === id.toLowerCase());
  if (!year && on('year-unknown-current')) year = currentYear(c);
  if (year && year.end < Date.now() && on('year-past-404')) year = undefined;
  if (!year) {
    if (on('year-unknown-200')) return ok({ academicYear: null });
    throw on('year-unknown-400') ? invalid('Unknown academic year.') : absent('academic year');
  }
  const view = yearView(c, year);
  return ok(on('year-unwrapped') ? view : { academicYear: view });
}

const fold = (text: string): string => text.toLowerCase();
const asciiFold = (text: string): string => text.replace(/[A-Z]/g, (x) => x.toLowerCase());
const plain = (text: string): string => fold(text).normalize('NFD').replace(/\p{M}/gu, '');
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const like = (pattern: string, text: string): boolean =>
  new RegExp(`^${escaped(fold(pattern)).replaceAll('%', '.*').replaceAll('_', '.')}$`, 's').test(fold(text));

export function listClasses(c: Ctx): Reply {
  const { on } = c;
  const search = single(c.query, 'search');
  const year = single(c.query, 'academicYearId');
  const page = pageOf(c, 'classes', c.query);
  let bySearch: Pred<ClassRow> | undefined;
  if (search !== undefined && !on('classes-search-ignored')) {
    const s = on('classes-search-plus') ? search.replaceAll('+', ' ') : search;
    const wanted = fold(s);
    bySearch = (row) => fold(row.name) === wanted;
    if (on('classes-search-case')) bySearch = (row) => row.name === s;
    if (on('classes-search-prefix')) bySearch = (row) => fold(row.name).startsWith(wanted);
    if (on('classes-search-substring')) bySearch = (row) => fold(row.name).includes(wanted);
    if (on('classes-search-wildcard')) bySearch = (row) => like(s, row.name);
    if (on('classes-search-ascii-case')) bySearch = (row) => asciiFold(row.name) === asciiFold(s);
    if (on('classes-search-accents')) bySearch = (row) => plain(row.name) === plain(s);
    if (on('classes-search-description'))
      bySearch = (row) => fold(row.name) === wanted || fold(row.description ?? '') === wanted;
    if (on('classes-described-only'))
      bySearch = (row) => fold(row.name) === wanted && row.description !== undefined;
    if (on('classes-search-first-only')) {
      const first = c.db.classes.find((row) => fold(row.name) === wanted);
      bySearch = (row) => row === first;
    }
  }
  let byYear = yearFilter<ClassRow>(c, year, 'classes');
  if (search !== undefined && on('classes-year-ignored-with-search')) byYear = undefined;
  const source = on('create-class-not-listed') ? c.old.classes : c.db.classes;
  let query = source.query().where(bySearch, byYear);
  if (bySearch && byYear && on('classes-search-or-year')) {
    const [one, two] = [bySearch, byYear];
    query = source.query().where((row) => one(row) || two(row));
  }
  const listed = paginate(c, 'classes', page, { query, order: undefined, key: (row) => row.id }, (row) =>
    classView(c, row),
  );
  return ok(on('classes-under-own-name') ? { classes: listed.data, pagination: listed.pagination } : listed);
}

function yearFilter<T extends { yearId: string }>(
  c: Ctx,
  given: string | undefined,
  of: 'classes' | 'cohorts',
): Pred<T> | undefined {
  const { on } = c;
  if (given === undefined) return undefined;
  const classes = of === 'classes';
  let id = given.toLowerCase();
  if (given === 'current') {
    if ((classes && on('classes-current-refused')) || (!classes && on('cohorts-current-refused')))
      throw invalid('academicYearId is a UUID.');
    if (classes && on('classes-current-ignored')) return undefined;
    id = currentYear(c)?.id ?? 'none';
    if (classes && on('classes-current-newest'))
      id = c.db.years.rows[c.db.years.rows.length - 1]?.id as string;
    if (!classes && on('cohorts-current-literal')) id = 'current';
  } else if (!isUuid(given)) {
    if (classes && on('classes-year-malformed')) return () => false;
    if (!classes && on('cohorts-year-malformed')) return undefined;
    throw invalid('academicYearId is a UUID or current.');
  }
  if ((classes && on('classes-year-ignored')) || (!classes && on('cohorts-year-ignored'))) return undefined;
  if (classes && on('classes-year-from')) {
    const from = c.db.years.find((y) => y.id === id)?.start ?? Infinity;
    return (row) => (c.db.years.find((y) => y.id === row.yearId)?.start ?? 0) >= from;
  }
  if (!classes && on('cohorts-year-negated')) return (row) => row.yearId !== id;
  return (row) => row.yearId === id;
}

export function getClass(c: Ctx): Reply {
  const { on } = c;
  const id = c.params['classId'] as string;
  if (!isUuid(id)) {
    if (on('class-malformed-500')) throw new HttpError(500, 'invalid input syntax for type uuid');
    throw on('class-malformed-404') ? absent('class') : invalid('classId is a UUID.');
  }
  let row = c.db.classes.find((k) => k.id === id.toLowerCase());
  if (row && on('class-past-404') && (c.db.years.find((y) => y.id === row?.yearId)?.end ?? 0) < Date.now())
    row = undefined;
  if (!row) {
    if (on('class-unknown-200')) return ok({ class: null });
    throw on('class-unknown-400') ? invalid('Unknown class.') : absent('class');
  }
  const view = classView(c, row);
  if (on('class-unwrapped')) return ok(view);
  return ok({ class: on('class-in-array') ? [view] : view });
}

export function listCohorts(c: Ctx): Reply {
  const { on } = c;
  const s = single(c.query, on('cohorts-search-ignored') ? 'name' : 'search');
  const year = single(c.query, 'academicYearId');
  const page = pageOf(c, 'cohorts', c.query);
  let bySearch: Pred<CohortRow> | undefined;
  if (s !== undefined) {
    const wanted = fold(s);
    bySearch = (row) => fold(row.name) === wanted;
    if (on('cohorts-search-case')) bySearch = (row) => row.name === s;
    if (on('cohorts-search-substring')) bySearch = (row) => fold(row.name).includes(wanted);
    if (on('cohorts-search-suffix')) bySearch = (row) => fold(row.name).endsWith(wanted);
    if (on('cohorts-search-blanks'))
      bySearch = (row) => fold(row.name).replace(/\s+/g, '') === wanted.replace(/\s+/g, '');
    if (on('cohorts-search-regex')) {
      let pattern: RegExp;
      try {
        pattern = new RegExp(`^${wanted}$`);
      } catch {
        pattern = /^$/;
      }
      bySearch = (row) => pattern.test(fold(row.name));
    }
    if (year !== undefined && on('cohorts-search-drops-year')) bySearch = undefined;
  }
  const byYear = yearFilter<CohortRow>(c, year, 'cohorts');
  let query = c.db.cohorts.query().where(bySearch, byYear);
  if (on('cohorts-inner-join'))
    query = query.where((row) => c.db.cohortTests.rows.some((l) => l.cohortId === row.id));
  if (on('cohorts-joined-twice')) {
    const inner = query;
    query = new Query(() =>
      inner
        .rows()
        .flatMap((row) =>
          Array.from(
            { length: Math.max(1, c.db.cohortTests.rows.filter((l) => l.cohortId === row.id).length) },
            () => row,
          ),
        ),
    );
  }
  const listed = paginate(c, 'cohorts', page, { query, order: undefined, key: (row) => row.id }, (row) =>
    cohortView(c, row),
  );
  return ok(on('cohorts-under-cohorts') ? { cohorts: listed.data, pagination: listed.pagination } : listed);
}

export function getCohort(c: Ctx): Reply {
  const { on } = c;
  const id = c.params['cohortId'] as string;
  let row = c.db.cohorts.find((k) => k.id === id.toLowerCase());
  if (!isUuid(id)) {
    if (on('cohort-malformed-200')) row = c.db.cohorts.rows[0];
    else throw on('cohort-malformed-404') ? absent('cohort') : invalid('cohortId is a UUID.');
  }
  if (!row) {
    if (on('cohort-unknown-200')) return ok({ cohort: null });
    throw on('cohort-unknown-400') ? invalid('Unknown cohort.') : absent('cohort');
  }
  const view = cohortView(c, row);
  if (on('cohort-unwrapped')) return ok(view);
  return ok(on('cohort-wrapped-class') ? { class: view } : { cohort: view });
}

export function listTests(c: Ctx): Reply {
  const { on } = c;
  let rows = [...c.db.tests.rows];
  if (on('m-tests-order')) rows.reverse();
  if (on('tests-in-cohorts-only'))
    rows = rows.filter((t) => c.db.cohortTests.rows.some((l) => l.testId === t.id));
  if (on('tests-per-version')) rows = rows.flatMap((t) => t.versions.map(() => t));
  if (on('tests-paginated')) rows = rows.slice(0, 10);
  const data = rows.map((t) => testView(c, t));
  return ok(on('tests-bare-array') ? data : { data });
}

export const USER_SORTS = ['createdAt', 'updatedAt', 'username', 'lastName'];
const DEFAULT_USER_SORT = { field: 'createdAt', direction: 'desc' } as const;
interface UserFilters {
  userIds?: string[] | undefined;
  upns?: string[] | undefined;
  externalIds?: string[] | undefined;
  usernames?: string[] | undefined;
  email?: string | undefined;
  name?: string | undefined;
  role?: string | undefined;
}

export function listUsers(c: Ctx): Reply {
  const { on, query: q } = c;
  const page = pageOf(c, 'users', q);
  const many = (name: string, most: number): string[] | undefined => {
    let values = q.getAll(name);
    if (name === 'externalId' && on('users-external-31')) values = values.slice(0, 30);
    if (name === 'externalId' && on('users-values-split')) values = values.flatMap((v) => v.split(','));
    const count = name === 'userId' && on('users-distinct-bound') ? new Set(values).size : values.length;
    if (count > most) throw invalid(`${name} takes ${most} values at most.`);
    return values.length > 0 ? values : undefined;
  };
  const filters: UserFilters = {
    userIds: many('userId', on('users-id-31') ? 100 : 30),
    upns: many('upn', on('users-upn-31') ? 31 : on('users-upn-30-refused') ? 29 : 30),
    externalIds: many('externalId', 30),
    usernames: many('username', on('users-username-31') ? 1000 : 30),
    email: single(q, 'email'),
    name: single(q, 'name'),
    role: single(q, 'role'),
  };
  if (filters.userIds?.some((v) => !isUuid(v))) {
    if (on('users-id-malformed')) filters.userIds = filters.userIds.filter(isUuid);
    else throw invalid('userId takes UUIDs.');
  }
  if (filters.userIds && on('users-id-first-only')) filters.userIds = filters.userIds.slice(0, 1);
  if (filters.usernames && on('users-id-last-only')) filters.usernames = filters.usernames.slice(-1);
  if (filters.upns && on('users-upn-joined')) filters.upns = [filters.upns.join(',')];
  if (filters.email !== undefined && on('users-email-plus'))
    filters.email = filters.email.replaceAll('+', ' ');
  if (filters.name !== undefined && on('users-name-bytes'))
    filters.name = Buffer.from(filters.name, 'utf8').toString('latin1');
  const given = objectParam(q, 'sort');
  if (on('users-external-ignored')) delete filters.externalIds;
  return findUsers(c, filters, given, page);
}

export function searchUsers(c: Ctx): Reply {
  const { on } = c;
  const body = payload(c.body);
  const page = pageOf(c, 'users', body);
  if (body['search'] === undefined && on('users-search-needs-search')) throw invalid('search is missing.');
  const search = body['search'] === undefined ? {} : body['search'];
  if (!isObject(search)) throw invalid('search is an object.');
  const many = (name: string): string[] | undefined => {
    const value = search[name];
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || value.some((v) => typeof v !== 'string'))
      throw invalid(`${name} is a list of texts.`);
    return value as string[];
  };
  const one = (name: string): string | undefined => {
    const value = search[name];
    if (value !== undefined && typeof value !== 'string') throw invalid(`${name} is a text.`);
    return value;
  };
  const filters: UserFilters = {
    userIds: many('userIds'),
    upns: many('upns'),
    externalIds: many(on('users-search-names-singular') ? 'externalId' : 'externalIds'),
    usernames: many('usernames'),
    email: one('email'),
    name: one('name'),
    role: one('role'),
  };
  if (filters.userIds?.some((v) => !isUuid(v))) {
    if (!on('users-search-id-ignored-malformed')) throw invalid('userIds takes UUIDs.');
    filters.userIds = filters.userIds.filter(isUuid);
    if (filters.userIds.length === 0) delete filters.userIds;
  }
  if ((filters.userIds?.length ?? 0) > 30 && on('users-search-30'))
    throw invalid('userIds takes 30 values at most.');
  if (filters.usernames && on('users-search-cut-30')) filters.usernames = filters.usernames.slice(0, 30);
  if (on('users-email-search-ignored')) delete filters.email;
  if (on('users-role-ignored')) delete filters.role;
  const reply = findUsers(c, filters, on('users-sort-search-ignored') ? undefined : body['sort'], page);
  if (on('users-search-201')) reply.status = 201;
  if (on('users-under-users')) {
    const listed = reply.body as { data: unknown; pagination?: unknown };
    reply.body = { users: listed.data, pagination: listed.pagination };
  }
  return reply;
}

export function compareText(c: Ctx): Cmp<string> {
  if (c.on('m-text-sort-codepoint')) return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return (a, b) => {
    const [x, y] = [a.toLowerCase(), b.toLowerCase()];
    return x < y ? -1 : x > y ? 1 : 0;
  };
}

/** By a key, empty ones last (or first), then by the id. */
export function ordering<T extends { id: string }>(
  c: Ctx,
  key: (row: T) => number | string | undefined,
  direction: 'asc' | 'desc',
): Cmp<T> {
  const text = compareText(c);
  const sign = direction === 'asc' ? 1 : -1;
  const tie = c.on('m-ties-other-way') ? -1 : 1;
  const empty = c.on('m-empty-first') ? -1 : 1;
  return (a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === undefined || y === undefined) {
      if (x !== y) return x === undefined ? empty : -empty;
    } else {
      const by = typeof x === 'string' || typeof y === 'string' ? text(String(x), String(y)) : x - y;
      if (by !== 0) return by * sign;
    }
    return (a.id < b.id ? -1 : a.id > b.id ? 1 : 0) * tie;
  };
}

function findUsers(c: Ctx, f: UserFilters, sort: unknown, page: ReturnType<typeof pageOf>): Reply {
  const { on, op } = c;
  const list = op === 'GET /users';
  if (f.email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(f.email) && !(on('users-email-plus') && list))
    throw invalid('email is an email address.');
  if (f.name === '') {
    const allowed = list ? on('users-name-empty') : on('users-name-empty-search');
    if (!allowed) throw invalid('name has at least one character.');
  }
  if (f.name?.length === 1 && on('users-name-two')) throw invalid('name has at least two characters.');
  if (f.role !== undefined && !ROLES.includes(f.role)) throw invalid(`role is one of ${ROLES.join(', ')}.`);
  let order = sortOf(sort, USER_SORTS, DEFAULT_USER_SORT);
  if (list && sort === undefined && on('users-sort-default-asc'))
    order = { field: 'createdAt', direction: 'asc' };
  if (list && sort === undefined && on('users-sort-default-updated'))
    order = { field: 'updatedAt', direction: 'desc' };
  if (!list && sort === undefined && on('users-search-sort-default'))
    order = { field: 'username', direction: 'asc' };
  if (list && on('users-sort-direction-ignored')) order.direction = 'desc';
  if (list && on('users-sort-field-ignored')) order = { ...order, field: 'createdAt' };
  if (page.cursor && on('page-cursor-drops-sort')) order = DEFAULT_USER_SORT;
  const key = (u: UserRow): number | string | undefined => {
    if (order.field === 'createdAt' && list && on('users-sort-date-text'))
      return new Date(u.createdAt).toISOString().slice(0, 10) + u.username;
    return u[order.field as 'createdAt' | 'updatedAt' | 'username' | 'lastName'];
  };
  if (page.cursor && list && on('page-cursor-drops-filter')) f = {};

  const preds: Record<string, Pred<UserRow> | undefined> = {};
  const userIds = f.userIds && new Set(f.userIds.map((v) => v.toLowerCase()));
  if (userIds) preds['id'] = (u) => userIds.has(u.id);
  const { upns, externalIds, usernames } = f;
  if (upns) {
    preds['upn'] = (u) => u.upn !== undefined && upns.includes(u.upn);
    if (list && on('users-upn-prefix')) preds['upn'] = (u) => upns.some((v) => u.upn?.startsWith(v));
    if (list && on('users-upn-username')) preds['upn'] = (u) => upns.includes(u.username);
  }
  if (externalIds) {
    preds['external'] = (u) => u.externalId !== undefined && externalIds.includes(u.externalId);
    if (on('users-external-numeric'))
      preds['external'] = (u) =>
        u.externalId !== undefined &&
        externalIds.some(
          (v) =>
            v === u.externalId ||
            (/^\d+$/.test(v) && /^\d+$/.test(u.externalId ?? '') && Number(v) === Number(u.externalId)),
        );
    if (on('users-external-null'))
      preds['external'] = (u) => u.externalId === undefined || externalIds.includes(u.externalId);
  }
  if (usernames) {
    preds['username'] = (u) => usernames.includes(u.username);
    if (list && on('users-username-substring'))
      preds['username'] = (u) => usernames.some((v) => u.username.includes(v));
  }
  if (f.email !== undefined && !(list && on('users-email-ignored'))) {
    const email = f.email.toLowerCase();
    const addresses = (u: UserRow): string[] =>
      (on('email-filter-stale') ? (c.old.users.find((o) => o.id === u.id) ?? u) : u).emails.slice(0, 1);
    preds['email'] = (u) => addresses(u).some((a) => a.toLowerCase() === email);
    if (on('users-email-domain'))
      preds['email'] = (u) => addresses(u).some((a) => a.split('@')[1] === email.split('@')[1]);
  }
  if (f.name !== undefined && !(list && on('users-name-ignored'))) {
    const name = fold(f.name);
    const named = (u: UserRow): UserRow =>
      on('name-filter-stale') ? (c.old.users.find((o) => o.id === u.id) ?? u) : u;
    preds['name'] = (u) => fold(fullName(named(u))).includes(name);
    if (on('m-name-whole'))
      preds['name'] = (u) =>
        [u.firstName, u.lastName ?? u.firstName, fullName(u)].some((t) => fold(t) === name);
  }
  const { role } = f;
  if (role !== undefined) {
    preds['role'] = (u) => u.roles.includes(role);
    if (list && on('users-role-first')) preds['role'] = (u) => u.roles[0] === role;
    if (!list && on('users-role-sole')) preds['role'] = (u) => u.roles.length === 1 && u.roles[0] === role;
    if (upns && on('users-upn-drops-role')) delete preds['role'];
    const [byRole, byId] = [preds['role'], preds['id']];
    if (byRole && byId && on('users-role-with-id-or')) {
      delete preds['id'];
      preds['role'] = (u) => byRole(u) || byId(u);
    }
  }
  if (list && preds['name'] && on('users-name-overrides'))
    for (const k of Object.keys(preds)) if (k !== 'name') delete preds[k];
  if (!list && on('users-upn-only-students')) preds['pupils'] = (u) => u.upn !== undefined;
  if (order.field === 'lastName' && on('users-sort-drops-empty'))
    preds['sorted'] = (u) => u.lastName !== undefined;
  if (list && on('disable-vanishes')) preds['enabled'] = (u) => !c.disabledNow.has(u.id);
  if (!list && on('create-student-not-searchable')) preds['indexed'] = (u) => !c.created.has(u.id);
  let query = c.db.users.query().where(...Object.values(preds));
  if (role !== undefined && on('users-role-dups')) {
    const inner = query;
    query = new Query(() => inner.rows().flatMap((u) => u.roles.map(() => u)));
  }
  return ok(
    paginate(c, 'users', page, { query, order: ordering(c, key, order.direction), key }, (u) =>
      userView(c, u),
    ),
  );
}

export type { Json };
