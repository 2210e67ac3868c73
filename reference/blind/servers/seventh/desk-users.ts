import {
  type Ask,
  type Desk,
  type Dict,
  isUuid,
  limitOf,
  offsetOf,
  questionOf,
  type Reply,
  recall,
  refuse,
} from './kit.ts';
import { fullName, ROLES, withGroups } from './portrait.ts';
import { cell, type House } from './store.ts';

type Rows = Set<number>;
type Value = string | number | undefined;

/** GET /users: each filter names a set of rows, the plan intersects them from the smallest on. */
export function userDesk(house: House): Desk {
  const { on, db, seals } = house;
  const { users } = db;
  let calls = 0;

  const many = (q: URLSearchParams, name: string): string[] | undefined => {
    if (!q.has(name)) return undefined;
    const values = q.getAll(name);
    let most = 30;
    if (on('users-30-refused') && name === 'username') most = 29;
    if (on('users-31-upns-taken') && name === 'upn') most = 31;
    if (values.length > most) return refuse(400, `at most 30 values of ${name}`);
    if (on('users-first-id-only') && name === 'userId') values.length = 1;
    return values;
  };

  const spread = (map: ReadonlyMap<string, readonly number[]>, values: readonly string[]): Rows =>
    new Set(values.flatMap((value) => map.get(value) ?? []));

  const scan = (fits: (row: number) => boolean): Rows => {
    const rows: Rows = new Set();
    for (let row = 0; row < users.id.length; row++) if (fits(row)) rows.add(row);
    return rows;
  };

  const byName = (name: string): Rows => {
    const needle = name.toLowerCase();
    const whole = (row: number): string => fullName(house, row).toLowerCase();
    if (on('name-from-word-start')) return scan((row) => ` ${whole(row)}`.includes(` ${needle}`));
    return scan((row) => whole(row).includes(needle));
  };

  const byEmail = (email: string): Rows => {
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
      return refuse(400, 'email is no email address');
    }
    const needle = email.toLowerCase();
    return scan((row) => cell(users.emails, row).some((each) => each.toLowerCase() === needle));
  };

  const sets = (q: URLSearchParams): Rows[] => {
    const all: Rows[] = [];
    const ids = many(q, 'userId');
    if (ids !== undefined) {
      for (const id of ids) {
        if (isUuid(id)) continue;
        refuse(400, 'userId is no UUID');
      }
      all.push(new Set(ids.flatMap((id) => db.userRow.get(id.toLowerCase()) ?? [])));
    }
    const upns = many(q, 'upn');
    if (upns !== undefined) all.push(spread(db.upnIndex, upns));
    const externals = many(q, 'externalId');
    const names = many(q, 'username');
    const eitherWay = on('users-external-or-username') && externals !== undefined && names !== undefined;
    if (eitherWay)
      all.push(new Set([...spread(db.externalIndex, externals), ...spread(db.usernameIndex, names)]));
    if (externals !== undefined && !eitherWay) all.push(spread(db.externalIndex, externals));
    if (names !== undefined && !eitherWay) all.push(spread(db.usernameIndex, names));
    const email = q.get('email');
    if (email !== null) all.push(byEmail(email));
    const name = q.get('name');
    if (name === '' && !on('users-empty-name-taken')) refuse(400, 'name must not be empty');
    if (name !== null && name !== '') all.push(byName(name));
    const role = q.get('role');
    if (role !== null && !ROLES.includes(role)) refuse(400, 'no such role');
    if (role !== null && !(name !== null && on('users-role-lost-beside-name'))) {
      all.push(scan((row) => cell(users.roles, row).includes(role)));
    }
    return all;
  };

  const choose = (q: URLSearchParams): number[] => {
    const plan = sets(q).sort((a, b) => a.size - b.size);
    const [smallest, ...others] = plan;
    if (smallest === undefined) return users.id.map((_, row) => row);
    return [...smallest].filter((row) => others.every((set) => set.has(row))).sort((a, b) => a - b);
  };

  const columns: Record<string, (row: number) => Value> = {
    createdAt: (row) => users.created[row],
    updatedAt: (row) => users.updated[row],
    lastName: (row) => folded(on('users-last-name-sorts-by-first') ? users.first[row] : users.last[row]),
    firstName: (row) => folded(users.first[row]),
    username: (row) => folded(users.username[row]),
  };
  const folded = (text: string | undefined): Value =>
    on('users-sort-by-code-unit') ? text : text?.toLowerCase();

  const sorted = (rows: number[], q: URLSearchParams): number[] => {
    const field = q.get('sort[field]') ?? 'createdAt';
    let direction =
      q.get('sort[direction]') ?? (on('sort-field-alone-ascends') && q.has('sort[field]') ? 'asc' : 'desc');
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
    if (column === undefined) return refuse(400, 'sort[field] is unknown');
    if (direction !== 'asc' && direction !== 'desc') return refuse(400, 'sort[direction] is asc or desc');
    if (on('users-oldest-first') && !q.has('sort[field]')) direction = 'asc';
    if (on('users-direction-lost') && field !== 'createdAt') direction = 'asc';
    const sign = direction === 'asc' ? 1 : -1;
    const keys = new Map(rows.map((row) => [row, column(row)]));
    const tie = on('user-ties-last-first') || (on('users-ties-move') && calls % 2 === 0) ? -1 : 1;
    const absent = on('users-without-value-first') ? -1 : 1;
    return rows.sort((a, b) => {
      const one = keys.get(a);
      const two = keys.get(b);
      if (one === two) return tie * (a - b);
      if (on('users-sort-missing-scrambled') && (one === undefined || two === undefined)) return 0;
      if (one === undefined) return absent;
      if (two === undefined) return -absent;
      return one < two ? -sign : sign;
    });
  };

  const draw = (row: number): Dict => {
    const card = withGroups(house, row);
    const roles = cell(users.roles, row);
    if (on('users-class-ids-of-students-only') && !roles.includes('student')) delete card['classIds'];
    if (on('users-cohort-ids-missing')) delete card['cohortIds'];
    const born = card['dateOfBirth'];
    if (on('users-born-with-time') && typeof born === 'string') card['dateOfBirth'] = `${born}T00:00:00.000Z`;
    if (on('users-gender-blank') && users.gender[row] === undefined) card['gender'] = '';
    if (on('users-whole-seconds-short')) card['createdAt'] = String(card['createdAt']).replace('.000Z', 'Z');
    const emails = cell(users.emails, row);
    if (on('users-single-email-plain') && emails.length === 1) card['emails'] = emails[0];
    if (on('users-first-role-only')) card['roles'] = roles.slice(0, 1);
    return card;
  };

  const list = (ask: Ask): Reply => {
    calls++;
    const limit = limitOf(ask.q);
    const offset = offsetOf(ask.q);
    const cursor = ask.q.get('cursor');
    if (cursor !== null && ask.q.has('offset')) return refuse(400, 'offset and cursor exclude each other');
    const mark = cursor === null ? undefined : seals.open('u', cursor);
    const q = mark === undefined ? ask.q : recall(ask.q, mark.rest);
    if (mark !== undefined && on('users-cursor-loses-sort')) {
      q.delete('sort[field]');
      q.delete('sort[direction]');
    }
    const rows = sorted(choose(q), q);
    let from = offset;
    let to = from + limit;
    if (mark !== undefined) {
      const edge = mark.spot === 'end' ? rows.length : rows.findIndex((row) => users.id[row] === mark.spot);
      if (edge < 0) return refuse(400, 'the cursor belongs to another question');
      if (mark.way === 'past') {
        from = edge + 1;
        to = from + limit;
      } else {
        to = on('users-way-back-one-off') ? edge - 1 : edge;
        from = Math.max(0, to - limit);
      }
    }
    const page = rows.slice(from, to);
    const rest = questionOf(q);
    const head = page[0];
    const tail = page.at(-1);
    const early = on('users-next-gone-early') && rows.length - to < limit;
    const back = head === undefined ? 'end' : cell(users.id, head);
    return {
      status: 200,
      body: {
        data: page.map(draw),
        pagination: {
          total: on('users-total-at-most-100') ? Math.min(100, rows.length) : rows.length,
          limit,
          offset: mark === undefined ? offset : 0,
          previousCursor: from > 0 && rows.length > 0 ? seals.seal('u', 'till', back, rest) : null,
          nextCursor:
            to < rows.length && tail !== undefined && !early
              ? seals.seal('u', 'past', cell(users.id, tail), rest)
              : null,
        },
      },
    };
  };

  return { listUsers: list };
}
