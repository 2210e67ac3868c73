import { ConfigurationError } from '../../harness/judging/outcome.ts';
import type { Planned } from '../../harness/judging/plan.ts';
import type { LentKind, LentThings } from '../../harness/run/profile.ts';
import { labelled, plural } from '../../reports/terminal/layout.ts';
import { itemsSeen, surveyOne } from '../../tests/target/survey/survey.ts';
import type { OpenTarget } from '../target.ts';

/** How a kind of lent thing is read, and how many of it a run can make use of. */
const kinds: Readonly<Record<LentKind, { read: string; id: string; wanted: number }>> = {
  students: { read: 'listUsers', id: 'userId', wanted: 4 },
  teachers: { read: 'listUsers', id: 'userId', wanted: 4 },
  classes: { read: 'getClass', id: 'classId', wanted: 3 },
  cohorts: { read: 'getCohort', id: 'cohortId', wanted: 3 },
};

/** The reads that show whether the id of a fixture names something. */
const fixtureReads: Readonly<Record<string, string>> = {
  academicYearId: 'getAcademicYear',
  classId: 'getClass',
  cohortId: 'getCohort',
  userId: 'listUsers',
};

/** A setting of the profile that names something, and the setting's place. */
interface Named {
  readonly at: readonly (string | number)[];
  readonly read: string;
  readonly id: string;
  readonly value: string;
}

/**
 * What a profile lends and knows names things that are there. @throws ConfigurationError with file, line and setting
 */
export async function refuseUnknownThings({ config, run }: OpenTarget): Promise<void> {
  const { profile, contract } = config;
  for (const { at, read, id, value } of namedBy(profile.lentThings, profile.fixtures?.ids)) {
    // An older version may not have the read yet: then nothing is known of the id before the run.
    if (contract.later.has(read)) continue;
    const op = contract.operation(read);
    const list = op.path.includes('{') ? value : [value];
    const look = await surveyOne(run, op, (context) => context.send(op, { [id]: list }));
    const status = look.answer?.status;
    const empty =
      status === 200 && Array.isArray(list) && itemsSeen(new Map([[read, look]]), read).length === 0;
    if (!empty && status !== 400 && status !== 404) continue;
    const what = 'names nothing that the target shows';
    const fix = `correct the id, or leave it out (${read} answered ${empty ? 'an empty list' : status})`;
    throw profile.mistake?.(at, what, fix) ?? new ConfigurationError(`${at.join('.')} ${what}; ${fix}`);
  }
}

function namedBy(lent: LentThings = {}, ids: Readonly<Record<string, string>> = {}): Named[] {
  const things = Object.entries(kinds).flatMap(([kind, { read, id }]) =>
    (lent[kind as LentKind] ?? []).map((value, n) => ({ at: ['lent', kind, n], read, id, value })),
  );
  const known = Object.entries(ids).flatMap(([id, value]) => {
    const read = fixtureReads[id];
    return read === undefined ? [] : [{ at: ['fixtures', 'ids', id], read, id, value }];
  });
  return [...things, ...known];
}

/** What lent things and fixtures make testable, in lines; none where the profile has none. */
export function toldLines({ config }: OpenTarget, testable: readonly Planned[], column: number): string[] {
  const { lentThings = {}, fixtures = {} } = config.profile;
  return [...lentLines(lentThings, testable, column), ...fixtureLines(fixtures, column)];
}

function lentLines(lent: LentThings, testable: readonly Planned[], column: number): string[] {
  const counts = Object.keys(kinds).map(
    (kind) => [kind as LentKind, lent[kind as LentKind]?.length ?? 0] as const,
  );
  const some = counts.filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${kind}`);
  if (some.length === 0) return [];
  const rows = testable.filter(({ op, check }) => op.makes === undefined && check.access(op) === 'write');
  const few = counts
    .filter(([kind, count]) => count < kinds[kind].wanted)
    .map(([kind]) => `${kinds[kind].wanted} ${kind}`);
  const use =
    rows.length === 0
      ? 'of use to a run that may write: --write'
      : `where nothing may be created, ${plural(rows.length, 'row')} that change something can be judged with them`;
  const more = few.length === 0 ? '' : `; all of them need ${few.join(', ')}`;
  return labelled(
    'lent',
    `${some.join(', ')}: ${use}${more}. They are put back; passwords are never changed`,
    2,
    column,
  );
}

function fixtureLines(
  { ids = {}, names = [], slowRequest }: NonNullable<OpenTarget['config']['profile']['fixtures']>,
  column: number,
): string[] {
  const said = [
    ...(Object.keys(ids).length > 0
      ? [`${Object.keys(ids).join(', ')} to read by where lists show none`]
      : []),
    ...(names.length > 0 ? [`${plural(names.length, 'name')} to search for in vain`] : []),
    ...(slowRequest ? [`a request to ${slowRequest.operation} with which the time-out is judged`] : []),
  ];
  return said.length === 0 ? [] : labelled('fixtures', said.join('; '), 2, column);
}
