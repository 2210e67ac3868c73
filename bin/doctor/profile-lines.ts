import type { Planned } from '../../harness/judging/plan.ts';
import type { LentKind, LentThings } from '../../harness/run/profile.ts';
import { labelled, plural } from '../../reports/terminal/layout.ts';
import type { OpenTarget } from '../target.ts';

/** How many things of a kind a run can use. */
const usable: Readonly<Record<LentKind, number>> = { students: 4, teachers: 4, classes: 3, cohorts: 3 };

/** Lines about what the lent things and fixtures of a profile make testable; empty where the profile has none. */
export function profileLines({ config }: OpenTarget, testable: readonly Planned[], column: number): string[] {
  const { lentThings = {}, fixtures = {} } = config.profile;
  return [...lentLines(lentThings, testable, column), ...fixtureLines(fixtures, column)];
}

function lentLines(lent: LentThings, testable: readonly Planned[], column: number): string[] {
  const counts = Object.keys(usable).map(
    (kind) => [kind as LentKind, lent[kind as LentKind]?.length ?? 0] as const,
  );
  const some = counts.filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${kind}`);
  if (some.length === 0) return [];
  const rows = testable.filter(({ op, check }) => op.makes === undefined && check.access(op) === 'write');
  const few = counts
    .filter(([kind, count]) => count < usable[kind])
    .map(([kind]) => `${usable[kind]} ${kind}`);
  const about = rows.filter(({ check }) => /\/lent-(?:person|cohort)$/.test(check.id));
  const use =
    rows.length === 0
      ? 'of use to a run that may write: --write'
      : `${plural(about.length, 'row')} look at what a change leaves of the first; where nothing may be created, ${plural(rows.length, 'row')} that change something can be judged with them`;
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
  const uses = [
    ...(Object.keys(ids).length > 0
      ? [`${Object.keys(ids).join(', ')} to read by where lists show none`]
      : []),
    ...(names.length > 0 ? [`${plural(names.length, 'name')} to search for in vain`] : []),
    ...(slowRequest ? [`a request to ${slowRequest.operation} with which the time-out is judged`] : []),
  ];
  return uses.length === 0 ? [] : labelled('fixtures', uses.join('; '), 2, column);
}
