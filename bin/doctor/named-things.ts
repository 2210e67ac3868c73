import { ConfigurationError } from '../../harness/judging/outcome.ts';
import type { LentKind, LentThings } from '../../harness/run/profile.ts';
import { itemsSeen, surveyOne } from '../../tests/target/survey/survey.ts';
import type { OpenTarget } from '../target.ts';

/** The read that shows a lent thing, and its parameter for the id, by kind. */
const lentReads: Readonly<Record<LentKind, { read: string; id: string }>> = {
  students: { read: 'listUsers', id: 'userId' },
  teachers: { read: 'listUsers', id: 'userId' },
  classes: { read: 'getClass', id: 'classId' },
  cohorts: { read: 'getCohort', id: 'cohortId' },
};

/** The read that shows the thing of a fixture, by the name of the id. */
const fixtureReads: Readonly<Record<string, string>> = {
  academicYearId: 'getAcademicYear',
  classId: 'getClass',
  cohortId: 'getCohort',
  userId: 'listUsers',
};

/** An id in the profile: the path of its setting, the read that shows the thing, and the parameter for the id. */
interface NamedThing {
  readonly at: readonly (string | number)[];
  readonly read: string;
  readonly id: string;
  readonly value: string;
}

/**
 * Checks that the target has the things that the profile names, unless nobody named that profile: a reference service
 * may have other data. @throws ConfigurationError with file, line and setting
 */
export async function refuseUnknownThings({ config, run, isBuiltIn }: OpenTarget): Promise<void> {
  if (isBuiltIn) return;
  const { profile, contract } = config;
  for (const { at, read, id, value } of namedThings(profile.lentThings, profile.fixtures?.ids)) {
    // An older version of the interface may lack the read. The id cannot be checked then.
    if (contract.later.has(read)) continue;
    const op = contract.operation(read);
    const list = op.path.includes('{') ? value : [value];
    const found = await surveyOne(run, op, (context) => context.send(op, { [id]: list }));
    const status = found.answer?.status;
    const isEmpty =
      status === 200 && Array.isArray(list) && itemsSeen(new Map([[read, found]]), read).length === 0;
    if (!isEmpty && status !== 400 && status !== 404) continue;
    const what = 'names nothing that the target shows';
    const fix = `correct the id, or leave it out (${read} answered ${isEmpty ? 'an empty list' : status})`;
    throw profile.mistake?.(at, what, fix) ?? new ConfigurationError(`${at.join('.')} ${what}; ${fix}`);
  }
}

function namedThings(lent: LentThings = {}, ids: Readonly<Record<string, string>> = {}): NamedThing[] {
  const lentThings = Object.entries(lentReads).flatMap(([kind, { read, id }]) =>
    (lent[kind as LentKind] ?? []).map((value, n) => ({ at: ['lent', kind, n], read, id, value })),
  );
  const fixtures = Object.entries(ids).flatMap(([id, value]) => {
    const read = fixtureReads[id];
    return read === undefined ? [] : [{ at: ['fixtures', 'ids', id], read, id, value }];
  });
  return [...lentThings, ...fixtures];
}
