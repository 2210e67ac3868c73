import { expect } from '@playwright/test';
import { plan } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import type { Fixtures } from '../../../harness/run/profile.ts';
import { createReference, type Reference } from '../../../reference/service/index.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { accusations, contract, judgeAll, trial } from '../proofs/judge-service.ts';
import { emptied } from './served.ts';

const invented = '5d0f2d52-2a6f-4f43-8a6e-2f0d4b6a8c01';
const reads = ['getClass', 'getCohort', 'getAcademicYear'];
/** What the wrapper that empties lists leaves out. */
const aside = /^conventions\.cors/;

/** The rows of single reads on a target whose lists are empty. */
function behindEmptyLists(reference: Reference, fixtures: Fixtures): Promise<Row[]> {
  const run = trial({ against: reference, wrap: emptied, write: false, profileSays: { fixtures } });
  return judgeAll(
    run,
    plan(catalogue, contract).filter(
      ({ op, check }) => reads.includes(op.id) && check.access(op) === 'read' && !aside.test(check.id),
    ),
  );
}

test('where lists show nothing, what is there is read by the ids of the profile', async () => {
  const reference = createReference();
  const { classes, cohorts, years } = reference.store;
  const ids = {
    classId: classes.list()[0]?.id ?? '',
    cohortId: cohorts.list()[0]?.id ?? '',
    academicYearId: years.list()[0]?.id ?? '',
  };
  const passed = (rows: readonly Row[]) => rows.filter(({ verdict }) => verdict === 'pass').length;
  const without = await behindEmptyLists(reference, {});
  const rows = await behindEmptyLists(reference, { ids });
  expect(accusations(rows)).toEqual([]);
  expect(passed(rows)).toBeGreaterThan(passed(without) + 20);
  expect(without.map(({ reason }) => reason)).toContain(
    'needs a `classId` in the answer of listClasses, or `fixtures.ids.classId` in the profile',
  );
});

test('an id that names nothing is a mistake of the profile, and never one of the target', async () => {
  const rows = await behindEmptyLists(createReference(), {
    ids: { classId: invented, cohortId: invented, academicYearId: invented },
  });
  expect(accusations(rows)).toEqual([]);
  const success = rows.find(({ id }) => id === 'get-class.success @ getClass');
  expect(success).toMatchObject({ verdict: 'inconclusive', blame: 'configuration' });
  expect(success?.reason).toContain('`fixtures.ids.classId` names nothing that the target shows');
});

test('what the lists show comes before the ids of the profile', async () => {
  const run = trial({ write: false, profileSays: { fixtures: { ids: { classId: invented } } } });
  const [row] = await judgeAll(
    run,
    plan(catalogue, contract).filter(({ id }) => id === 'get-class.success @ getClass'),
  );
  expect(row).toMatchObject({ verdict: 'pass' });
});

test('names that nothing has are searched for; one that something has is a mistake of the profile', async () => {
  const reference = createReference();
  const row = async (names: readonly string[]) => {
    const sent: string[] = [];
    const wrap =
      (fetch: Reference['fetch']): Reference['fetch'] =>
      (request) => {
        sent.push(new URL(request.url).searchParams.get('search') ?? '');
        return fetch(request);
      };
    const run = trial({ against: reference, wrap, write: false, profileSays: { fixtures: { names } } });
    const rows = plan(catalogue, contract).filter(
      ({ id }) => id === 'list-classes.search-no-match @ listClasses',
    );
    return { row: (await judgeAll(run, rows))[0], sent };
  };
  const nobody = await row(['Rollcall Lighthouse', 'Rollcall Café']);
  expect(nobody.row).toMatchObject({ verdict: 'pass' });
  expect(nobody.sent).toEqual(expect.arrayContaining(['Rollcall Lighthouse', 'Rollcall Café']));

  const taken = await row([reference.store.classes.list()[0]?.name ?? '']);
  expect(taken.row).toMatchObject({ verdict: 'inconclusive', blame: 'configuration' });
  expect(taken.row?.reason).toContain('`fixtures.names`');
});
