import type { Call } from './call.ts';
import { showClass, yearForNew } from './classes.ts';
import { compareKeys, sorted } from './collate.ts';
import { bad, clash, missing, Refusal } from './errors.ts';
import { groupFilters, nameTest } from './groups.ts';
import { pageRequest, paginate, settle } from './page.ts';
import { bodyText, isUuid, wrapped } from './params.ts';
import { at } from './random.ts';
import type { CohortRow, Json, Reply, TestRow } from './types.ts';

function showCohortTest(c: Call, test: TestRow, activation: string): Json {
  const shown: Json = {
    testId: test.id,
    testVersionId: test.versionId,
    name: test.name,
    subject: test.subject,
    activationStatus: activation,
  };
  if (c.ep === 'cohorts') {
    if (c.on('cohorts-test-subject-is-name')) shown['subject'] = test.name;
    if (activation === 'EXPIRED' && c.on('cohorts-activation-empty')) shown['activationStatus'] = '';
    if (activation === 'SCHEDULED' && c.on('cohorts-scheduled-old-version'))
      shown['testVersionId'] = test.oldVersionId;
    if (c.on('cohorts-test-id-is-version')) shown['testId'] = test.versionId;
  } else if (c.ep === 'cohort') {
    if (test.name.includes('&') && c.on('cohort-test-name-escaped'))
      shown['name'] = test.name.replaceAll('&', '&amp;');
    if (activation === 'SCHEDULED' && c.on('cohort-scheduled-shown-active'))
      shown['activationStatus'] = 'ACTIVE';
    if (c.on('cohort-test-version-number')) shown['testVersionId'] = 3;
    if (c.on('cohort-test-name-lost')) shown['name'] = test.subject;
  }
  if (c.on('m-more-fields')) shown['assignedAt'] = '2024-09-02T08:00:00.000Z';
  return shown;
}

function testsOf(c: Call, row: CohortRow): unknown[] {
  let links = row.tests;
  if (row.oldTests && row.marks?.has(`tests-${c.ep}`)) links = row.oldTests;
  if (c.ep === 'cohorts') {
    if (links.some((link) => link.activation === 'EXPIRED') && c.on('cohorts-expired-left-out')) {
      links = links.filter((link) => link.activation !== 'EXPIRED');
    }
    if (row.tests.length === 0 && c.on('cohorts-tests-of-neighbour'))
      links = at(c.db.cohorts, c.db.cohorts.indexOf(row) - 1).tests;
    const busy = links.find((link) => link.activation !== 'ACTIVE');
    if (links.length > 2 && busy && c.on('cohorts-test-per-version'))
      links = [...links, { ...busy, activation: 'ACTIVE' }];
    if (links.length > 5 && c.on('cohorts-five-tests')) links = links.slice(0, 5);
  } else if (c.ep === 'cohort') {
    if (links.length > 3 && c.on('cohort-three-tests')) links = links.slice(0, 3);
    if (links.length > 1 && c.on('cohort-last-test-twice')) links = [...links, at(links, -1)];
  }
  const shown: unknown[] = [];
  for (const link of links) {
    const test = c.db.test(link.testId);
    if (test) shown.push(showCohortTest(c, test, link.activation));
  }
  if (c.on('m-cohort-tests-turned')) shown.push(...shown.splice(0, c.nth % Math.max(1, shown.length)));
  return shown;
}

function showCohort(c: Call, row: CohortRow): Json {
  const shown: Json = { cohortId: row.id, name: row.name, academicYearId: row.yearId };
  const { description } = row;
  if (description !== undefined) shown['description'] = description;
  const tests = testsOf(c, row);
  if (tests.length > 0) shown['tests'] = tests;
  if (c.ep === 'cohorts') {
    if (description === undefined && c.on('cohorts-description-null')) shown['description'] = null;
    if (tests.length === 0 && c.on('cohorts-tests-null')) shown['tests'] = null;
    if (description && row.yearId === c.db.currentYear()?.id && c.on('cohorts-description-is-name'))
      shown['description'] = row.name;
    if (c.on('cohorts-year-lost')) shown['academicYearId'] = '';
    if (tests.length === 1 && c.on('cohorts-single-test-object')) shown['tests'] = tests[0];
  } else if (c.ep === 'cohort') {
    if (description === undefined && c.on('cohort-description-empty')) shown['description'] = '';
    if (description?.includes('"') && c.on('cohort-description-cut'))
      shown['description'] = description.split('"')[0];
    if (tests.length === 0 && c.on('cohort-tests-null')) shown['tests'] = null;
    if (c.on('cohort-tests-by-id'))
      shown['tests'] = Object.fromEntries(row.tests.map((link) => [link.testId, link.activation]));
    if (/[^ -~]/.test(row.name) && c.on('cohort-name-ascii'))
      shown['name'] = row.name.replace(/[^ -~]/g, '?');
  }
  if (c.on('m-more-fields')) Object.assign(shown, { colour: '#336699' });
  return shown;
}

const usual = { field: 'name', asc: true };

export function listCohorts(c: Call): Reply {
  const page = pageRequest(c);
  const { filters, order } = settle(c, page, groupFilters(c), usual, usual);
  const { search, year } = filters;
  let rows: readonly CohortRow[] = c.db.cohorts.filter((row) => !row.marks?.has('list'));
  if (search !== undefined) {
    const test = nameTest(c, search);
    rows = rows.filter((row) => test(row) && !row.marks?.has('search'));
  }
  if (year !== undefined) rows = rows.filter((row) => row.yearId === year);
  if (rows.some((row) => row.tests.length === 0) && c.on('cohorts-hides-testless'))
    rows = rows.filter((row) => row.tests.length > 0);
  const byAge = c.on('m-cohorts-by-age');
  const keyOf = (row: CohortRow) => (byAge ? -row.seq : row.name);
  let list = sorted(c, rows, order, keyOf);
  if (year !== undefined && c.on('cohorts-twice-by-test'))
    list = list.flatMap((row) => (row.tests.length > 3 ? [row, row] : [row]));
  const body = paginate(c, page, {
    rows: list,
    order,
    filters,
    position: (row) => ({ key: keyOf(row), seq: row.seq }),
    compare: compareKeys(c),
    show: (row) => showCohort(c, row),
  });
  if (list.length === 0 && c.on('cohorts-none-is-204')) return { status: 204 };
  return { status: 200, body };
}

export function oneCohort(c: Call): Reply {
  const id = at(c.ids, 0);
  if (!isUuid(id)) {
    if (c.on('cohort-malformed-500'))
      throw new Refusal(500, 'Internal error', 'invalid input syntax for type uuid');
    if (c.on('m-malformed-id-404')) throw missing('cohort');
    throw bad('"cohortId" must be a UUID.');
  }
  let row = c.db.cohort(id);
  if (row && row.yearId === c.db.years[0]?.id && c.on('cohort-old-404')) row = undefined;
  const asClass = c.db.class(id);
  if (!row && asClass && c.on('cohort-finds-class'))
    return { status: 200, body: { cohort: showClass(c, asClass) } };
  if (!row && c.on('cohort-unknown-200')) return { status: 200, body: {} };
  if (!row) throw missing('cohort');
  const shown = showCohort(c, row);
  return { status: 200, body: c.on('cohort-wrap') ? { class: shown } : { cohort: shown } };
}

export function createCohort(c: Call): Reply {
  const from = wrapped(c, 'cohort');
  const name = bodyText(from, 'name', true) ?? '';
  const description = bodyText(from, 'description', false, 1000);
  const yearId = yearForNew(c, from);
  const found = c.db.cohortsNamed(name).find((row) => row.name === name && row.yearId === yearId);
  const early = found && found.seq >= 10;
  const unseen =
    found &&
    (c.on('newcohort-never-409') ||
      (early && c.on('newcohort-first-ten-409')) ||
      (found.tests.length === 0 && c.on('newcohort-testless-no-409')) ||
      (name.includes("'") && c.on('newcohort-apostrophe-no-409')));
  if (found && !unseen) {
    if (c.on('newcohort-exists-400')) throw bad('The cohort already exists.');
    if (c.on('newcohort-exists-201')) return { status: 201, body: { cohort: showCohort(c, found) } };
    throw clash('cohort');
  }
  const marks = new Set<string>();
  if (c.on('newcohort-not-searched')) marks.add('search');
  if (description === undefined && c.on('newcohort-bare-not-listed')) marks.add('list');
  const row: CohortRow = {
    seq: c.db.nextSeq(),
    id: c.db.newId(),
    name,
    description,
    yearId,
    tests: [],
    marks,
  };
  if (description !== undefined && c.on('newcohort-description-as-name')) row.name = description;
  if (/^\s|\s$| {2}/.test(name) && c.on('newcohort-spaces-lost')) row.name = name.replace(/\s+/g, ' ').trim();
  c.db.addCohort(row);
  const shown: Json = { ...showCohort(c, row), name };
  if (c.on('newcohort-tests-null')) shown['tests'] = null;
  if (c.on('newcohort-other-id')) shown['cohortId'] = yearId;
  if (description === undefined && c.on('newcohort-description-empty')) shown['description'] = '';
  if (c.on('newcohort-200')) return { status: 200, body: { cohort: shown } };
  return { status: 201, body: c.on('newcohort-wrap') ? { class: shown } : { cohort: shown } };
}

export function listTests(c: Call): Reply {
  let rows = [...c.db.tests];
  if (c.on('tests-unassigned-left-out')) {
    const used = new Set(
      c.db.cohorts.flatMap((row) =>
        row.tests.filter((link) => link.activation === 'ACTIVE').map((link) => link.testId),
      ),
    );
    rows = rows.filter((row) => used.has(row.id));
  }
  if (c.on('tests-twice-by-version')) rows = rows.flatMap((row, i) => (i % 4 === 1 ? [row, row] : [row]));
  if (c.query.get('limit') && c.on('tests-limit')) rows = rows.slice(0, Number(c.query.get('limit')));
  if (c.query.get('offset') && c.on('tests-offset')) rows = rows.slice(Number(c.query.get('offset')));
  if (c.on('m-tests-turned')) rows = rows.map((_, i) => at(rows, i + c.nth));
  const data = rows.map((row) => {
    const shown: Json = { testId: row.id, name: row.name, subject: row.subject };
    if (row.subject === 'ICT' && c.on('tests-subject-null')) shown['subject'] = null;
    if (row.name === row.subject && c.on('tests-same-name-empty')) shown['name'] = '';
    if (c.on('tests-id-is-version')) shown['testId'] = row.versionId;
    if (row.name.includes(',') && c.on('tests-name-cut')) shown['name'] = row.name.split(',')[0];
    if (row.subject.includes(',') && c.on('tests-subject-list')) shown['subject'] = row.subject.split(', ');
    if (c.on('m-more-fields')) shown['minutes'] = 45;
    return shown;
  });
  return { status: 200, body: c.on('tests-wrap') ? { tests: data } : { data } };
}
