import { arr, bug, C1, CL, H1, HL, keep, obj, SA, SL, SS, ST, str } from './tools.ts';
import type { Switch } from './types.ts';
import { iso } from './views.ts';

const dt = 'A date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.';
const once = 'A list has each result once.';
const exact = 'search is an exact match on the name, case-insensitive.';
const lost = 'Every read shows the same resource.';

export const readBugs2: readonly Switch[] = [
  bug('s-duration-t', SL, 'A duration is PnYnMnDTnHnMnS.', 'durations of an hour and more lack the T', {
    session: (v) => {
      const r = obj(v['result']);
      if (/^PT\d+H/.test(str(r['totalDuration'])))
        r['totalDuration'] = str(r['totalDuration']).replace('T', '');
    },
  }),
  bug('s-user-null', SS, 'The session links to a user.', 'the learner without upn is null', {
    session: (v) => {
      if (!obj(v['user'])['upn']) v['user'] = null;
    },
  }),
  bug(
    's-user-other',
    SL,
    'The session links to a user; userId filters by it.',
    'userId in a list by subject is that of the session',
    {
      session: (v, s, c) => {
        if (c.query.has('subject')) obj(v['user'])['userId'] = s.id;
      },
    },
  ),
  bug(
    's-version',
    SA,
    'testVersionId identifies the version.',
    'testVersionId is no UUID for Digital Skills',
    {
      session: (v) => {
        const t = obj(v['test']);
        if (t['subject'] === 'Digital Skills') t['testVersionId'] = 'v2';
      },
    },
  ),
  bug('s-empty-dob', SL, 'Empty fields are omitted.', 'a learner without dateOfBirth has it null', {
    session: (v) => {
      const u = obj(v['user']);
      u['dateOfBirth'] ??= null;
    },
  }),
  bug('s-twice', SL, once, 'sessions of the same start come twice', {
    sessions: (r) => r.flatMap((s, i) => (i > 0 && r[i - 1]?.start === s.start ? [s, s] : [s])),
  }),
  bug(
    'st-duration',
    ST,
    'A duration is PnYnMnDTnHnMnS.',
    'durations of study sessions count seconds only, without PT',
    {
      study: (v, s) => {
        if (s.topic === undefined) v['duration'] = `${(s.end - s.start) / 1000}S`;
      },
    },
  ),
  bug('st-topic-null', ST, 'Empty fields are omitted.', 'a study session without topic has it null', {
    study: (v) => {
      v['topic'] ??= null;
    },
  }),
  bug('st-date', ST, dt, 'endDate has blanks for T at a cursor or offset', {
    study: (v, _s, c) => {
      if (Number(c.query.get('offset')) > 0) v['endDate'] = str(v['endDate']).replace('T', ' ');
    },
  }),
  bug('c-search-part', CL, exact, 'search finds names that begin with the text', {
    before: (c) => {
      const s = c.query.get('search')?.toLowerCase();
      c.memo.delete('x');
      if (!s) return undefined;
      c.query.delete('search');
      c.query.set('-s', s);
      return undefined;
    },
    classes: (r, c) => r.filter((k) => k.name.toLowerCase().startsWith(c.query.get('-s') ?? '')),
  }),
  bug('c-search-case', HL, exact, 'search of cohorts looks at the case', {
    cohorts: (r, c) => (c.query.has('search') ? r.filter((k) => k.name === c.query.get('search')) : r),
  }),
  bug('c-search-accent', CL, exact, 'names beyond ASCII are found in the same case alone', {
    classes: (r, c) =>
      /[^ -~]/.test(c.query.get('search') ?? '') ? r.filter((k) => k.name === c.query.get('search')) : r,
  }),
  bug('c-search-plus', CL, exact, 'a plus in search is a blank', {
    before: (c) => {
      keep(c.query, 'search', (a) => a.map((v) => v.replaceAll('+', ' ')));
      return undefined;
    },
  }),
  bug('c-search-quote', HL, exact, 'an apostrophe ends the search', {
    before: (c) => {
      keep(c.query, 'search', (a) => a.map((v) => v.split("'")[0] ?? v));
      return undefined;
    },
  }),
  bug('c-search-percent', CL, exact, 'a percent sign finds nothing', {
    classes: (r, c) => (/%/.test(c.query.get('search') ?? '') ? [] : r),
  }),
  bug('c-search-first', CL, exact, 'search finds one of several classes of the name', {
    classes: (r, c) => (c.query.has('search') ? r.slice(0, 1) : r),
  }),
  bug('c-year-lost', HL, 'academicYearId filters cohorts.', 'academicYearId is ignored beside search', {
    before: (c) => {
      if (c.query.has('search')) c.query.delete('academicYearId');
      return undefined;
    },
  }),
  bug(
    'c-year-lost-class',
    CL,
    'academicYearId filters classes.',
    'search is ignored beside academicYearId=current',
    {
      before: (c) => {
        if (c.query.get('academicYearId') === 'current') c.query.delete('search');
        return undefined;
      },
    },
  ),
  bug('c-current-refused', HL, 'academicYearId is a UUID or current.', 'current is refused beside a limit', {
    before: (c) => {
      if (c.query.has('limit') && c.query.get('academicYearId') === 'current')
        c.query.set('academicYearId', 'x');
      return undefined;
    },
  }),
  bug(
    'c-current-next',
    CL,
    'current is the current academic year.',
    'current holds the classes of later years too',
    {
      classes: (r, c) =>
        c.query.get('academicYearId') === 'current' && !c.query.has('search')
          ? [...c.state.classList.values()].filter((k) => k.yearId !== c.state.seed.years[0]?.id)
          : r,
    },
  ),
  bug('c-year-form', CL, 'academicYearId is a UUID or current; else 400.', 'another word finds nothing', {
    before: (c) => {
      const y = c.query.get('academicYearId');
      if (y && y.length !== 36 && y !== 'current')
        c.query.set('academicYearId', '00000000-0000-4000-8000-000000000000');
      return undefined;
    },
  }),
  bug('c-empty-description', C1, 'Empty fields are omitted.', 'a missing description is an empty text', {
    klass: (v) => {
      v['description'] ??= '';
    },
  }),
  bug('c-null-description', HL, 'Empty fields are omitted.', 'a missing description of a cohort is null', {
    cohort: (v) => {
      v['description'] ??= null;
    },
  }),
  bug('c-escaped', C1, lost, 'ampersands come as &amp; in a single read', {
    klass: (v) => {
      v['name'] = str(v['name']).replaceAll('&', '&amp;');
    },
  }),
  bug('c-quote-lost', CL, lost, 'double quotes are lost from descriptions in the list', {
    klass: (v) => {
      if (v['description']) v['description'] = str(v['description']).replaceAll('"', '');
    },
  }),
  bug('h-tests-empty', H1, 'Empty fields are omitted.', 'a cohort without tests has tests: []', {
    cohort: (v) => {
      v['tests'] ??= [];
    },
  }),
  bug(
    'h-tests-one',
    HL,
    'tests are the tests assigned to the cohort.',
    'the list shows the first two tests of a cohort',
    {
      cohort: (v) => {
        if (v['tests']) v['tests'] = arr(v['tests']).slice(0, 2);
      },
    },
  ),
  bug(
    'h-version-same',
    H1,
    'testVersionId identifies the version.',
    'a single read has the testId for testVersionId',
    {
      cohort: (v) => {
        for (const t of arr(v['tests'])) obj(t)['testVersionId'] = obj(t)['testId'];
      },
    },
  ),
  bug(
    'h-test-subject',
    HL,
    'A CohortTest has a name and a subject.',
    'the subject of the third test is its name',
    {
      cohort: (v) => {
        const t = obj(arr(v['tests'])[2]);
        if (t['name']) t['subject'] = t['name'];
      },
    },
  ),
  bug('h-test-status', H1, lost, 'activationStatus is that of the first test for all', {
    cohort: (v) => {
      const a = arr(v['tests']);
      for (const t of a) obj(t)['activationStatus'] = obj(a[0])['activationStatus'];
    },
  }),
  bug(
    'y-current-wrap',
    /^GET \/academic-years\/current$/,
    'The year is wrapped in academicYear.',
    'current is wrapped in data',
    {
      after: (o) => {
        if (o.body?.['academicYear']) o.body = { data: o.body['academicYear'] };
      },
    },
  ),
  bug(
    'y-next',
    /^GET \/academic-years\/current$/,
    'current is the current academic year.',
    'current is the next year',
    {
      after: (o, c) => {
        const y = c.state.seed.years[2];
        if (y && o.body?.['academicYear'])
          Object.assign(obj(o.body['academicYear']), {
            academicYearId: y.id,
            name: y.name,
            startDate: iso(y.start),
            endDate: iso(y.end),
          });
      },
    },
  ),
  bug(
    'y-end-day',
    /^GET \/academic-years\/\{/,
    'endDate is a date-time.',
    'endDate of a single year is a day',
    {
      after: (o) => {
        const y = obj(o.body?.['academicYear']);
        if (y['endDate']) y['endDate'] = str(y['endDate']).slice(0, 10);
      },
    },
  ),
  bug(
    'y-upper',
    /^GET \/academic-years\/\{/,
    'Single reads and lists show the same.',
    'the slash of the name is a hyphen',
    {
      after: (o) => {
        const y = obj(o.body?.['academicYear']);
        if (y['name']) y['name'] = str(y['name']).replace('/', '-');
      },
    },
  ),
  bug(
    'y-missing',
    /^GET \/academic-years\/\{/,
    '404 for a year that is not there.',
    'an unknown year is the current one',
    {
      before: (c) => {
        const y = c.state.seed.years[1];
        if (y && !c.state.seed.years.some((x) => x.id === c.params['academicYearId']?.toLowerCase()))
          c.params['academicYearId'] = y.id;
        return undefined;
      },
    },
  ),
  bug(
    't-list',
    /^GET \/smart-ia\/tests$/,
    'The list of tests is { data }, all of them.',
    'tests that no cohort has are lost',
    {
      after: (o, c) => {
        if (o.body?.['data'])
          o.body['data'] = arr(o.body['data'])
            .filter((t) =>
              [...c.state.cohort.values()].some((k) => k.tests.some((x) => x.testId === obj(t)['testId'])),
            )
            .slice(0, 7);
      },
    },
  ),
  bug(
    't-subject-null',
    /^GET \/smart-ia\/tests$/,
    'subject of a test is a string.',
    'subject is null for ICT',
    {
      after: (o) => {
        for (const t of arr(o.body?.['data'])) if (obj(t)['subject'] === 'ICT') obj(t)['subject'] = null;
      },
    },
  ),
];
