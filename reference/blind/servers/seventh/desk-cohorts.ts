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

/** Cohorts: looked up by name in an index, paged by the cohort at a page's edge. */
export function cohortDesk(house: House): Desk {
  const { on, db, seals } = house;
  const { cohorts, years, tests } = db;
  const byName = new Map<string, number[]>();
  const enter = (row: number): void => {
    const name = cell(cohorts.name, row).toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), row]);
  };
  cohorts.id.forEach((_, row) => {
    enter(row);
  });

  const testCards = (row: number, inList: boolean): Dict[] => {
    const cards = cell(db.cohortTests, row).map(([test, activation]): Dict => {
      const shown =
        on('cohort-get-tests-of-first') && !inList ? (db.cohortTests[row]?.[0]?.[0] ?? test) : test;
      const card: Dict = {
        testId: cell(tests.id, test),
        testVersionId: cell(tests.version, test),
        name: cell(tests.name, shown),
        subject: cell(tests.subject, shown),
        activationStatus: activation,
      };
      if (inList && on('cohorts-activation-null') && activation === 'inactive')
        card['activationStatus'] = null;
      return card;
    });
    return on('cohort-get-tests-twice') && !inList ? [...cards, ...cards.slice(0, 1)] : cards;
  };

  let lastTests: Dict[] = [];
  const draw = (row: number, inList: boolean): Dict => {
    const card: Dict = { cohortId: cell(cohorts.id, row), name: cell(cohorts.name, row) };
    const description = cohorts.description[row];
    if (description !== undefined) card['description'] = description;
    card['academicYearId'] = cell(years.id, cell(cohorts.year, row));
    const cards = testCards(row, inList);
    if (cards.length > 0) card['tests'] = cards;
    if (!inList) {
      if (cards.length === 0 && on('cohort-get-tests-null')) card['tests'] = null;
      if (on('cohort-get-year-of-newest') && cohorts.year[row] === 0)
        card['academicYearId'] = cell(years.id, years.id.length - 1);
      return card;
    }
    if (on('cohorts-without-tests')) delete card['tests'];
    if (on('cohorts-tests-of-the-last') && cards.length === 0 && lastTests.length > 0)
      card['tests'] = lastTests;
    lastTests = cards;
    return card;
  };

  const wanted = (q: URLSearchParams): number[] => {
    const search = q.get('search');
    const year = q.get('academicYearId');
    let rows: number[];
    if (search === null || (search === '' && on('empty-search-is-no-search')))
      rows = cohorts.id.map((_, row) => row);
    else if (on('cohorts-search-beginning')) {
      const start = search.toLowerCase();
      rows = [...byName]
        .flatMap(([name, held]) => (name.startsWith(start) ? held : []))
        .sort((a, b) => a - b);
    } else rows = byName.get(search.toLowerCase()) ?? [];
    if (year === 'current') {
      const current = on('cohorts-current-is-newest') ? years.id.length - 1 : years.current;
      rows = rows.filter((row) => cohorts.year[row] === current);
    } else if (year !== null) {
      if (!isUuid(year)) refuse(400, 'academicYearId is no UUID');
      const id = db.yearRow.get(year.toLowerCase());
      if (!on('cohorts-year-id-ignored')) rows = rows.filter((row) => cohorts.year[row] === id);
    }
    return on('cohorts-newest-first') ? rows.toReversed() : rows;
  };

  const list = (ask: Ask): Reply => {
    const cursor = ask.q.get('cursor');
    let limit = limitOf(ask.q);
    if (cursor !== null && on('cohorts-cursor-forgets-limit')) limit = 100;
    if (on('cohorts-limit-lost-beside-search') && (ask.q.has('search') || ask.q.has('academicYearId')))
      limit = 100;
    const offset = offsetOf(ask.q);
    if (cursor !== null && ask.q.has('offset')) return refuse(400, 'offset and cursor exclude each other');
    const mark = cursor === null ? undefined : seals.open('k', cursor);
    const q = mark === undefined ? ask.q : recall(ask.q, mark.rest);
    const rows = wanted(q);
    let first = offset;
    let past = offset + limit;
    if (mark !== undefined) {
      const edge = mark.spot === 'end' ? rows.length : rows.findIndex((row) => cohorts.id[row] === mark.spot);
      if (edge < 0) return refuse(400, 'the cursor belongs to another question');
      if (mark.way === 'after' || on('cohorts-way-back-goes-on')) {
        first = edge + (on('cohorts-cursor-skips-one') ? 2 : 1);
        past = first + limit;
      } else {
        past = edge;
        first = Math.max(0, edge - limit);
      }
    }
    const page = rows.slice(first, past);
    const rest = questionOf(q);
    const back = page.length > 0 ? page[0] : rows.at(-1);
    // Beyond the end there is no cohort at the edge: the way back ends with the last one.
    const beyond = first >= rows.length;
    let previousCursor: string | null = null;
    if (first > 0 && back !== undefined) {
      previousCursor = beyond
        ? seals.seal('k', 'before', 'end', rest)
        : seals.seal('k', 'before', cell(cohorts.id, back), rest);
    }
    const last = page.at(-1);
    const nextCursor =
      past < rows.length && last !== undefined
        ? seals.seal('k', 'after', cell(cohorts.id, last), rest)
        : null;
    let total = rows.length;
    if (on('cohorts-total-by-tests'))
      total = rows.reduce((sum, row) => sum + Math.max(1, cell(db.cohortTests, row).length), 0);
    return {
      status: 200,
      body: {
        data: page.map((row) => draw(row, true)),
        pagination: {
          total,
          limit: on('cohorts-limit-told-as-100') ? 100 : limit,
          offset: mark === undefined ? offset : 0,
          previousCursor,
          nextCursor,
        },
      },
    };
  };

  const rowAt = (ask: Ask): number => {
    const id = ask.at[0];
    if (!isUuid(id)) return refuse(400, 'cohortId is no UUID');
    const row = db.cohortRow.get(id.toLowerCase());
    return row ?? refuse(404, 'No such cohort');
  };

  const create = async (ask: Ask): Promise<Reply> => {
    const wish = payload(await dictOf(ask), 'cohort');
    const { name, description, academicYearId } = wish;
    if (typeof name !== 'string' || name.trim() === '') return refuse(400, 'name is required');
    if (description !== undefined && typeof description !== 'string')
      return refuse(400, 'description must be a string');
    let year: number | undefined = years.current;
    if (academicYearId !== undefined && academicYearId !== null) {
      year = isUuid(academicYearId) ? db.yearRow.get(academicYearId.toLowerCase()) : undefined;
    }
    if (year === undefined) return refuse(400, 'No such academic year');
    if ((byName.get(name.toLowerCase()) ?? []).some((row) => cohorts.year[row] === year)) {
      return refuse(on('cohort-create-taken-is-400') ? 400 : 409, 'The cohort already exists');
    }
    const row = cohorts.id.length;
    const id = db.freshId();
    cohorts.id.push(id);
    cohorts.name.push(name);
    cohorts.description.push(
      description === '' || on('cohort-create-loses-description') ? undefined : description,
    );
    cohorts.year.push(year);
    db.cohortTests.push([]);
    db.cohortRow.set(id, row);
    enter(row);
    const reply: Reply = { status: 201, body: { cohort: draw(row, false) } };
    if (on('location-told')) reply.headers = { location: `/api/v1/smart-ia/cohorts/${id}` };
    return reply;
  };

  const testsOf = async (ask: Ask): Promise<number[]> => {
    const ids = idList((await dictOf(ask))['testIds'], 'testIds');
    return ids.map((id) => db.testRow.get(id) ?? refuse(400, `${id} is no test`));
  };

  return {
    listCohorts: list,
    getCohort: (ask) => ({ status: 200, body: { cohort: draw(rowAt(ask), false) } }),
    createCohort: create,
    addCohortStudents: async (ask) => {
      const row = rowAt(ask);
      const users = usersOf(house, idList((await dictOf(ask))['userIds'], 'userIds'), 'students');
      if (on('cohort-students-first-only')) users.length = Math.min(users.length, 1);
      for (const user of users) join(house, 'userCohorts', user, [row]);
      return { status: 204 };
    },
    removeCohortStudents: async (ask) => {
      const row = rowAt(ask);
      const users = usersOf(house, idList((await dictOf(ask))['userIds'], 'userIds'), 'students');
      for (const user of users) leave(house, 'userCohorts', user, [row]);
      if (on('cohort-students-take-tests-along')) db.cohortTests[row] = [];
      return { status: 204 };
    },
    addCohortTests: async (ask) => {
      const row = rowAt(ask);
      const tests = await testsOf(ask);
      // Whoever adds at the same time may have come first while the body was read.
      const held = [...cell(db.cohortTests, row)];
      for (const test of tests) {
        if (held.some(([each]) => each === test) && !on('cohort-tests-added-twice')) continue;
        held.push([test, on('new-tests-pending') ? 'pending' : 'active']);
      }
      db.cohortTests[row] = held;
      return { status: 204 };
    },
    removeCohortTests: async (ask) => {
      const row = rowAt(ask);
      const gone = await testsOf(ask);
      if (on('cohort-tests-first-removed-only')) gone.length = Math.min(gone.length, 1);
      db.cohortTests[row] = cell(db.cohortTests, row).filter(([test]) => !gone.includes(test));
      return { status: 204 };
    },
  };
}
