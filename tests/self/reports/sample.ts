import type { Row } from '../../../harness/judging/row.ts';
import { count } from '../../../harness/judging/verdict.ts';
import type { Book } from '../../../reports/book.ts';
import type { Footer, Header, Report } from '../../../reports/report.ts';

/** A small book: three chapters, three operations, three clauses, two passages. */
export const book: Book = {
  chapters: [
    { id: 'pagination', title: 'Pagination' },
    { id: 'classes', title: 'Classes' },
    { id: 'events', title: 'Events' },
  ],
  operations: [
    { id: 'listClasses', method: 'GET', path: '/classes' },
    { id: 'listUsers', method: 'GET', path: '/users' },
    { id: 'createClass', method: 'POST', path: '/classes' },
  ],
  clauses: new Map([
    [
      'pagination.offset-with-cursor',
      {
        chapter: 'pagination',
        level: 'must',
        statement:
          'A request that carries both `offset` and `cursor` is refused, whichever of them comes first.',
        rests: ['pagination/offset'],
      },
    ],
    [
      'pagination.total',
      {
        chapter: 'pagination',
        level: 'must',
        statement: 'There is a `total`.',
        rests: ['pagination/offset'],
      },
    ],
    [
      'class.name',
      {
        chapter: 'classes',
        level: 'may',
        statement: 'A class has a "name" & <more>.',
        rests: ['class/name'],
      },
    ],
  ]),
  passages: new Map([
    ['pagination/offset', { title: 'Pagination', at: 'row offset' }],
    ['class/name', { title: 'Class', at: 'row name' }],
  ]),
};

/** The header of a run against a target of its own. */
export const header: Header = {
  kind: 'header',
  tool: { name: 'rollcall', version: '1.2.3' },
  interface: '1.7.0',
  target: {
    origin: 'https://staging.example',
    basePath: '/api/v1',
    profile: 'staging',
    profileFile: 'profiles/staging/profile.yaml',
    embedded: false,
  },
  run: { seed: 7, effort: 'standard', write: true, startedAt: '2026-01-02T03:04:05.678Z' },
  planned: 7,
  contract: 'digest',
};

/** A row of a check that carries the name of its clause. */
export function row(clause: string, operation: string, rest: Partial<Row> = {}): Row {
  const id = `${clause} @ ${operation}`;
  return { id, clause, check: clause, operation, verdict: 'pass', reason: '', requests: 1, ...rest };
}

const refused = { verdict: 'fail', blame: 'target', expected: 'status 400', actual: 'status 200' } as const;

/** At least one row of each verdict. */
export const rows: readonly Row[] = [
  row('pagination.offset-with-cursor', 'listClasses', {
    ...refused,
    reason: 'expected status 400, got status 200',
    evidence: [
      {
        operation: 'listClasses',
        request: 'GET /classes?cursor=cursor#1&offset=0',
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: { data: [{ classId: 'id#2', name: 'a string of 8 characters' }] },
        ms: 3,
        curl: `curl -sSi -g -H "x-api-key: $ROLLCALL_API_KEY" "$BASE"'/classes?cursor=cursor#1&offset=0'`,
      },
    ],
    counterexample: { value: '0', seed: 99, path: '3:1', shrinks: 2 },
  }),
  row('pagination.offset-with-cursor', 'listUsers', {
    ...refused,
    reason: 'expected status 400, got status 200',
  }),
  row('pagination.total', 'listClasses', { requests: 0, choices: [['total of an empty list', 'zero']] }),
  row('pagination.total', 'listUsers', {
    verdict: 'inconclusive',
    reason: 'needs a second page of listUsers',
  }),
  row('class.name', 'listClasses', {
    verdict: 'notApplicable',
    reason: 'the interface leaves `class.always` open, and the profile does not fill it',
  }),
  row('class.name', 'listUsers', {
    verdict: 'notApplicable',
    reason: 'the interface leaves `class.never` open, and the profile does not fill it',
  }),
  row('class.name', 'createClass', {
    verdict: 'suiteError',
    reason: 'TypeError: <nothing> is not a "thing"\u{0}',
  }),
];

/** The footer of those rows. */
export const footer: Footer = {
  kind: 'footer',
  counts: count(rows),
  requests: 42,
  finishedAt: '2026-01-02T03:04:15.678Z',
  durationMs: 10_000,
  mishaps: [],
};

/** A finished run with at least one row of each verdict. */
export const report: Report = { header, rows, footer, book };

/** A finished run with these rows instead. */
export function reportOf(some: readonly Row[]): Report {
  const counts = count(some);
  return {
    ...report,
    header: { ...header, planned: some.length },
    rows: some,
    footer: { ...footer, counts },
  };
}
