import type { Row } from '../../../harness/judging/row.ts';
import type { Effort } from '../../../harness/run/effort.ts';
import { judgeAll, trial } from './judge-service.ts';

/** Of the rows that pass on the reference service, how many have to pass on every variant as well. */
const usual = 0.98;

/** Variants about which more has to stay open: how many of these rows pass all the same, and why no more do. */
const lower: Readonly<Record<string, readonly [share: number, why: string]>> = {
  'authentication.key-permissions!named': [0.97, 'all but one operation are open to the restricted key'],
  'authentication.restricted-lists!shorter': [
    0.96,
    'only writing operations are closed to the restricted key',
  ],
  'user.membership-item-form!numbered': [
    0.94,
    'groups of a user are numbers there, so that nobody sees who is in which class or cohort',
  ],
  'date-filtering.other-lists!one-day': [
    0.94,
    'the profile shows no pages of study sessions, and of the session search neither pages nor most filters',
  ],
  'search-sessions.response!bare-list': [0.96, 'the profile shows nothing of the session search'],
  'list-study-sessions.response!bare-list': [0.97, 'the profile shows nothing of study sessions'],
};

/**
 * Variants of which rows are set aside that say why they stay open, however many need it: of all the others as many have
 * to pass as on every variant.
 */
const setAside: Readonly<Record<string, readonly [reason: RegExp, why: string]>> = {
  'academic-years.no-current!between-years': [
    /needs (?:a current academic year$|getCurrentAcademicYear to accept )/,
    'no year is current, so that nobody sees what belongs to the current one',
  ],
  'authentication.key-permissions!not-every-operation': [
    /got 403/,
    'no key may make teachers, disable users or search sessions, so that nobody sees how that goes',
  ],
};

/** The variants that are allowed to leave more open than others. */
export const exceptional: readonly string[] = [...Object.keys(lower), ...Object.keys(setAside)];

/** A row of the reference service, as far as a floor and the accusations ask. */
export type ReferenceRow = Pick<Row, 'id' | 'verdict' | 'reason' | 'counterexample'>;

const judged = new Map<Effort, Promise<readonly ReferenceRow[]>>();

/** The rows of the reference service, judged once by this process. */
export function referenceRows(effort: Effort): Promise<readonly ReferenceRow[]> {
  const known = judged.get(effort) ?? judgeAll(trial({ effort }));
  judged.set(effort, known);
  return known;
}

/**
 * What speaks against a run that accuses nobody because it judges next to nothing: where less of what passes on the
 * reference service passes on a variant than the variant has a reason for; and where it has no such reason any more.
 *
 * @param rowsOf gives the rows of the reference service
 */
export async function silences(
  variant: string,
  rows: readonly Row[],
  effort: Effort = 'standard',
  rowsOf = referenceRows,
): Promise<string[]> {
  const [reason] = setAside[variant] ?? [];
  const aside = rows.filter((row) => row.verdict === 'inconclusive' && reason?.test(row.reason));
  if (reason && aside.length === 0)
    return [`${variant}: no row is set aside; it needs no exception any more`];
  const left = new Set(aside.map(({ id }) => id));
  const expected = new Set(passed(await rowsOf(effort)).filter((id) => !left.has(id)));
  const share = passed(rows).filter((id) => expected.has(id)).length / expected.size;
  const [least] = lower[variant] ?? [usual];
  const words = `${(100 * share).toFixed(1)} % of ${expected.size} rows pass`;
  if (share < least) return [`${variant}: ${words}, and ${100 * least} % have to`];
  return least < usual && share >= usual ? [`${variant}: ${words}; it needs no exception any more`] : [];
}

function passed(rows: readonly ReferenceRow[]): string[] {
  return rows.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
}
