import {
  type Ask,
  type Desk,
  type Dict,
  dictOf,
  idList,
  isUuid,
  limitOf,
  offsetOf,
  payload,
  questionOf,
  type Reply,
  recall,
  refuse,
} from './kit.ts';
import { cell, type House } from './store.ts';
import { join, leave, usersOf } from './ties.ts';

type Vector = readonly number[];

/** Classes: selection vectors over columns; pages are cut by position. */
export function classDesk(house: House): Desk {
  const { on, db, seals, classIdOf } = house;
  const { classes, years } = db;
  const lower: (string | undefined)[] = [];
  const folded = (row: number): string => {
    const name = cell(classes.name, row);
    if (on('classes-search-case-of-ascii')) return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    lower[row] ??= name.toLowerCase();
    return lower[row];
  };
  let fallbackId = '';
  let frozenTotal = -1;

  const draw = (row: number, inList: boolean): Dict => {
    const card: Dict = { classId: classIdOf(row), name: cell(classes.name, row) };
    const description = classes.description[row];
    if (description !== undefined) card['description'] = description;
    else if (inList && on('classes-description-null')) card['description'] = null;
    else if (!inList && on('class-get-description-blank')) card['description'] = '';
    card['academicYearId'] = cell(years.id, cell(classes.year, row));
    return card;
  };

  const named = (rows: Vector, search: string): Vector => {
    const needle = search.toLowerCase();
    if (on('classes-search-inside')) return rows.filter((row) => folded(row).includes(needle));
    if (on('classes-search-in-case')) return rows.filter((row) => classes.name[row] === search);
    if (on('classes-search-case-of-ascii')) {
      const ascii = search.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      return rows.filter((row) => folded(row) === ascii);
    }
    return rows.filter((row) => folded(row) === needle);
  };

  const ofYear = (rows: Vector, text: string): Vector => {
    if (text === 'current') {
      return on('classes-current-year-ignored')
        ? rows
        : rows.filter((row) => classes.year[row] === years.current);
    }
    if (!isUuid(text)) return refuse(400, 'academicYearId is no UUID');
    const year = db.yearRow.get(text.toLowerCase());
    return rows.filter((row) => classes.year[row] === year);
  };

  const select = (q: URLSearchParams): Vector => {
    const all: Vector = classes.id.map((_, row) => row);
    let rows = all;
    const search = q.get('search');
    const year = q.get('academicYearId');
    if (search !== null && year !== null && search !== '' && on('classes-search-or-year')) {
      const either = new Set([...named(all, search), ...ofYear(all, year)]);
      return all.filter((row) => either.has(row));
    }
    if (search !== null && !(search === '' && on('empty-search-is-no-search'))) rows = named(rows, search);
    if (year !== null) rows = ofYear(rows, year);
    if (on('classes-by-name')) {
      rows = [...rows].sort((a, b) => (folded(a) < folded(b) ? -1 : folded(a) > folded(b) ? 1 : a - b));
    }
    return rows;
  };

  const list = (ask: Ask): Reply => {
    const cursor = ask.q.get('cursor');
    let limit = limitOf(ask.q);
    if (on('classes-fifty-by-default') && !ask.q.has('limit')) limit = 50;
    const offset = offsetOf(ask.q);
    if (cursor !== null && ask.q.has('offset') && !on('classes-offset-beside-cursor')) {
      return refuse(400, 'offset and cursor exclude each other');
    }
    const mark = cursor === null ? undefined : seals.open('c', cursor);
    const q = mark === undefined ? ask.q : recall(ask.q, mark.rest);
    if (mark !== undefined && on('classes-cursor-loses-year')) q.delete('academicYearId');
    const rows = select(q);
    const total = rows.length;
    let begin = on('classes-offset-from-one') && offset > 0 ? offset - 1 : offset;
    let end = begin + limit;
    if (mark?.way === 'from') {
      begin = Number(mark.spot);
      end = begin + limit;
    } else if (mark !== undefined) {
      end = Number(mark.spot);
      begin = Math.max(0, end - limit);
    }
    const take = on('classes-one-more') && ask.q.has('limit') ? end + 1 : end;
    const page = rows.slice(
      begin,
      on('classes-last-page-short') && begin > 0 && end >= total ? total - 1 : take,
    );
    const rest = questionOf(q);
    const more = on('classes-next-after-full-last') ? end <= total : end < total;
    const before = on('classes-no-way-back-to-first') ? begin > limit : begin > 0;
    if (on('classes-total-kept') && frozenTotal < 0) frozenTotal = total;
    let shownTotal = total;
    if (on('classes-total-of-page')) shownTotal = page.length;
    if (on('classes-total-unfiltered') && q.has('search')) shownTotal = select(new URLSearchParams()).length;
    if (on('classes-total-kept')) shownTotal = frozenTotal;
    return {
      status: 200,
      body: {
        data: page.map((row) => draw(row, true)),
        pagination: {
          total: shownTotal,
          limit,
          offset: mark === undefined ? offset : on('classes-offset-shown-with-cursor') ? begin : 0,
          previousCursor: before && total > 0 ? seals.seal('c', 'upto', Math.min(begin, total), rest) : null,
          nextCursor: more ? seals.seal('c', 'from', end, rest) : null,
        },
      },
    };
  };

  const rowAt = (ask: Ask): number => {
    const id = ask.at[0];
    if (!isUuid(id)) return refuse(400, 'classId is no UUID');
    const row = db.classRow.get(id.toLowerCase());
    if (row !== undefined && !(on('class-get-only-a-hundred') && ask.op === 'getClass' && row >= 100))
      return row;
    return refuse(on('class-get-unknown-is-400') && ask.op === 'getClass' ? 400 : 404, 'No such class');
  };

  const get = async (ask: Ask): Promise<Reply> => {
    const row = rowAt(ask);
    if (on('class-get-at-once-mixed')) {
      fallbackId = cell(classes.id, row);
      await new Promise((done) => setTimeout(done, 1));
      return { status: 200, body: { class: draw(db.classRow.get(fallbackId) ?? row, false) } };
    }
    const card = draw(row, false);
    if (on('class-get-year-always-current')) card['academicYearId'] = cell(years.id, years.current);
    if (on('class-get-name-as-latin'))
      card['name'] = Buffer.from(cell(classes.name, row), 'utf8').toString('latin1');
    return { status: 200, body: on('class-get-unwrapped') ? card : { class: card } };
  };

  const yearOfNew = (value: unknown): number => {
    if (value === undefined || value === null) {
      return on('class-create-in-newest-year') ? years.id.length - 1 : years.current;
    }
    const row = isUuid(value) ? db.yearRow.get(value.toLowerCase()) : undefined;
    return row ?? refuse(400, 'No such academic year');
  };

  const create = async (ask: Ask): Promise<Reply> => {
    const wish = payload(await dictOf(ask), 'class');
    const { name, description } = wish;
    if (typeof name !== 'string' || name.trim() === '') return refuse(400, 'name is required');
    if (description !== undefined && typeof description !== 'string')
      return refuse(400, 'description must be a string');
    const year = yearOfNew(wish['academicYearId']);
    const key = name.toLowerCase();
    const taken = classes.name.some((each, row) => classes.year[row] === year && each.toLowerCase() === key);
    if (taken && !on('class-create-twice')) return refuse(409, 'The class already exists');
    if (on('class-create-at-once-twice')) await new Promise((done) => setTimeout(done, 3));
    const row = classes.id.length;
    const id = db.freshId();
    classes.id.push(id);
    classes.name.push(name);
    classes.description.push(description === '' ? undefined : description);
    classes.year.push(year);
    db.classRow.set(id, row);
    const reply: Reply = { status: on('class-create-is-200') ? 200 : 201, body: { class: draw(row, false) } };
    if (on('location-told')) reply.headers = { location: `/api/v1/classes/${classIdOf(row)}` };
    return reply;
  };

  const membersOf = async (
    ask: Ask,
    kind: 'students' | 'teachers',
    least: number,
    most: number,
  ): Promise<number[]> => {
    const ids = idList((await dictOf(ask))['userIds'], 'userIds');
    if (ids.length < least || ids.length > most) return refuse(400, `userIds must be ${least} to ${most}`);
    return usersOf(house, ids, kind);
  };

  const done = (): Reply => (on('class-members-is-200') ? { status: 200, body: {} } : { status: 204 });

  const strangerRefused = (rows: readonly number[], row: number): void => {
    if (!on('removing-strangers-refused')) return;
    if (rows.some((user) => !cell(db.userClasses, user).includes(row))) refuse(400, 'not in this class');
  };

  return {
    listClasses: list,
    getClass: get,
    createClass: create,
    addClassStudents: async (ask) => {
      const row = rowAt(ask);
      const most = on('class-students-101-taken') ? 1000 : on('class-students-100-refused') ? 99 : 100;
      const users = await membersOf(ask, 'students', on('class-students-none-taken') ? 0 : 1, most);
      if (on('class-students-replaced')) {
        for (let user = 0; user < db.userClasses.length; user++) leave(house, 'userClasses', user, [row]);
      }
      for (const user of users) join(house, 'userClasses', user, [row]);
      return done();
    },
    removeClassStudents: async (ask) => {
      const row = rowAt(ask);
      const users = await membersOf(
        ask,
        'students',
        0,
        on('class-students-101-not-removed') ? 100 : Number.POSITIVE_INFINITY,
      );
      strangerRefused(users, row);
      const gone = on('class-students-all-removed') ? db.users.id.map((_, user) => user) : users;
      for (const user of gone) leave(house, 'userClasses', user, [row]);
      return done();
    },
    addClassTeachers: async (ask) => {
      const row = rowAt(ask);
      for (const user of await membersOf(ask, 'teachers', 1, 100)) join(house, 'userClasses', user, [row]);
      return done();
    },
    removeClassTeachers: async (ask) => {
      const row = rowAt(ask);
      const users = await membersOf(ask, 'teachers', 1, 100);
      strangerRefused(users, row);
      if (!on('class-teachers-not-removed'))
        for (const user of users) leave(house, 'userClasses', user, [row]);
      return done();
    },
  };
}
